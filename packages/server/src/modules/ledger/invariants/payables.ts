import type { Invariant } from './invariant.ts';

/** The kinds of payees: their table, the column that references them, the table of their order shares and its settled status. */
const payees = [
  { table: 'distributors', word: 'distributor', column: 'distributor_id', shares: 'commissions', settled: 'available' },
  { table: 'regional_agents', word: 'agent', column: 'agent_id', shares: 'regional_incomes', settled: 'settled' },
] as const;
type Payee = (typeof payees)[number];

const selectEach = (of: (payee: Payee) => string) => payees.map(of).join('\n      union all ');

/** SQL expression of each account's balance of a payee in one currency. */
const balances = { pending: 'b.pending', available: 'b.available - b.debt', reserved: 'b.reserved' } as const;
const columns = ['pending', 'available', 'debt', 'reserved', 'withdrawn', 'total_income'] as const;

/** Query prefix: each payee and currency with entries, joined with the stored balances. */
const selectInEach = ({
  table,
  word,
  column,
}: Payee) => `select p.id as id, '${word} ' || p.id as detail from ${table} p
        join (select distinct ${column} as payee_id, currency from payable_entries where ${column} is not null
          union select ${column}, currency from payable_balances where ${column} is not null) c on c.payee_id = p.id
        left join payable_balances b on b.${column} = p.id and b.currency = c.currency`;

const getStrayedBalance = (payee: Payee) => {
  const { table, word, column } = payee;
  return `${selectInEach(payee)}
        left join (select ${column} as payee_id, currency,
            ${Object.keys(balances)
              .map((account) => `sum(case when account = '${account}' then delta else 0 end) as ${account}`)
              .join(', ')}
          from payable_entries where ${column} is not null group by ${column}, currency) e
          on e.payee_id = p.id and e.currency = c.currency
        where b.id is null or ${Object.entries(balances)
          .map(([account, held]) => `${held} <> coalesce(e.${account}, 0)`)
          .join(' or ')}
      union all select p.id, '${word} ' || p.id from ${table} p
        left join payable_balances b on b.${column} = p.id and b.currency = p.currency
        left join (select ${column} as payee_id, count(*) as entries, max(seq) as last
          from payable_entries where ${column} is not null group by ${column}) e on e.payee_id = p.id
        where ${columns.map((name) => `p.${name} <> coalesce(b.${name}, 0)`).join(' or ')}
          or p.last_seq <> coalesce(e.last, 0) or coalesce(e.entries, 0) <> coalesce(e.last, 0)`;
};

const selectStrayedChain = ({ column }: Payee) => `select id, 'payable entry ' || id from (
          select id, delta, balance_after, lag(balance_after) over (partition by ${column}, currency, account order by seq) as earlier
          from payable_entries where ${column} is not null) t
        where balance_after <> coalesce(earlier, 0) + delta`;

const selectStrayedShares = (payee: Payee) => `${selectInEach(payee)}
        left join (select ${payee.column} as payee_id, currency, sum(amount) as total,
            sum(case when status = 'pending' then amount else 0 end) as pending,
            sum(case when status = '${payee.settled}' then amount else 0 end) as settled
          from ${payee.shares} group by ${payee.column}, currency) s on s.payee_id = p.id and s.currency = c.currency
        where b.pending <> coalesce(s.pending, 0) or b.total_income <> coalesce(s.total, 0)
          or b.available - b.debt + b.reserved + b.withdrawn <> coalesce(s.settled, 0)
      union all select s.id, '${payee.shares} ' || s.id from ${payee.shares} s
        left join payable_balances b on b.${payee.column} = s.${payee.column} and b.currency = s.currency
        where b.id is null`;

/** Violations of: a share is its rate of the unrefunded part of the order, and 0 after a manual reversal. */
const getStrayedShare = ({ shares }: Payee) => `select s.id, '${shares} ' || s.id from ${shares} s
        join orders o on o.id = s.order_id
        left join (select reversal_of, sum(amount) as amount, max(case when kind = 'manual' then 1 else 0 end) as by_hand
          from ${shares} where reversal_of is not null group by reversal_of) r on r.reversal_of = s.id
        where s.kind = 'earned' and (s.net <> s.amount + coalesce(r.amount, 0)
          or s.amount <> s.base * s.rate_bps / 10000 or s.base <> o.paid or coalesce(s.currency, '') <> o.currency
          or (s.status = 'reversed') <> (s.net = 0) or o.test_money = 1
          or s.net <> case when coalesce(r.by_hand, 0) = 1 then 0
            else (o.paid - o.refunded) * s.rate_bps / 10000 end)
      union all select s.id, '${shares} ' || s.id from ${shares} s
        join ${shares} e on e.id = s.reversal_of
        where s.kind <> 'earned' and (s.amount >= 0 or s.net <> 0 or e.kind <> 'earned' or s.order_id <> e.order_id
          or (e.status = 'reversed') <> (s.status = 'reversed'))`;

const selectStrayedPayout = (payee: Payee) => `${selectInEach(payee)}
        left join (select ${payee.column} as payee_id, currency,
            sum(case when status in ('requested', 'approved', 'paying') then amount else 0 end) as reserved,
            sum(case when status = 'paid' then amount else 0 end) as paid
          from withdrawals where ${payee.column} is not null group by ${payee.column}, currency) w
          on w.payee_id = p.id and w.currency = c.currency
        where b.reserved <> coalesce(w.reserved, 0) or b.withdrawn <> coalesce(w.paid, 0)`;

/** Invariants of the money owed to distributors and regional agents. */
export const payableInvariants: readonly Invariant[] = [
  {
    no: 20,
    words: {
      zh: '应付余额等于其流水之和，序号无缺口，每次记账借贷相抵且只有一次',
      en: 'The payable balance equals the sum of its entries, numbered without gaps; each posting sums to zero and is posted once',
    },
    broken: `${selectEach(getStrayedBalance)}
      union all ${selectEach(selectStrayedChain)}
      union all select min(id), 'payable posting ' || transaction_id from payable_entries
        group by transaction_id having sum(delta) <> 0
      union all select min(e.id), 'payable posting ' || e.transaction_id from payable_entries e
        left join ledger_postings p on p.transaction_id = e.transaction_id
        where p.transaction_id is null group by e.transaction_id`,
  },
  {
    no: 21,
    words: {
      zh: '佣金与代理收入之和等于应付余额，退款按比例冲回',
      en: 'Commissions and regional incomes add up to the payable balance, and refunds reverse their share',
    },
    broken: `${selectEach(selectStrayedShares)}
      union all ${selectEach(getStrayedShare)}`,
  },
  {
    no: 22,
    words: {
      zh: '提现不超过可提现余额，占用与付出都有账可查',
      en: 'No withdrawal exceeds the available balance, and reserved and paid amounts are in the ledger',
    },
    broken: `${selectEach(selectStrayedPayout)}
      union all select id, 'payable entry ' || id from payable_entries
        where cause = 'reserve' and account = 'available' and balance_after < 0
      union all select w.id, 'withdrawal ' || w.no from withdrawals w
        left join (select cause_id, sum(delta) as delta, sum(case when cause = 'reserve' then delta else 0 end) as requested
          from payable_entries where account = 'reserved' group by cause_id) e on e.cause_id = w.no
        where w.payout <> w.amount - w.fee or w.fee < 0 or w.payout < 1 or coalesce(e.requested, 0) <> w.amount * w.attempt
          or coalesce(e.delta, 0) <> case when w.status in ('requested', 'approved', 'paying') then w.amount else 0 end`,
  },
  {
    no: 23,
    words: { zh: '一个区域同时只有一个代理', en: 'A region can have only one agent at a time' },
    broken: `select min(id) as id, 'region ' || region_code as detail from regional_agents
      where status in ('active', 'suspended') group by region_code having count(*) > 1`,
  },
];
