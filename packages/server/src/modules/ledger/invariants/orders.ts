import type { Invariant } from './invariant.ts';

/** What orders, payments and refunds promise. */
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
