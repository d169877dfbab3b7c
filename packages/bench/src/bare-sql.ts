import type BetterSqlite from 'better-sqlite3';
import pg from 'pg';
import type { DatabasePlace } from '../../server/src/platform/store/open-database.ts';
import { openFile } from '../../server/src/platform/store/sqlite/sqlite-driver.ts';

/** Direct access to a database through its driver. Parameters are written as `?`. */
export interface BareSql {
  readonly kind: 'sqlite' | 'postgres';
  all(text: string, ...values: readonly unknown[]): Promise<unknown[]> | unknown[];
  close(): Promise<void>;
}

/** Opens SQLite with prepared statements, and with commits as durable as those of the product. */
function bareSqlite(file: string): BareSql {
  const db = openFile(file);
  db.pragma('synchronous = full');
  db.pragma('foreign_keys = on');
  db.pragma('busy_timeout = 5000');
  const statements = new Map<string, BetterSqlite.Statement>();
  return {
    kind: 'sqlite',
    all(text, ...values) {
      const statement = statements.get(text) ?? db.prepare(text);
      statements.set(text, statement);
      if (statement.reader) return statement.all(...values);
      statement.run(...values);
      return [];
    },
    close: async () => void db.close(),
  };
}

async function barePostgres(url: string): Promise<BareSql> {
  const db = new pg.Client({ connectionString: url });
  await db.connect();
  const texts = new Map<string, string>();
  const numbered = (text: string) => {
    const pieces = text.split('?');
    const known = texts.get(text) ?? pieces.reduce((full, piece, at) => `${full}$${at}${piece}`);
    texts.set(text, known);
    return known;
  };
  return {
    kind: 'postgres',
    all: async (text, ...values) => (await db.query(numbered(text), [...values])).rows,
    close: () => db.end(),
  };
}

export async function openBare(place: DatabasePlace): Promise<BareSql> {
  return 'sqlite' in place ? bareSqlite(place.sqlite) : barePostgres(place.postgres);
}
