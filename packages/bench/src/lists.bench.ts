import { chatMessage } from '@gantry/core';
import type { DatabasePlace } from '../../server/src/platform/store/open-database.ts';
import { resolveOrder, writeCursor } from '../../server/src/platform/store/query/order.ts';
import { openBare } from './bare-sql.ts';
import type { BenchResult } from './bench-result.ts';
import { ensureChats } from './chat-corpus.ts';
import { figure, medians } from './measure.ts';
import { type Post, serve, serveBare } from './served.ts';

const rounds = 300;
const list = '/chat-message/list';
const columns = chatMessage.list.columns.filter((name) => name !== 'sessionId').join();
const sqlColumns =
  'id, user_id, role, content, model_name, prompt_tokens, completion_tokens, latency_ms, status, created_at';

/** Measures pages of a large table over HTTP: first and deep pages, with and without filters. */
export async function benchLists(place: DatabasePlace, count = 1_000_000): Promise<BenchResult[]> {
  const served = await serve(place);
  try {
    await ensureChats(served.database, count);
    const { read } = served.database;
    const deep = await read
      .selectFrom('chat_messages')
      .select('id')
      .orderBy('id')
      .limit(1)
      .offset(count / 10)
      .execute();
    return await measure(place, served.post, Number(deep[0]?.id), count);
  } finally {
    await served.stop();
  }
}

async function measure(place: DatabasePlace, post: Post, deepId: number, count: number): Promise<BenchResult[]> {
  const shape = { pageSize: 20, columns: columns.split(',') };
  const { body } = await post(list, shape);
  const raw = await serveBare(body);
  const sql = await openBare(place);
  // Runs what autovacuum would do after so many inserts.
  if (sql.kind === 'postgres') await sql.all('vacuum analyze chat_messages');
  const cursor = writeCursor(resolveOrder(chatMessage, undefined), { value: deepId, id: deepId });
  const page = `select ${sqlColumns} from chat_messages order by id desc limit 20`;
  const byUser = `select ${sqlColumns} from chat_messages where user_id = ? order by id desc limit 20`;
  const user = { from: 77, to: 77 };
  const found = await medians(
    {
      list: () => post(list, shape),
      sql: () => sql.all(page),
      raw: () => raw.post('/', shape),
      deep: () => post(list, { ...shape, cursor }),
      user: () => post(list, { ...shape, filters: { userId: user } }),
      userSql: () => sql.all(byUser, 77),
      rare: () => post(list, { ...shape, filters: { status: ['error'] } }),
    },
    { rounds },
  );
  const two = { ...shape, filters: { status: ['error', 'blocked'], role: ['user'] } };
  const { several } = await medians({ several: () => post(list, two) }, { rounds: 30, warmUps: 2 });
  await Promise.all([raw.stop(), sql.close()]);
  const on = `on ${sql.kind}, ${count.toLocaleString('en')} messages`;
  const floor = found.sql + found.raw;
  const note = `SQL ${found.sql.toFixed(2)} ms, bare Fastify ${found.raw.toFixed(2)} ms; capped total included`;
  const narrowed = found.userSql + found.raw;
  return [
    figure({ name: `a list of 20 over HTTP ${on}`, ours: found.list, floor, bound: 3, note }),
    figure({
      name: `page ${Math.round((count * 0.9) / 20).toLocaleString('en')} by key ${on}, against page 1`,
      ours: found.deep,
      floor: found.list,
      bound: 1.3,
      note: 'by cursor',
    }),
    figure({ name: `a list of one user ${on}`, ours: found.user, floor: narrowed, bound: 3, note: 'total counted' }),
    figure({ name: `a list of a rare state ${on}`, ours: found.rare, floor: narrowed, bound: 4, note: 'total capped' }),
    figure({
      name: `a list of two filters ${on}, one record of 200`,
      ours: several,
      floor: narrowed,
      bound: 120,
      note: 'all of the rarer one are looked at for the total',
    }),
  ];
}
