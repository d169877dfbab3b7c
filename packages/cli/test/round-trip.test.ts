import { rmSync } from 'node:fs';
import path from 'node:path';
import { type AnyResource, catalogue, exportFormats, getResourcePath, kebab } from '@gantry/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createEdgeCaseRecords,
  type EdgeCaseRecords,
  withoutServerTimes,
} from '../../server/test/edge-case-records.ts';
import { type RunningServer, startServer } from '../../server/test/server-process.ts';
import { type Gantry, newGantry } from './gantry.ts';

let server: RunningServer;
let gantry: Gantry;
let token: string;
let records: EdgeCaseRecords;

beforeAll(async () => {
  server = await startServer({ env: { CRAFT: 'true' } });
  token = await server.firstAdmin();
  records = createEdgeCaseRecords((where, body) => server.call(where, body, { token }));
  gantry = newGantry({ GANTRY_TOKEN: token, GANTRY_SERVER: server.url, CRAFT: 'true', TZ: 'America/New_York' });
});
afterAll(async () => {
  await server?.stop();
  if (gantry) rmSync(gantry.directory, { recursive: true, force: true });
});

const importable = catalogue.resources.filter(({ access }) => access.import && access.export && access.get);

async function readStored(resource: AnyResource, id: number) {
  const { data } = await server.call(getResourcePath(resource.name, 'get'), { id }, { token });
  return withoutServerTimes(resource, data);
}

describe('gantry export and import', () => {
  // Covers every resource and every format, but not all combinations: the test of the console covers those.
  it.each(
    importable.map(
      (resource, at) => [resource.name, exportFormats[at % exportFormats.length] ?? 'csv', resource] as const,
    ),
  )('changes nothing of %s by way of %s', async (_name, form, resource) => {
    const { id } = await records.of(resource);
    const before = await readStored(resource, id);
    const file = path.join(gantry.directory, `${resource.name}.${form}`);
    const exported = await gantry.run([kebab(resource.name), 'export', file]);
    expect(exported).toMatchObject({ code: 0, stdout: '', stderr: expect.stringMatching(/^Wrote \d+ rows? to /) });
    const rows = Number(/\d+/.exec(exported.stderr)?.[0]);
    const done = await gantry.run([kebab(resource.name), 'import', file, '--on-conflict', 'update', '--json']);
    expect([done.code, JSON.parse(done.stdout)]).toMatchObject([
      0,
      { rows, created: 0, updated: 0, skipped: rows, failed: 0 },
    ]);
    expect(await readStored(resource, id)).toEqual(before);
  });
});
