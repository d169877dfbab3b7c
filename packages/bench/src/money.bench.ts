import { randomUUID } from 'node:crypto';
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import { serviceBase } from '@gantry/core';
import type { DatabasePlace } from '../../server/src/platform/store/open-database.ts';
import { barePair, type Payer } from './bare-payment.ts';
import { type BareSql, openBare } from './bare-sql.ts';
import type { BenchResult } from './bench-result.ts';
import { client, type Post, serve } from './served.ts';

const atOnce = 32;
const pairs = 500;
const rounds = 3;
const warmUps = 100;
const fortune = 1_000_000;

type Pair = (payer: Payer) => Promise<void>;

/** Pairs of a hold and its capture per second; each worker alternates between its own payers. */
async function getRate(workers: readonly Pair[], payers: readonly Payer[], count: number): Promise<number> {
  let left = count;
  const begun = performance.now();
  await Promise.all(
    workers.map(async (pair, at) => {
      for (let turn = at; left > 0; turn += workers.length) {
        left -= 1;
        await pair(payers[turn % payers.length] as Payer);
        // A synchronous driver would block the timers of the server, which runs in this process.
        await nextTurn();
      }
    }),
  );
  return (count * 1000) / (performance.now() - begun);
}

/** A hold and its capture through the service API, as service clients send them. */
function overHttp(post: Post): Pair {
  const call = async (path: string, body: unknown) => {
    const key = randomUUID();
    for (let tries = 1; ; tries += 1) {
      const { status, body: answer } = await post(serviceBase + path, body, key);
      if (answer.code === 20_000) return answer.data as { readonly holdNo: string };
      if (tries === 20 || status !== 503) throw new Error(`${path}: ${JSON.stringify(answer)}`);
      await delay(200);
    }
  };
  return async ({ userId }) => {
    const use = { userId, requestId: randomUUID(), capability: 'chat', asset: 'coin', amount: 5 };
    const { holdNo } = await call('/billing/hold', use);
    await call('/billing/capture', { holdNo, amount: 3 });
  };
}

/** Compares holds and captures through the API with the same statements sent directly, both equally durable. */
export async function benchMoney(place: DatabasePlace): Promise<BenchResult[]> {
  const served = await serve(place);
  const direct: BareSql[] = [];
  const clients: { close(): void }[] = [];
  try {
    const token = await newClient(served.post);
    const payers = await newPayers(served.post, served.database, token, served.port);
    const count = 'sqlite' in place ? 1 : atOnce;
    for (let n = 0; n < count; n += 1) direct.push(await openBare(place));
    const ours = Array.from({ length: atOnce }, () => {
      const made = client(served.port, () => ({ authorization: `Bearer ${token}` }));
      clients.push(made);
      return overHttp(made.post);
    });
    const raw = direct.map(
      (sql): Pair =>
        (payer) =>
          barePair(sql, payer),
    );
    await getRate(ours, payers, warmUps);
    await getRate(raw, payers, warmUps);
    const rates: { ours: number; raw: number }[] = [];
    for (let round = 0; round < rounds; round += 1)
      rates.push({ raw: await getRate(raw, payers, pairs), ours: await getRate(ours, payers, pairs) });
    const middle = (of: 'ours' | 'raw') => rates.map((rate) => rate[of]).sort((a, b) => a - b)[rounds >> 1] ?? 0;
    return [result(direct[0]?.kind ?? 'sqlite', middle('ours'), middle('raw'))];
  } finally {
    for (const made of clients) made.close();
    for (const sql of direct) await sql.close();
    await served.stop();
  }
}

function result(kind: string, ours: number, raw: number): BenchResult {
  const ratio = raw / ours;
  return {
    name: `a hold and its capture through the API on ${kind}, ${atOnce} at a time`,
    ours: 1000 / ours,
    floor: 1000 / raw,
    ratio,
    bound: 3,
    unit: 'ms',
    ok: ratio <= 3,
    note: `${ours.toFixed(0)} a second through the API, ${raw.toFixed(0)} of the same SQL sent directly`,
  };
}

async function newClient(post: Post): Promise<string> {
  const values = { name: `bench-${randomUUID()}`, scopes: ['all'], ratePerMinute: 10_000_000 };
  const { clientId, secret } = (await post('/service-client/create', values, randomUUID())).body.data as {
    clientId: string;
    secret: string;
  };
  return `${clientId}.${secret}`;
}

async function newPayers(
  admin: Post,
  database: Awaited<ReturnType<typeof serve>>['database'],
  token: string,
  port: number,
): Promise<Payer[]> {
  const service = client(port, () => ({ authorization: `Bearer ${token}` }));
  const payers: Payer[] = [];
  for (let n = 0; n < atOnce * 4; n += 1) {
    const body = { username: `bench-${randomUUID()}` };
    const { data } = (await service.post(`${serviceBase}/user/register`, body, randomUUID())).body;
    const { userId } = data as { readonly userId: number };
    const gift = { id: userId, asset: 'coin', amount: fortune, reason: 'to be spent' };
    await admin('/user/adjust-balance', gift, randomUUID());
    const wallet = await database.read
      .selectFrom('wallets')
      .select('id')
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    payers.push({ userId, walletId: wallet.id });
  }
  service.close();
  return payers;
}
