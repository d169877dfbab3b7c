import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { DatabasePlace } from '../../server/src/platform/store/open-database.ts';
import { type Answer, post, startServer } from '../../server/test/server-process.ts';
import type { BenchResult } from './bench-result.ts';
import { ensureChats } from './chat-corpus.ts';
import { masterKey, person, serve } from './served.ts';

const megabyte = 1_000_000;
const bound = 200;
const importRows = 5_000;
const imports = 10;
const rounds = 300;
/** Below the limit of concurrent calls of one user. */
const atOnce = 6;

type Call = (path: string, body: unknown) => Promise<unknown>;

/** The resident memory of a process and its maximum, in bytes. */
export function memoryOf(pid: number): { readonly now: number; readonly peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const kilobytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? Number.NaN);
  return { now: kilobytes('VmRSS') * 1024, peak: kilobytes('VmHWM') * 1024 };
}

/** Repeats calls of one type, some of them concurrently. */
async function repeat(call: Call, path: string, bodyOf: (index: number) => unknown): Promise<void> {
  for (let round = 0; round < rounds; round += atOnce) {
    await Promise.all(Array.from({ length: atOnce }, (_, index) => call(path, bodyOf(round + index))));
  }
}

/** Does what the other benchmarks do, in sequence: lists, searches, new words, an import of 50,000 rows, checks, panels. */
async function work(call: Call): Promise<void> {
  await repeat(call, '/chat-message/list', () => ({ pageSize: 20 }));
  await repeat(call, '/chat-message/list', (index) => ({ pageSize: 200, keyword: index % 2 === 0 ? '量子' : '麒麟' }));
  await repeat(call, '/banned-word/create', (index) => ({ word: `新词${index}` }));
  for (let chunk = 0; chunk < imports; chunk += 1) {
    const rows = Array.from({ length: importRows }, (_, line) => ({
      line: line + 1,
      values: { word: `内存词${chunk}-${line}`, category: 'ad' },
    }));
    await call('/banned-word/import', { rows, onConflict: 'skip' });
  }
  await repeat(call, '/banned-word/test', () => ({ text: '请加微信，内存词3-77，领红包。'.repeat(600) }));
  for (const panel of ['/data_panel', '/content_data', '/memory_panel']) await repeat(call, panel, () => ({}));
}

/** Repeats a call until it is accepted: an overloaded server rejects calls, which are sent again. */
async function persistently(url: string, body: unknown, token: string | null): Promise<Answer> {
  for (let tries = 0; ; tries += 1) {
    const answer = await post(url, JSON.stringify(body), { token });
    const { status, text } = answer;
    if (status === 200) return answer;
    const isBusy = status === 503 || status === 429;
    if (!isBusy || tries > 30) throw new Error(`${url} answered ${status}: ${text.slice(0, 200)}`);
    await delay(500);
  }
}

/** Measures the memory of the server process with a million messages, after a lot of work. */
export async function benchMemory(place: DatabasePlace, count = 1_000_000): Promise<BenchResult[]> {
  const filling = await serve(place);
  try {
    await ensureChats(filling.database, count);
  } finally {
    await filling.stop();
  }
  const database = 'sqlite' in place ? place.sqlite : place.postgres;
  const server = await startServer({ database, env: { GANTRY_MASTER_KEY: masterKey } });
  try {
    const base = `${server.url}/api/v1/admin`;
    const { username, password } = person;
    const token = String((await persistently(`${base}/login`, { username, password }, null)).data.token);
    const atStart = memoryOf(server.pid).now;
    await work((path, body) => persistently(`${base}${path}`, body, token));
    const { now, peak } = memoryOf(server.pid);
    const inMegabytes = (bytes: number) => `${Math.round(bytes / megabyte)} MB`;
    const ours = now / megabyte;
    const note = `${inMegabytes(atStart)} at the start, ${inMegabytes(peak)} at most`;
    const name = "the server's memory after all of this";
    return [{ name, ours, floor: bound, ratio: ours / bound, bound: 1, unit: 'MB', ok: ours <= bound, note }];
  } finally {
    await server.stop();
  }
}
