import type { Invariant } from './invariant.ts';

/** What redeem codes promise. */
export const redeemInvariants: readonly Invariant[] = [
  {
    no: 8,
    words: { zh: '兑换码不超过次数上限', en: 'A code is used no more often than it may be' },
    broken: `select c.id as id, 'code ' || c.id as detail from redeem_codes c
      left join (select code_id, count(*) as uses from redemptions group by code_id) r on r.code_id = c.id
      where coalesce(r.uses, 0) <> c.used_count or c.used_count > c.max_uses
      union all select min(r.id) as id, 'code ' || r.code_id as detail from redemptions r
      join redeem_batches b on b.id = r.batch_id
      group by r.code_id, r.user_id, b.per_user_limit having count(*) > b.per_user_limit`,
  },
];
