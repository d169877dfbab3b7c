import {
  type AnyResource,
  apiBase,
  catalogue,
  type ExportFormat,
  exportFormats,
  getImportFields,
  getResourcePath,
} from '@gantry/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createEdgeCaseRecords,
  type EdgeCaseRecords,
  withoutServerTimes,
} from '../../server/test/edge-case-records.ts';
import { type EmptyDatabase, emptyDatabase, serverDatabases } from '../../server/test/empty-database.ts';
import { type RunningServer, startServer } from '../../server/test/server-process.ts';
import { createFirstMapping } from '../src/resource/import/guess-mapping.ts';
import { readRows } from '../src/resource/import/import-run.ts';
import { readTable } from '../src/resource/import/read-table.ts';

const importable = catalogue.resources.filter(({ access }) => access.import && access.export && access.get);
const timeZone = 'Asia/Shanghai';

describe.each(serverDatabases)('export and import round trip on %s', (kind) => {
  let database: EmptyDatabase;
  let server: RunningServer;
  let token: string;
  let records: EdgeCaseRecords;
  beforeAll(async () => {
    database = await emptyDatabase(kind);
    server = await startServer({
      env: { CRAFT: 'true' },
      ...(database.url === null ? {} : { database: database.url }),
    });
    token = await server.firstAdmin();
    records = createEdgeCaseRecords((where, body) => server.call(where, body, { token }));
  });
  afterAll(async () => {
    await server?.stop();
    await database?.drop();
  });

  const call = (resource: AnyResource, verb: string, body: unknown) =>
    server.call(getResourcePath(resource.name, verb), body, { token });

  /** Exports the list in the same way as the console. */
  async function exportAs(resource: AnyResource, format: ExportFormat, totals: boolean): Promise<File> {
    const answer = await fetch(server.url + apiBase + getResourcePath(resource.name, 'export'), {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ format, ...(totals && resource.list.totals ? { totals } : {}) }),
    });
    expect(answer.status).toBe(200);
    return new File([await answer.arrayBuffer()], `${resource.name}.${format}`);
  }

  it.each(importable.map((resource) => [resource.name, resource] as const))(
    'changes nothing when %s is imported again',
    async (_name, resource) => {
      const { id } = await records.of(resource);
      const readStored = async () => withoutServerTimes(resource, (await call(resource, 'get', { id })).data);
      const before = await readStored();
      for (const format of exportFormats) {
        const table = await readTable(
          await exportAs(resource, format, format === 'csv' || format === 'xlsx'),
          resource,
        );
        const mapping = createFirstMapping(table, resource);
        const { rows, unread } = readRows(table, mapping, getImportFields(resource), timeZone);
        expect([format, unread]).toEqual([format, []]);
        const { code, data } = await call(resource, 'import', { rows, onConflict: 'update' });
        const nothing = { created: 0, updated: 0, skipped: rows.length, failed: 0, errors: [] };
        expect([format, code, data]).toMatchObject([format, 20_000, nothing]);
      }
      expect(await readStored()).toEqual(before);
    },
  );
});
