import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { DatabasePlace } from '../../server/src/platform/store/open-database.ts';
import { firstAdmin, type RunningServer, startServer } from '../../server/test/server-process.ts';
import { openBare } from './bare-sql.ts';
import type { BenchResult } from './bench-result.ts';
import { type Acknowledged, apiAt, payUntil, type Shop } from './killed-traffic.ts';

/** The number of rounds that end with kill -9: thirty of 20 s are ten minutes. */
const kills = Number(process.env.GANTRY_BENCH_KILLS ?? 30);
const roundMs = Number(process.env.GANTRY_BENCH_KILL_EVERY_MS ?? 20_000);
const writers = 16;
/** The timeout of a start, for a busy machine. */
const timeoutMs = 240_000;
/** The pause between two uses of a writer, like that of a user, in ms. */
const pauseMs = 60;
const [people, credit, packCoins, price] = [8, 1_000_000, 100, 500];

/** Calls the admin API of the running server as the first admin. */
type Admin = (called: string, body: unknown) => Promise<Readonly<Record<string, unknown>>>;

const getAdmin = (server: () => RunningServer, token: () => string): Admin => {
  return async (called, body) => {
    const answer = await server().call(called, body, {
      token: token(),
      headers: { 'idempotency-key': randomUUID() },
    });
    if (answer.code !== 20_000) throw new Error(`${called}: ${answer.text}`);
    return answer.data;
  };
};

async function openShop(admin: Admin, url: string): Promise<Shop> {
  await admin('/step-up', { password: firstAdmin.password });
  const made = await admin('/service-client/create', { name: 'k', scopes: ['all'], ratePerMinute: 10_000_000 });
  const credentials = { clientId: String(made.clientId), secret: String(made.secret) };
  const sandboxSecret = randomUUID();
  const values = { sandboxEnabled: true, sandboxSecret };
  await admin('/settings/save', { page: 'system', group: 'pay', version: 0, values });
  const pack = await admin('/currency-pack/create', { name: 'pack', price, coin: packCoins });
  await admin('/currency-pack/publish', { id: pack.id });
  const userIds: number[] = [];
  for (let n = 0; n < people; n += 1) {
    const { userId } = await apiAt(url, credentials).call('userRegister', { username: `payer-${n}` });
    await admin('/user/adjust-balance', { id: userId, asset: 'coin', amount: credit, reason: 'to be spent' });
    userIds.push(userId);
  }
  return { credentials, sandboxSecret, productId: Number(pack.id), price, userIds };
}

/** Compares the database with what was acknowledged. */
async function compare(place: DatabasePlace, { captures, releases, orders }: Acknowledged) {
  const sql = await openBare(place);
  try {
    const rows = async (text: string) => (await sql.all(text)) as Readonly<Record<string, unknown>>[];
    const used = new Map<string, number[]>();
    for (const { request_id, charged_amount } of await rows('select request_id, charged_amount from usage_records'))
      used.set(String(request_id), [...(used.get(String(request_id)) ?? []), Number(charged_amount)]);
    const freed = new Set((await rows("select no from holds where status = 'released'")).map(({ no }) => String(no)));
    const paid = new Map<string, number>();
    for (const { no } of await rows(`select o.no as no from orders o join ledger_entries e
      on e.cause = 'recharge' and e.cause_id = o.no and e.wallet_id is not null where o.status = 'fulfilled'`))
      paid.set(String(no), (paid.get(String(no)) ?? 0) + 1);
    const [books] = await rows(`select coalesce(sum(case when delta < 0 then -delta else 0 end), 0) as spent,
      coalesce(sum(case when delta > 0 then delta else 0 end), 0) as given from ledger_entries where wallet_id is not null`);
    const charged = [...captures.values()].reduce((sum, amount) => sum + amount, 0);
    const lost =
      [...captures].filter(([id, amount]) => used.get(id)?.[0] !== amount).length +
      [...releases].filter((no) => !freed.has(no)).length +
      [...orders].filter((no) => !paid.has(no)).length;
    const twice =
      [...used.values()].filter(({ length }) => length > 1).length + [...paid.values()].filter((n) => n > 1).length;
    const spare = Math.abs(Number(books?.spent) - charged);
    const bought = Math.abs(Number(books?.given) - people * credit - orders.size * packCoins);
    return { lost, twice, creditsOff: spare + bought };
  } finally {
    await sql.close();
  }
}

function results(
  kind: string,
  { captures, releases, orders, again }: Acknowledged,
  found: { readonly lost: number; readonly twice: number; readonly creditsOff: number },
  broken: readonly string[],
  checked: number,
): BenchResult[] {
  const all = captures.size + releases.size + orders.size;
  const none = (name: string, ours: number, floor: number, note: string): BenchResult => ({
    name: `${name}, ${kills} kills, ${kind}`,
    ...{ ours, floor, ratio: ours / floor, bound: 0, unit: 'of', ok: ours === 0 && floor > 0, note },
  });
  const what = `${captures.size} captures, ${releases.size} releases, ${orders.size} paid orders; ${again} calls sent again`;
  return [
    none('acknowledged and lost', found.lost, all, what),
    none(
      'counted twice',
      found.twice,
      all,
      `${found.creditsOff} credits of difference between the books and what was told`,
    ),
    none('credits of difference', found.creditsOff, people * credit, 'spent and given, summed over all wallets'),
    none('promises of the books broken', broken.length, checked, broken.join('; ') || 'all hold'),
  ];
}

/** Simulates traffic on the built server and kills it every 20 s, then compares the database with what was acknowledged. */
export async function benchKilled(place: DatabasePlace): Promise<BenchResult[]> {
  const data = mkdtempSync(path.join(tmpdir(), 'gantry-killed-'));
  const database = 'sqlite' in place ? place.sqlite : place.postgres;
  const start = () => startServer({ data, database, timeoutMs: timeoutMs });
  let server = await start();
  try {
    let token = await server.firstAdmin();
    const admin = getAdmin(
      () => server,
      () => token,
    );
    const shop = await openShop(admin, server.url);
    const acknowledged: Acknowledged = { captures: new Map(), releases: new Set(), orders: new Set(), again: 0 };
    let over = false;
    const work = Promise.all(
      Array.from({ length: writers }, () =>
        payUntil(
          () => over,
          () => server.url,
          shop,
          acknowledged,
          pauseMs,
        ),
      ),
    );
    for (let round = 0; round < kills; round += 1) {
      await Promise.race([delay(roundMs), work]);
      await server.stop('SIGKILL');
      server = await start();
    }
    await delay(roundMs / 4);
    over = true;
    await work;
    token = await server.signIn(firstAdmin.username, firstAdmin.password);
    const { invariants } = (await admin('/ledger/verify', {})) as {
      readonly invariants: readonly { readonly no: number; readonly ok: boolean; readonly first: string | null }[];
    };
    const broken = invariants.filter(({ ok }) => !ok).map(({ no, first }) => `${no}: ${first}`);
    await server.stop();
    const kind = 'sqlite' in place ? 'sqlite' : 'postgres';
    return results(kind, acknowledged, await compare(place, acknowledged), broken, invariants.length);
  } finally {
    await server.stop('SIGKILL');
    rmSync(data, { recursive: true, force: true });
  }
}
