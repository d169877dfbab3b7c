import { type Database, withNamedTables } from './database.ts';

/** Tables that FTS5 makes for itself. */
const ofFts = /_search_(data|idx|docsize|config|content)$/;

/** The whole schema as SQL, in one order, for a snapshot that is committed. SQLite only: its words are the shortest. */
export async function readSchemaText(database: Database): Promise<string> {
  const rows = await withNamedTables(database.read)
    .selectFrom('sqlite_master')
    .select(['type', 'name', 'tbl_name', 'sql'])
    .where('sql', 'is not', null)
    .where('name', 'not like', 'sqlite_%')
    .orderBy('tbl_name')
    .orderBy((eb) => eb.case().when('type', '=', 'table').then(0).else(1).end())
    .orderBy('name')
    .execute();
  const statements = rows
    .filter(({ name }) => !ofFts.test(String(name)))
    .map(
      (row) =>
        `${String(row.sql)
          .replaceAll(/[ \t]*\n\s*/g, '\n  ')
          .replace(/\n {2}\)$/, '\n)')};`,
    );
  return `${statements.join('\n\n')}\n`;
}
