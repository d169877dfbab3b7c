import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { camel, catalogue, findResource } from '@gantry/core';
import { UsageError } from '../command-line.ts';
import { createPermissionTable } from '../platform/http/permission-table.ts';
import type { Database } from '../platform/store/database.ts';
import { migrate } from '../platform/store/migrations/migrate.ts';
import { openDatabase } from '../platform/store/open-database.ts';
import { createMigrationText } from '../platform/store/table-statements.ts';
import { createTableTypes, readSchemaText } from '../platform/store/table-types.ts';
import type { Terminal } from './terminal.ts';

/** Prints data that is derived from the definitions, to be committed and compared. */
export async function snapshot(command: string, name: string, terminal: Terminal): Promise<void> {
  if (command === 'snapshot schema') return terminal.print(await readFromNewDatabase(readSchemaText));
  if (command === 'snapshot tables')
    return terminal.print(await readFromNewDatabase((database) => createTableTypes(database, catalogue)));
  if (command === 'snapshot routes') return terminal.print(formatRoutes());
  const resource = findResource(catalogue, camel(name));
  if (!resource) throw new UsageError('server.unknownFlag', { given: name });
  terminal.print(createMigrationText(resource).trimEnd());
}

/** The permission table: every call with the roles that may make it and its requirements. */
function formatRoutes(): string {
  const rows = [...createPermissionTable(catalogue).values()].map(({ path: call, access, stepUp, reads }) => {
    const marks = [reads ? 'reads' : '', stepUp ? 'step-up' : ''].filter(Boolean).join(' ');
    return `POST ${call}  ${String(access)}  ${marks}`.trimEnd();
  });
  return rows.sort().join('\n');
}

/** Reads from a new SQLite database, which has the schema of all migrations. */
async function readFromNewDatabase(read: (database: Database) => Promise<string>): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'gantry-schema-'));
  const database = openDatabase({ sqlite: path.join(folder, 'schema.db') });
  try {
    await migrate(database);
    return (await read(database)).trimEnd();
  } finally {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
