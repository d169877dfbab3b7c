import type { Invariant } from './invariant.ts';

/** What memberships and their quotas promise. */
export const membershipInvariants: readonly Invariant[] = [
  {
    no: 12,
    words: {
      zh: '额度的使用不超过发放，且等于各次占用之和',
      en: 'Quota usage never exceeds the grant and equals the sum of its usages',
    },
    broken: `select b.id as id, 'quota ' || b.id as detail from quota_buckets b
        left join (select bucket_id, sum(amount) as amount from quota_takes group by bucket_id) t on t.bucket_id = b.id
        where b.used < 0 or b.used > b.granted or b.used <> coalesce(t.amount, 0)
      union all select h.id, 'hold ' || h.no from holds h
        left join (select hold_id, sum(amount) as amount from quota_takes group by hold_id) t on t.hold_id = h.id
        where (h.status in ('held', 'captured') and h.quota_amount <> coalesce(t.amount, 0))
          or (h.status in ('released', 'expired') and coalesce(t.amount, 0) <> 0)`,
  },
  {
    no: 16,
    words: {
      zh: '会员到期时间不会无故提前；同时只有一个生效，等级与之一致',
      en: 'A membership never ends earlier than recorded; one is active at a time and sets the user’s level',
    },
    broken: `select c.id as id, 'membership ' || c.membership_id as detail from (
          select id, membership_id, cause, from_end, to_end,
            row_number() over (partition by membership_id order by id) as nth,
            lag(to_end) over (partition by membership_id order by id) as earlier
          from membership_changes) c
        where c.nth > 1 and (coalesce(c.from_end, 0) <> coalesce(c.earlier, 0)
          or (c.cause not in ('setEnd', 'suspend', 'revoke', 'refund', 'reversal')
            and c.to_end is not null and (c.from_end is null or c.to_end < c.from_end)))
      union all select m.id, 'membership ' || m.id from user_memberships m
        left join (select membership_id, max(id) as id from membership_changes group by membership_id) l
          on l.membership_id = m.id
        left join membership_changes c on c.id = l.id
        where c.id is null or coalesce(c.to_end, 0) <> coalesce(m.end_at, 0)
      union all select u.id, 'user ' || u.id from users u
        left join (select user_id, count(*) as active, max(level) as level, max(coalesce(end_at, 0)) as end_at
          from user_memberships where status = 'active' group by user_id) a on a.user_id = u.id
        where coalesce(a.active, 0) > 1 or u.vip_level <> coalesce(a.level, 0)
          or coalesce(u.vip_expires_at, 0) <> coalesce(a.end_at, 0)
      union all select m.id, 'membership ' || m.id from user_memberships m
        join user_memberships a on a.user_id = m.user_id and a.status = 'active'
        where m.status = 'scheduled' and m.level > a.level`,
  },
  {
    no: 25,
    words: {
      zh: '会员额度不超过已付周期数与每期额度之积',
      en: 'A quota never gives more than the periods paid for times its amount',
    },
    // What an admin restored is counted in addition. A membership that is older than the count of periods, or a lifetime, has no limit.
    broken: `select b.membership_id as id, 'membership ' || b.membership_id as detail from (
          select membership_id, capability, period, model_group, sum(granted - restored) as given, max(amount) as amount
          from quota_buckets group by membership_id, capability, period, model_group) b
        join (select membership_id, count(*) as changes,
            count(paid_days) as with_days, coalesce(sum(paid_days), 0) as days,
            count(paid_thirtieths) as with_thirtieths, coalesce(sum(paid_thirtieths), 0) as thirtieths,
            count(paid_terms) as with_terms, coalesce(sum(paid_terms), 0) as terms
          from membership_changes group by membership_id) p on p.membership_id = b.membership_id
        where (b.period = 'day' and p.with_days = p.changes and b.given > b.amount * p.days)
          or (b.period = 'month' and p.with_thirtieths = p.changes and b.given * 30 > b.amount * p.thirtieths)
          or (b.period = 'total' and p.with_terms = p.changes and b.given > b.amount * p.terms)`,
  },
];
