import { order, user } from '@gantry/core';
import type { DatabasePlace } from '../../server/src/platform/store/open-database.ts';
import { type BareSql, openBare } from './bare-sql.ts';
import type { BenchResult } from './bench-result.ts';
import { figure, medians } from './measure.ts';
import type { BenchSetup } from './places.ts';
import { type Post, type Served, serve, serveBare } from './served.ts';
import { addOrders, addPeople, addUsage } from './usage-corpus.ts';

const report = '/usage-record/report';
const rounds = 25;
const [small, middle, large] = [100_000, 1_000_000, 3_000_000];

/** Pages of the console, by grouping and period. */
const pages = {
  day: { by: ['day'], range: 'this-month' },
  user: { by: ['user'], range: 'last-7d' },
  dayModel: { by: ['day', 'model'], range: 'last-7d' },
  modelKey: { by: ['model', 'key'], range: 'this-month' },
  hourCapability: { by: ['hour', 'capability'], range: 'yesterday' },
} as const;
type Page = keyof typeof pages;

const sums = `sum(requests) as requests, sum(success) as success, sum(failed) as failed, sum(prompt_tokens) as prompt_tokens,
  sum(completion_tokens) as completion_tokens, sum(units) as units, sum(charged_coin) as charged_coin,
  sum(charged_compute) as charged_compute, sum(upstream_cost) as upstream_cost`;
const ofRecords = `count(*) as requests, sum(case when status = 'success' then 1 else 0 end) as success,
  sum(case when status = 'failed' then 1 else 0 end) as failed, sum(prompt_tokens) as prompt_tokens,
  sum(completion_tokens) as completion_tokens, sum(units) as units,
  sum(case when asset = 'coin' then charged_amount else 0 end) as charged_coin,
  sum(case when asset = 'compute' then charged_amount else 0 end) as charged_compute, sum(upstream_cost) as upstream_cost`;

const first = (by: readonly string[]) => ({ by, range: 'last-7d', pageSize: 20 }) as const;

/**
 * Compares a call with the minimum response of a server, and with the same groups in SQL: from the sums, and from the records.
 */
async function twoDimensions(
  { post }: Served,
  sql: BareSql,
  { name, keys, table }: { readonly name: readonly string[]; readonly keys: string; readonly table: string },
): Promise<BenchResult[]> {
  const body = first(name);
  const answer = (await post(report, body)).body;
  const { from, to } = (answer.data as { span: { from: number; to: number } }).span;
  const [firstDay, lastDay] = [new Date(from + 8 * 3_600_000), new Date(to + 8 * 3_600_000 - 1)].map((at) =>
    at.toISOString().slice(0, 10),
  );
  const raw = await serveBare(answer);
  const order = name.includes('day')
    ? 'day desc, charged_coin + charged_compute desc'
    : 'charged_coin + charged_compute desc';
  const page = (sums: string, from: string) => `select * from (select ${keys}, ${sums} from ${from}
    and day >= ? and day <= ? group by ${keys}) g order by ${order} limit 20`;
  const found = await medians(
    {
      ours: () => post(report, body),
      sql: () => sql.all(page(sums, table), firstDay, lastDay),
      raw: () => raw.post('/', body),
    },
    { rounds, warmUps: 5 },
  );
  const { records } = await medians(
    { records: () => sql.all(page(ofRecords, 'usage_records where 1 = 1'), firstDay, lastDay) },
    { rounds: 3, warmUps: 1 },
  );
  await raw.stop();
  const label = `consumption by ${name.join(' and ')} on ${sql.kind}, ${middle.toLocaleString('en')} records`;
  const against = (what: string, floor: number) =>
    figure({
      name: `${label}, against SQL on the ${what}`,
      ours: found.ours,
      floor: floor + found.raw,
      bound: 3,
      note: `SQL ${floor.toFixed(2)} ms, bare Fastify ${found.raw.toFixed(2)} ms`,
    });
  return [against('records', records), against('sums', found.sql)];
}

/** Measures groupings that no sums exist for: compared with the same groups in SQL, and with the minimum response of a server. */
async function fromRecords({ post }: Served, sql: BareSql, count: number): Promise<BenchResult[]> {
  const requested = [
    { name: 'result', filter: { status: 'failed' }, condition: `status = 'failed'` },
    { name: 'least amount', filter: { minAmount: 50 }, condition: 'charged_amount >= 50' },
    {
      name: 'result and least amount',
      filter: { status: 'success', minAmount: 50 },
      condition: `status = 'success' and charged_amount >= 50`,
    },
  ] as const;
  const results: BenchResult[] = [];
  for (const { name, filter, condition } of requested) {
    const body = { ...first(['day', 'model']), ...filter };
    const answer = (await post(report, body)).body;
    const { from, to } = (answer.data as { span: { from: number; to: number } }).span;
    const raw = await serveBare(answer);
    const text = `select * from (select day, model_id, ${ofRecords} from usage_records where created_at >= ? and created_at < ?
      and ${condition} group by day, model_id) g order by day desc, charged_coin + charged_compute desc limit 20`;
    const found = await medians(
      { ours: () => post(report, body), sql: () => sql.all(text, from, to), raw: () => raw.post('/', body) },
      { rounds: 7, warmUps: 2 },
    );
    await raw.stop();
    results.push(
      figure({
        name: `consumption by ${name} on ${sql.kind}, ${count.toLocaleString('en')} records`,
        ...{ ours: found.ours, floor: found.sql + found.raw, bound: 3 },
        note: `SQL on the records of 7 days ${found.sql.toFixed(1)} ms, bare Fastify ${found.raw.toFixed(2)} ms`,
      }),
    );
  }
  return results;
}

/** Compares a list of 20 over HTTP with the same rows in SQL, and with the minimum response of a server. */
async function listOf({ post }: Served, sql: BareSql, path: string, columns: readonly string[], text: string) {
  const shape = { pageSize: 20, columns };
  const raw = await serveBare((await post(path, shape)).body);
  const found = await medians(
    { list: () => post(path, shape), sql: () => sql.all(text), raw: () => raw.post('/', shape) },
    { rounds: 200 },
  );
  await raw.stop();
  return figure({
    name: `${path.slice(1)} over HTTP on ${sql.kind}`,
    ours: found.list,
    floor: found.sql + found.raw,
    bound: 3,
    note: `SQL ${found.sql.toFixed(2)} ms, bare Fastify ${found.raw.toFixed(2)} ms; capped total included`,
  });
}

async function lists(served: Served, sql: BareSql): Promise<BenchResult[]> {
  const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const page = (table: string, names: readonly string[]) =>
    `select id, ${names.map(snake).join(', ')} from ${table} order by id desc limit 20`;
  // Labels need another query, which the list with references in another benchmark covers.
  const orderColumns = order.list.columns.filter((name) => name !== 'userId');
  return [
    await listOf(served, sql, '/user/list', user.list.columns, page('users', user.list.columns)),
    await listOf(served, sql, '/order/list', orderColumns, page('orders', orderColumns)),
  ];
}

const getPages = (post: Post): Record<Page, () => Promise<unknown>> => ({
  day: () => post(report, pages.day),
  user: () => post(report, pages.user),
  dayModel: () => post(report, pages.dayModel),
  modelKey: () => post(report, pages.modelKey),
  hourCapability: () => post(report, pages.hourCapability),
});

/** Alternates the same pages of a platform with few records and of one with many. */
async function growth(few: Served, many: Served, kind: string): Promise<BenchResult[]> {
  const [ofFew, ofMany] = [getPages(few.post), getPages(many.post)];
  const against = `on ${kind} at ${large.toLocaleString('en')} records, against ${small.toLocaleString('en')}`;
  const results: BenchResult[] = [];
  for (const name of Object.keys(pages) as Page[]) {
    const found = await medians({ few: ofFew[name], many: ofMany[name] }, { rounds: 80, warmUps: 10 });
    const { by, range } = pages[name];
    const label = `the page by ${by.join(' and ')} ${against}`;
    results.push(figure({ name: label, ours: found.many, floor: found.few, bound: 1.3, note: range }));
  }
  const body = first(['user', 'model']);
  const cells = await medians(
    { few: () => few.post(report, body), many: () => many.post(report, body) },
    { rounds, warmUps: 3 },
  );
  const note =
    'it follows how many users use how many models a day, not the records, of which there are 30 times as many';
  return [
    ...results,
    figure({ name: `the page by user and model ${against}`, ours: cells.many, floor: cells.few, bound: 15, note }),
  ];
}

async function fewRecords(setup: BenchSetup, kind: BareSql['kind']): Promise<Served> {
  const served = await serve(await setup.fresh(kind));
  await addPeople(served.database, 1_000);
  await addUsage(served.database, small, 1);
  return served;
}

/** Measures consumption of millions of records: groupings against SQL, and pages whose time must not grow with the records. */
export async function benchConsumption(place: DatabasePlace, setup: BenchSetup): Promise<BenchResult[]> {
  const few = await fewRecords(setup, 'sqlite' in place ? 'sqlite' : 'postgres');
  const served = await serve(place);
  const { database } = served;
  const sql = await openBare(place);
  try {
    await addPeople(database, 100_000);
    await addOrders(database, 100_000);
    await addUsage(database, middle, 2);
    const days = `usage_sums where span = 'day'`;
    const people = `usage_sums where span = 'user'`;
    const results = [
      ...(await twoDimensions(served, sql, { name: ['day', 'model'], keys: 'day, model_id', table: days })),
      ...(await twoDimensions(served, sql, { name: ['user', 'day'], keys: 'user_id, day', table: people })),
      ...(await twoDimensions(served, sql, {
        name: ['user', 'model'],
        keys: 'user_id, model_id',
        table: 'usage_daily where 1 = 1',
      })),
      ...(await lists(served, sql)),
      ...(await fromRecords(served, sql, middle)),
    ];
    await addUsage(database, large - middle, 3);
    return [...results, ...(await fromRecords(served, sql, large)), ...(await growth(few, served, sql.kind))];
  } finally {
    await sql.close();
    await few.stop();
    await served.stop();
  }
}
