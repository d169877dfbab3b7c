import { randomUUID } from 'node:crypto';
import type { BareSql } from './bare-sql.ts';

export interface Payer {
  readonly userId: number;
  readonly walletId: number;
}

type Row = Readonly<Record<string, unknown>>;

async function first(sql: BareSql, text: string, ...values: readonly unknown[]): Promise<Row> {
  const [row] = (await sql.all(text, ...values)) as Row[];
  if (!row) throw new Error(`no row: ${text}`);
  return row;
}

const keyed = 'insert into idempotency_keys (actor_id, key, call, body_hash, created_at) values (-999, ?, ?, ?, ?)';
const answered = 'update idempotency_keys set code = 20000, answer = ? where actor_id = -999 and key = ?';
const lots = `select id, remaining, held, capabilities from credit_lots where wallet_id = ? and remaining > held
  and (expires_at is null or expires_at > ?)
  order by case when expires_at is null then 1 else 0 end, expires_at, id`;
const changeLot = 'update credit_lots set remaining = remaining + ?, held = held + ? where id = ?';

/** The SQL statements of a hold and of its capture, each in its own transaction, and nothing else. */
export async function barePair(sql: BareSql, payer: Payer): Promise<void> {
  await capture(sql, payer, await hold(sql, payer));
}

const lockUser = ({ kind }: BareSql) =>
  `select status from users where id = ?${kind === 'postgres' ? ' for no key update' : ''}`;

async function hold(sql: BareSql, { userId, walletId }: Payer): Promise<string> {
  const [key, request, no, now] = [randomUUID(), randomUUID(), `B${randomUUID()}`, Date.now()];
  await sql.all('begin');
  await sql.all(keyed, key, '/billing/hold', key, now);
  await first(sql, lockUser(sql), userId);
  const wallet = await first(sql, 'select * from wallets where user_id = ? and asset = ?', userId, 'coin');
  await sql.all('select * from holds where user_id = ? and request_id = ?', userId, request);
  const lot = await first(sql, lots, walletId, now);
  await sql.all(changeLot, 0, 5, lot.id);
  await sql.all('update wallets set held = ?, changed_at = ? where id = ?', Number(wallet.held) + 5, now, walletId);
  await sql.all(
    `insert into holds (no, user_id, wallet_id, asset, capability, request_id, amount, captured_amount, written_off, lots,
      expires_at, status, version, created_at, updated_at) values (?, ?, ?, 'coin', 'chat', ?, 5, 0, 0, ?, ?, 'held', 1, ?, ?)`,
    no,
    userId,
    walletId,
    request,
    JSON.stringify([{ lotId: lot.id, amount: 5 }]),
    now + 1_800_000,
    now,
    now,
  );
  await sql.all(answered, `{"holdNo":"${no}","amount":5}`, key);
  await sql.all('commit');
  return no;
}

async function capture(sql: BareSql, { userId, walletId }: Payer, no: string): Promise<void> {
  const [key, now] = [randomUUID(), Date.now()];
  await sql.all('begin');
  await sql.all(keyed, key, '/billing/capture', key, now);
  const ended = await first(
    sql,
    `update holds set captured_amount = 3, status = 'captured', settled_at = ?, updated_at = ?, version = version + 1
      where no = ? and status = 'held' returning *`,
    now,
    now,
    no,
  );
  const [share] = JSON.parse(String(ended.lots)) as { lotId: number }[];
  await first(sql, lockUser(sql), userId);
  const wallet = await first(sql, 'select * from wallets where user_id = ? and asset = ?', userId, 'coin');
  await sql.all(changeLot, -3, -5, share?.lotId);
  await post(sql, { no, now, userId, walletId, lotId: Number(share?.lotId), wallet });
  await record(sql, { now, userId, request: String(ended.request_id), hold: Number(ended.id) });
  await sql.all(answered, `{"holdNo":"${no}","charged":3}`, key);
  await sql.all('commit');
}

interface Posting {
  readonly no: string;
  readonly now: number;
  readonly userId: number;
  readonly walletId: number;
  readonly lotId: number;
  readonly wallet: Row;
}

async function post(sql: BareSql, { no, now, userId, walletId, lotId, wallet }: Posting): Promise<void> {
  const [balance, seq] = [Number(wallet.balance) - 3, Number(wallet.last_seq) + 1];
  const transaction = `hold:${no}:capture`;
  await sql.all(
    `insert into ledger_postings (transaction_id, cause, cause_id, created_at) values (?, 'consume', ?, ?)
      on conflict (transaction_id) do nothing`,
    transaction,
    no,
    now,
  );
  await sql.all(
    `insert into ledger_entries (user_id, account, wallet_id, lot_id, asset, seq, delta, balance_after, cause, cause_id,
      operator, operator_id, transaction_id, created_at) values
      (?, null, ?, ?, 'coin', ?, -3, ?, 'consume', ?, 'service', 1, ?, ?),
      (null, 'sys:consumed', null, null, 'coin', null, 3, null, 'consume', ?, 'service', 1, ?, ?)`,
    ...[userId, walletId, lotId, seq, balance, no, transaction, now, no, transaction, now],
  );
  await sql.all(
    'update wallets set balance = ?, held = ?, debt = 0, last_seq = ?, changed_at = ? where id = ?',
    ...[balance, Number(wallet.held) - 5, seq, now, walletId],
  );
  await sql.all('update users set coin_balance = ? where id = ?', balance, userId);
}

interface Use {
  readonly now: number;
  readonly userId: number;
  readonly request: string;
  readonly hold: number;
}

const summed =
  'requests success failed prompt_tokens completion_tokens units charged_coin charged_compute upstream_cost'.split(' ');
const added = (table: string) => summed.map((name) => `${name} = ${table}.${name} + excluded.${name}`).join(', ');

async function record(sql: BareSql, { now, userId, request, hold: holdId }: Use): Promise<void> {
  const day = new Date(now).toISOString().slice(0, 10);
  const hour = now - (now % 3_600_000);
  await sql.all(
    `insert into usage_records (request_id, user_id, capability, prompt_tokens, completion_tokens, units, asset, list_amount,
      charged_amount, upstream_cost, status, stream, day, hour, hold_id, created_at)
      values (?, ?, 'chat', 0, 0, 0, 'coin', 3, 3, 0, 'success', 0, ?, ?, ?, ?) returning id`,
    ...[request, userId, day, hour, holdId, now],
  );
  await sql.all(
    `insert into usage_daily (day, user_id, capability, model_id, api_key_id, requests, success, failed, prompt_tokens,
      completion_tokens, units, charged_coin, charged_compute, upstream_cost)
      values (?, ?, 'chat', 0, 0, 1, 1, 0, 0, 0, 0, 3, 0, 0)
      on conflict (day, user_id, capability, model_id, api_key_id) do update set ${added('usage_daily')}`,
    day,
    userId,
  );
  const stripe = sql.kind === 'sqlite' ? 0 : userId % 8;
  await sql.all(
    `insert into usage_sums (span, day, hour, user_id, capability, model_id, api_key_id, stripe, requests, success, failed,
      prompt_tokens, completion_tokens, units, charged_coin, charged_compute, upstream_cost)
      values ('user', ?, 0, ?, '', 0, 0, 0, 1, 1, 0, 0, 0, 0, 3, 0, 0), ('day', ?, 0, 0, 'chat', 0, 0, ?, 1, 1, 0, 0, 0, 0, 3, 0, 0),
      ('hour', ?, ?, 0, 'chat', 0, 0, ?, 1, 1, 0, 0, 0, 0, 3, 0, 0)
      on conflict (span, day, hour, user_id, capability, model_id, api_key_id, stripe) do update set ${added('usage_sums')}`,
    ...[day, userId, day, stripe, day, hour, stripe],
  );
}
