import { randomUUID } from 'node:crypto';
import type { DatabasePlace } from '../../server/src/platform/store/open-database.ts';
import { type BareSql, openBare } from './bare-sql.ts';
import type { BenchResult } from './bench-result.ts';
import { figure, medians } from './measure.ts';
import { serve, serveBare } from './served.ts';

const rounds = 400;

/** Inserts a row and its audit row in one transaction, which is the minimum for any console. */
async function insertBare(sql: BareSql): Promise<void> {
  const phrase = randomUUID();
  const now = Date.now();
  await sql.all('begin');
  await sql.all(
    'insert into allow_words (phrase, version, created_at, updated_at) values (?, 1, ?, ?)',
    phrase,
    now,
    now,
  );
  await sql.all(
    'insert into bench_audit (resource, action, after, created_at) values (?, ?, ?, ?)',
    'a',
    'b',
    phrase,
    now,
  );
  await sql.all('commit');
}

const auditTable = {
  sqlite:
    'create table if not exists bench_audit (id integer primary key, resource text, action text, after text, created_at bigint)',
  postgres:
    'create table if not exists bench_audit (id bigserial primary key, resource text, action text, after text, created_at bigint)',
} as const;

/** Creates records over HTTP, each with an idempotency key, an audit row and a durable commit. */
export async function benchCreate(place: DatabasePlace): Promise<BenchResult[]> {
  const served = await serve(place);
  const sql = await openBare(place);
  try {
    await sql.all(auditTable[sql.kind]);
    const make = () => served.post('/allow-word/create', { phrase: randomUUID() }, randomUUID());
    const raw = await serveBare((await make()).body);
    const found = await medians(
      { make, raw: () => raw.post('/', { phrase: randomUUID() }), sql: () => insertBare(sql) },
      { rounds, warmUps: 300 },
    );
    await raw.stop();
    await sql.all('drop table bench_audit');
    return [
      figure({
        name: `creating one record over HTTP on ${sql.kind}, audited and durable, less a bare answer`,
        ours: found.make - found.raw,
        floor: found.sql,
        bound: 4,
        note: `${found.make.toFixed(2)} ms in all, bare Fastify ${found.raw.toFixed(2)} ms`,
      }),
    ];
  } finally {
    await sql.close();
    await served.stop();
  }
}
