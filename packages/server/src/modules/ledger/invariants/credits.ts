import { usageSums } from '../usage.ts';
import type { Invariant } from './invariant.ts';

const tables = ['draw_tasks', 'slide_tasks', 'video_tasks', 'music_tasks', 'write_tasks', 'mind_map_tasks'];

/** Query for tasks of a table that do not match their hold, which is the hold of their last attempt. */
const selectBroken = (table: string) => `select t.id as id, '${table} ' || t.no as detail from ${table} t
  left join holds h on h.no = t.hold_no
  where (t.hold_no is not null and (
      (t.status = 'succeeded' and (h.status <> 'captured' or h.captured_amount <> t.charged))
      or (t.status in ('failed', 'timedOut', 'cancelled') and h.status not in ('released', 'expired'))
      or (t.status in ('queued', 'submitted', 'running', 'unknown') and h.status = 'captured')))
    or (t.status <> 'succeeded' and t.charged <> 0)
    or t.refunded < 0 or t.refunded > t.charged`;

/** Invariants of creative tasks. */
export const taskInvariants: readonly Invariant[] = [
  {
    no: 19,
    words: {
      zh: '任务的结局与其冻结单一致，且只结算一次',
      en: 'A task ends in the same state as its hold and is settled once',
    },
    broken: tables.map(selectBroken).join(' union all '),
  },
];

/** Invariants between entries, wallets and lots. */
export const balanceInvariants: readonly Invariant[] = [
  {
    no: 1,
    words: {
      zh: '余额等于流水之和，序号无缺口',
      en: 'Each balance equals the sum of its entries, and entry numbers have no gaps',
    },
    broken: `select w.id as id, 'wallet ' || w.id as detail from wallets w
      left join (select wallet_id, sum(delta) as total, count(*) as entries, max(seq) as last from ledger_entries
        where wallet_id is not null group by wallet_id) e on e.wallet_id = w.id
      where w.balance <> coalesce(e.total, 0) or w.last_seq <> coalesce(e.last, 0)
        or coalesce(e.entries, 0) <> coalesce(e.last, 0)`,
  },
  {
    no: 2,
    words: { zh: '每笔之后的余额等于之前的余额加变动', en: 'Each balance after is the balance before and the change' },
    broken: `select id, 'entry ' || id as detail from (select id, delta, balance_after,
        lag(balance_after) over (partition by wallet_id order by seq) as earlier
        from ledger_entries where wallet_id is not null) t
      where balance_after <> coalesce(earlier, 0) + delta`,
  },
  {
    no: 3,
    words: { zh: '每次记账借贷相抵', en: 'Every posting sums to zero with its counter-account' },
    broken: `select min(id) as id, 'posting ' || transaction_id as detail from ledger_entries
      group by transaction_id, asset having sum(delta) <> 0`,
  },
  {
    no: 4,
    words: { zh: '批次余量合计等于余额加欠额', en: 'Remaining lots equal the balance plus the debt' },
    broken: `select w.id as id, 'wallet ' || w.id as detail from wallets w
      left join (select wallet_id, sum(remaining) as remaining from credit_lots group by wallet_id) l
        on l.wallet_id = w.id
      where coalesce(l.remaining, 0) <> w.balance + w.debt or w.debt < 0
      union all select id, 'lot ' || id as detail from credit_lots where remaining < 0 or remaining > amount`,
  },
  {
    no: 7,
    words: { zh: '每次记账只有一次', en: 'Each transaction is posted exactly once' },
    broken: `select min(e.id) as id, 'posting ' || e.transaction_id as detail from ledger_entries e
      left join ledger_postings p on p.transaction_id = e.transaction_id
      where p.transaction_id is null group by e.transaction_id
      union all select min(id) as id, 'posting ' || transaction_id as detail from ledger_entries
      where account is not null group by transaction_id, asset having count(*) > 1`,
  },
  {
    no: 14,
    words: { zh: '由流水重建的余额与缓存一致', en: 'Balances rebuilt from the entries equal the stored balances' },
    broken: `select u.id as id, 'user ' || u.id as detail from users u
      left join (select user_id, sum(case when asset = 'coin' then delta else 0 end) as coin,
          sum(case when asset = 'compute' then delta else 0 end) as compute
        from ledger_entries where user_id is not null group by user_id) e on e.user_id = u.id
      where u.coin_balance <> coalesce(e.coin, 0) or u.compute_balance <> coalesce(e.compute, 0)`,
  },
];

/** Invariants of holds. */
export const holdInvariants: readonly Invariant[] = [
  {
    no: 5,
    words: { zh: '冻结等于未结的冻结单之和', en: 'The held amount equals the sum of open holds' },
    broken: `select w.id as id, 'wallet ' || w.id as detail from wallets w
      left join (select wallet_id, sum(amount - quota_amount) as amount from holds where status = 'held' group by wallet_id) h
        on h.wallet_id = w.id
      left join (select wallet_id, sum(held) as held from credit_lots group by wallet_id) l on l.wallet_id = w.id
      where w.held <> coalesce(h.amount, 0) or w.held <> coalesce(l.held, 0) or w.held < 0`,
  },
  {
    no: 6,
    words: { zh: '冻结从不超过批次余量', en: 'Holds never exceed the balance' },
    broken: `select id, 'lot ' || id as detail from credit_lots where held < 0 or held > remaining`,
  },
  {
    no: 10,
    words: { zh: '冻结单或结算或释放，从不兼有', en: 'A hold is captured or released, never both' },
    broken: `select h.id as id, 'hold ' || h.no as detail from holds h
      left join (select cause_id, sum(delta) as total from ledger_entries
        where cause = 'consume' and wallet_id is not null group by cause_id) e on e.cause_id = h.no
      where (h.status = 'captured' and coalesce(e.total, 0) <> -h.captured_amount)
        or (h.status <> 'captured' and e.total is not null)`,
  },
];

const list = (of: (name: string) => string, between: string) => usageSums.map(of).join(between);

/** SQL condition: the day's records are complete. Of earlier days only the sums are retained. */
const formatFullDays = (day: string) =>
  `${day} >= coalesce((select kept_from from retention_marks where name = 'usage'), '')`;

/** Query: the sums of the records, by day. */
const ofRecords = `select day, count(*) as requests,
  sum(case when status = 'success' then 1 else 0 end) as success,
  sum(case when status = 'failed' then 1 else 0 end) as failed,
  sum(prompt_tokens) as prompt_tokens, sum(completion_tokens) as completion_tokens, sum(units) as units,
  sum(case when asset = 'coin' then charged_amount else 0 end) as charged_coin,
  sum(case when asset = 'compute' then charged_amount else 0 end) as charged_compute,
  sum(upstream_cost) as upstream_cost from usage_records group by day`;
const summed = list((name) => `sum(${name}) as ${name}`, ', ');
const formatDifference = (one: string, other: string) =>
  list((name) => `coalesce(${one}.${name}, 0) <> coalesce(${other}.${name}, 0)`, ' or ');

/** Query for sums of a span that differ from the daily sums. */
function selectStrayed(span: string, keys: readonly string[]): string {
  const by = ['day', ...keys].join(', ');
  const same = ['day', ...keys].map((key) => `s.${key} = d.${key}`).join(' and ');
  return `select 0, '${span} sums of ' || coalesce(s.day, d.day)
    from (select ${by}, ${summed} from usage_sums where span = '${span}' group by ${by}) s
    full join (select ${by}, ${summed} from usage_daily group by ${by}) d on ${same} where ${formatDifference('s', 'd')}`;
}

/** Invariants of usage records. */
export const usageInvariants: readonly Invariant[] = [
  {
    no: 11,
    words: {
      zh: '消费记录等于其流水；日汇总等于明细之和',
      en: 'Usage records match their ledger entries, and daily totals match the records',
    },
    broken: `select u.id as id, 'usage ' || u.request_id as detail from usage_records u
        join holds h on h.id = u.hold_id where u.charged_amount <> h.captured_amount or u.quota_amount <> h.quota_amount
      union all select d.id, 'day ' || d.day from (select min(id) as id, day, ${summed} from usage_daily group by day) d
        left join (${ofRecords}) r on r.day = d.day where (${formatDifference('d', 'r')}) and ${formatFullDays('d.day')}
      union all select min(r.id), 'day ' || r.day from usage_records r
        where not exists (select 1 from usage_daily d where d.day = r.day) group by r.day
      union all ${selectStrayed('user', ['user_id'])}
      union all ${selectStrayed('day', ['capability', 'model_id', 'api_key_id'])}
      union all ${selectStrayed('hour', ['capability', 'model_id', 'api_key_id'])}`,
  },
];
