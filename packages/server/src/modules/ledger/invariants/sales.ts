import type { Invariant } from './invariant.ts';

/** Invariants of orders, payments and refunds. */
export const orderInvariants: readonly Invariant[] = [
  {
    no: 9,
    words: {
      zh: '订单只入账一次、只发货一次，退款不超过实付，收回有账可查',
      en: 'An order is paid and delivered once, refunds never exceed the payment, and everything reclaimed is in the ledger',
    },
    broken: `select o.id as id, 'order ' || o.no as detail from orders o
        left join (select order_id, count(*) as times, sum(amount) as amount from payment_events
          where result = 'applied' and kind <> 'refund' group by order_id) e on e.order_id = o.id
        where o.net <> o.paid - o.refunded or o.paid <> coalesce(e.amount, 0) or coalesce(e.times, 0) > 1
          or (o.status in ('pending', 'closed')) <> (coalesce(e.times, 0) = 0)
      union all select o.id, 'order ' || o.no from orders o
        left join ledger_postings p on p.transaction_id = 'order:' || o.no || ':fulfil'
        where (o.fulfil_status in ('done', 'reversed')) <> (p.transaction_id is not null)
          or (o.status = 'fulfilled' and o.fulfil_status <> 'done')
          or (o.status in ('paid', 'fulfilFailed', 'pending', 'closed') and o.fulfil_status = 'done')
      union all select o.id, 'order ' || o.no from orders o
        left join (select order_id, sum(case when status in ('succeeded', 'returned') then amount else 0 end) as done,
            sum(case when status = 'processing' then 1 else 0 end) as open,
            sum(case when status in ('processing', 'succeeded', 'returned') then amount else 0 end) as requested
          from refunds group by order_id) r on r.order_id = o.id
        where o.refunded <> coalesce(r.done, 0) or coalesce(r.requested, 0) > o.paid
          or (o.status = 'refunding') <> (coalesce(r.open, 0) = 1)
          or (o.status = 'refunded') <> (o.paid > 0 and o.refunded = o.paid)
      union all select r.id, 'refund ' || r.no from refunds r
        left join (select cause_id, sum(delta) as total from ledger_entries
          where cause in ('orderRefund', 'reversal') and wallet_id is not null group by cause_id) e on e.cause_id = r.no
        where coalesce(e.total, 0)
          <> case when r.status = 'failed' then 0 else -(r.reclaimed_coin + r.reclaimed_compute) end
      union all select u.id, 'user ' || u.id from users u
        left join (select user_id, sum(case when paid > 0 then 1 else 0 end) as times
          from orders where test_money = 0 group by user_id) o on o.user_id = u.id
        left join (select user_id, currency, sum(paid - refunded) as total
          from orders where test_money = 0 group by user_id, currency) p on p.user_id = u.id and p.currency = u.paid_currency
        where u.total_paid <> coalesce(p.total, 0) or u.order_count <> coalesce(o.times, 0)
      union all select r.id, 'refund ' || r.no from refunds r join orders o on o.id = r.order_id
        where coalesce(r.currency, '') <> o.currency`,
  },
];

/** Invariants of memberships and their quotas. */
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
    // Credits restored by an admin are not counted. Lifetime memberships and memberships without recorded periods have no limit.
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

/** Invariants of redeem codes. */
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

/** Subquery: totals posted for a cause, by cause ID, asset and user. */
const selectPosted = (cause: string) => `(select cause_id, asset, user_id, sum(delta) as total from ledger_entries
        where cause = '${cause}' and wallet_id is not null group by cause_id, asset, user_id)`;

const signSide = (asset: string) => `select l.id as id, 'sign-in ' || l.id || ' ${asset}' as detail from sign_logs l
      left join ${selectPosted('sign')} g on g.cause_id = cast(l.id as text) and g.asset = '${asset}'
      left join ${selectPosted('reversal')} r on r.cause_id = 'sign:' || l.id and r.asset = '${asset}'
      where l.${asset} <> coalesce(g.total, 0) or (g.user_id is not null and g.user_id <> l.user_id)
        or coalesce(r.total, 0) <> case when l.status = 'revoked' then l.short_${asset} - l.${asset} else 0 end`;

const inviteSide = (side: string) => `select i.id as id, 'invite ' || i.id || ' ${side}' as detail from invite_records i
      left join ${selectPosted('invite')} g
        on g.cause_id = cast(i.id as text) and g.asset = i.asset and g.user_id = i.${side}_id
      left join ${selectPosted('reversal')} r
        on r.cause_id = 'invite:' || i.id and r.asset = i.asset and r.user_id = i.${side}_id
      where coalesce(g.total, 0) <> case when i.status in ('granted', 'reversed') then i.${side}_amount else 0 end
        or coalesce(r.total, 0) <> case when i.status = 'reversed' then i.${side}_short - i.${side}_amount else 0 end`;

const getGiftSide = (
  asset: string,
) => `select r.id as id, 'gift ' || r.id || ' ${asset}' as detail from registration_gifts r
      left join ${selectPosted('gift')} g
        on g.cause_id = 'register:' || r.user_id and g.asset = '${asset}' and g.user_id = r.user_id
      where r.${asset} <> coalesce(g.total, 0)`;

/** Invariants of rewards: each is granted once, and a reversed reward nets to the part that could not be reclaimed. */
export const rewardInvariants: readonly Invariant[] = [
  {
    no: 15,
    words: {
      zh: '每人每天只签到一次，奖励与流水一致，收回后只差未能收回的部分',
      en: 'One check-in per user and day; the reward matches its postings, and a revoked reward nets to what was already spent',
    },
    broken: `${signSide('coin')}
      union all ${signSide('compute')}
      union all select min(id), 'user ' || user_id || ' on ' || sign_date from sign_logs
        group by user_id, sign_date having count(*) > 1
      union all select min(e.id), 'entry ' || e.cause_id from ledger_entries e
        left join sign_logs l on cast(l.id as text) = e.cause_id
        where e.cause = 'sign' and l.id is null group by e.cause_id`,
  },
  {
    no: 17,
    words: {
      zh: '邀请奖励只发一次，与流水一致，收回后只差未能收回的部分',
      en: 'An invite is rewarded once and matches its postings; a reversed reward nets to what was already spent',
    },
    broken: `${inviteSide('inviter')}
      union all ${inviteSide('invitee')}
      union all select min(e.id), 'entry ' || e.cause_id from ledger_entries e
        left join invite_records i on cast(i.id as text) = e.cause_id
        where e.cause = 'invite' and i.id is null group by e.cause_id`,
  },
  {
    no: 18,
    words: { zh: '注册赠送每人一次，与流水一致', en: 'A registration gift is granted once and matches its postings' },
    broken: `${getGiftSide('coin')}
      union all ${getGiftSide('compute')}`,
  },
];
