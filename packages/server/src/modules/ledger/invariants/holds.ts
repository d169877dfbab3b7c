import type { Invariant } from './invariant.ts';

/** What holds promise. */
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
