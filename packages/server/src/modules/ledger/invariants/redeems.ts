import type { Invariant } from './invariant.ts';

/** What redeem codes promise. */
export const redeemInvariants: readonly Invariant[] = [
  {
    no: 8,
    words: { zh: '兑换码不超过次数上限', en: 'A code is never used more often than allowed' },
    broken: `select c.id as id, 'code ' || c.id as detail from redeem_codes c
      left join (select code_id, count(*) as uses from redemptions group by code_id) r on r.code_id = c.id
      where coalesce(r.uses, 0) <> c.used_count or c.used_count > c.max_uses
      union all select min(r.id) as id, 'code ' || r.code_id as detail from redemptions r
      join redeem_batches b on b.id = r.batch_id
      group by r.code_id, r.user_id, b.per_user_limit having count(*) > b.per_user_limit`,
  },
  {
    no: 24,
    words: {
      zh: '收回的兑换与流水一致，只收回一次，兑换码与批次的次数相符',
      en: 'A reversed redemption matches its postings, is reversed once, and is counted on its code and batch',
    },
    broken: `select r.id as id, 'redemption ' || r.id as detail from redemptions r
      left join (select cause_id, sum(case when asset = 'coin' then delta else 0 end) as coin,
          sum(case when asset = 'compute' then delta else 0 end) as compute
        from ledger_entries where cause = 'reversal' and wallet_id is not null group by cause_id) e
        on e.cause_id = 'redemption:' || r.id
      where coalesce(e.coin, 0) <> -coalesce(r.reclaimed_coin, 0) or coalesce(e.compute, 0) <> -coalesce(r.reclaimed_compute, 0)
        or (r.status = 'granted' and (r.reclaimed_coin <> 0 or r.reclaimed_compute <> 0 or r.reversed_at is not null))
        or (r.status = 'reversed' and r.reversed_at is null)
      union all select c.id, 'code ' || c.id from redeem_codes c
      left join (select code_id, count(*) as times from redemptions where status = 'reversed' group by code_id) b
        on b.code_id = c.id
      where c.reversed_count <> coalesce(b.times, 0)
        or (c.status = 'reversed') <> (c.used_count > 0 and c.reversed_count = c.max_uses)
      union all select b.id, 'batch ' || b.id from redeem_batches b
      left join (select batch_id, count(*) as times from redemptions where status = 'reversed' group by batch_id) r
        on r.batch_id = b.id
      where b.reversed <> coalesce(r.times, 0)`,
  },
];
