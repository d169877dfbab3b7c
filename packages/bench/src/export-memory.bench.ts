import { setTimeout as delay } from 'node:timers/promises';
import type { DatabasePlace } from '../../server/src/platform/store/open-database.ts';
import { startServer } from '../../server/test/server-process.ts';
import type { BenchResult } from './bench-result.ts';
import { memoryOf } from './memory.bench.ts';
import { masterKey, person, serve } from './served.ts';
import { addPeople, addUsage } from './usage-corpus.ts';

const megabyte = 1_000_000;
const bound = 150;
const rows = 1_000_000;
const everyMs = 50;

/** Signs in and returns a function that sends requests as this user. */
async function signedIn(url: string): Promise<(path: string, body: unknown) => Promise<Response>> {
  let token = '';
  const send = (path: string, body: unknown) =>
    fetch(`${url}/api/v1/admin${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token === '' ? {} : { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    });
  const { username, password } = person;
  const answer = (await (await send('/login', { username, password })).json()) as { data: { token: string } };
  token = answer.data.token;
  return send;
}

/** Counts the lines of a body that is read without storing it. */
async function countLines(answer: Response): Promise<number> {
  let lines = 0;
  for await (const piece of answer.body ?? []) for (const byte of piece as Uint8Array) if (byte === 10) lines += 1;
  return lines;
}

/** Measures how much the memory of the server process grows while it streams a million rows. */
export async function benchExportMemory(place: DatabasePlace): Promise<BenchResult[]> {
  const filling = await serve(place);
  try {
    await addPeople(filling.database, 1_000);
    await addUsage(filling.database, rows, 1);
  } finally {
    await filling.stop();
  }
  const database = 'sqlite' in place ? place.sqlite : place.postgres;
  const server = await startServer({ database, env: { GANTRY_MASTER_KEY: masterKey } });
  try {
    const send = await signedIn(server.url);
    await (await send('/usage-record/list', { pageSize: 20 })).text();
    await delay(2_000);
    const idle = memoryOf(server.pid).now;
    let most = idle;
    const watching = setInterval(() => {
      most = Math.max(most, memoryOf(server.pid).now);
    }, everyMs);
    const begun = performance.now();
    const lines = await countLines(await send('/usage-record/export', { format: 'csv' }));
    const seconds = (performance.now() - begun) / 1000;
    clearInterval(watching);
    if (lines !== rows + 1) throw new Error(`${lines} lines were exported`);
    const ours = (most - idle) / megabyte;
    const on = 'sqlite' in place ? 'sqlite' : 'postgres';
    const note = `${Math.round(idle / megabyte)} MB idle, ${Math.round(most / megabyte)} MB at most, in ${seconds.toFixed(0)} s`;
    const name = `memory above idle while a million rows are exported on ${on}`;
    return [{ name, ours, floor: bound, ratio: ours / bound, bound: 1, unit: 'MB', ok: ours <= bound, note }];
  } finally {
    await server.stop();
  }
}
