import type { Invariant } from './invariant.ts';

/** What entries, wallets and lots promise each other. */
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
