import { createCipheriv, createDecipheriv, randomBytes, randomUUID } from 'node:crypto';
import type { DatabasePlace } from '../../server/src/platform/store/open-database.ts';
import { type BareSql, openBare } from './bare-sql.ts';
import type { BenchResult } from './bench-result.ts';
import { figure } from './measure.ts';
import { person, type Served, serve } from './served.ts';

const count = 100_000;
const rounds = 3;
const columns = 11;
const key = randomBytes(32);

/** As random as the hash of a code, so that the indexes grow in the same way. */
const hashOf = () => randomBytes(32).toString('base64url');

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}
const middle = (times: readonly number[]) => [...times].sort((a, b) => a - b)[times.length >> 1] ?? Number.NaN;

/** Inserts codes directly: prepared rows, one transaction, and as many rows per statement as is best for the database. */
async function insertBare(sql: BareSql, batchId: number): Promise<void> {
  const many = sql.kind === 'sqlite' ? 1 : 1_000;
  const row = `(${Array.from({ length: columns }, () => '?').join(', ')})`;
  const text = `insert into redeem_codes (code_hash, code_enc, tail, batch_id, max_uses, used_count, expires_at, status, version,
    created_at, updated_at) values ${Array.from({ length: many }, () => row).join(', ')}`;
  const now = Date.now();
  const enc = randomBytes(44).toString('base64');
  await sql.all('begin');
  for (let at = 0; at < count; at += many) {
    const rows = Array.from({ length: many }, () => [
      ...[hashOf(), enc, hashOf().slice(-4), batchId, 1, 0, null, 'unused', 1, now, now],
    ]);
    await sql.all(text, ...rows.flat());
  }
  await sql.all('commit');
}

/** Reads the rows of a batch by key, and decrypts each with a key in memory. */
async function readBare(sql: BareSql, batchId: number): Promise<void> {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const sealed = Buffer.concat([cipher.update('ABCDEFGHJKMNPQRS'), cipher.final()]);
  const tag = cipher.getAuthTag();
  for (let after = 0; ; ) {
    const rows = (await sql.all(
      'select id, code_enc, status, expires_at from redeem_codes where batch_id = ? and id > ? order by id limit 1000',
      ...[batchId, after],
    )) as { readonly id: number | string }[];
    for (const _row of rows) {
      const decipher = createDecipheriv('aes-256-gcm', key, iv);
      decipher.setAuthTag(tag);
      decipher.update(sealed).toString();
      decipher.final();
    }
    const last = rows.at(-1);
    if (!last) return;
    after = Number(last.id);
  }
}

async function exportBatch({ port, post }: Served, batchId: number): Promise<void> {
  const { username, password } = person;
  const signedIn = await post('/login', { username, password });
  const { token } = signedIn.body.data as { token: string };
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const send = (path: string, body: unknown) =>
    fetch(`http://127.0.0.1:${port}/api/v1/admin${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  await (await send('/step-up', { password })).text();
  const answer = await send('/redeem-code/export', { filters: { batchId: [batchId] }, format: 'csv' });
  const text = await answer.text();
  const lines = text.split('\r\n').length - 2;
  if (lines !== count) throw new Error(`${lines} codes were exported: ${text.slice(0, 200)}`);
}

/** Creates and exports a hundred thousand codes, compared with inserting, reading and decrypting prepared rows directly. */
export async function benchCodes(place: DatabasePlace): Promise<BenchResult[]> {
  const served = await serve(place);
  const sql = await openBare(place);
  const times = { generate: [] as number[], insert: [] as number[], export: [] as number[], read: [] as number[] };
  try {
    const generate = async () => {
      const [body, idempotencyKey] = [{ name: randomUUID(), kind: 'coin', coin: 10, count }, randomUUID()];
      const answer = await served.post('/redeem-batch/generate', body, idempotencyKey);
      return (answer.body.data as { id: number }).id;
    };
    await generate();
    for (let round = 0; round < rounds; round += 1) {
      let id = 0;
      times.generate.push(
        await timed(async () => {
          id = await generate();
        }),
      );
      const empty = await emptyBatch(sql, id);
      times.insert.push(await timed(() => insertBare(sql, empty)));
      times.read.push(await timed(() => readBare(sql, id)));
      times.export.push(await timed(() => exportBatch(served, id)));
    }
    return [
      figure({
        name: `generating ${count.toLocaleString('en')} codes on ${sql.kind}`,
        ours: middle(times.generate),
        floor: middle(times.insert),
        bound: 3,
        note: 'against bare inserts of rows that are ready, in one transaction',
      }),
      figure({
        name: `exporting ${count.toLocaleString('en')} codes on ${sql.kind}`,
        ours: middle(times.export),
        floor: middle(times.read),
        bound: 3,
        note: 'signing in and the step-up included, against a bare read and opening of each',
      }),
    ];
  } finally {
    await sql.close();
    await served.stop();
  }
}

/** Copies a batch without its codes. */
async function emptyBatch(sql: BareSql, like: number): Promise<number> {
  await sql.all(
    `insert into redeem_batches (no, name, kind, mode, status, version, created_at, updated_at)
      select ?, ?, kind, mode, status, 1, created_at, updated_at from redeem_batches where id = ?`,
    ...[randomUUID(), randomUUID(), like],
  );
  const [row] = (await sql.all('select max(id) as id from redeem_batches')) as { readonly id: number | string }[];
  return Number(row?.id);
}
