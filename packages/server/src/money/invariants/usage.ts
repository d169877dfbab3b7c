import type { Invariant } from './invariant.ts';

/** What usage records promise. */
export const usageInvariants: readonly Invariant[] = [
  {
    no: 11,
    words: {
      zh: '消费记录等于其流水；日汇总等于明细之和',
      en: 'Usage is what its entries say; the sums of a day are the sum of its records',
    },
    broken: `select u.id as id, 'usage ' || u.request_id as detail from usage_records u
        join holds h on h.id = u.hold_id where u.charged_amount <> h.captured_amount
      union all select d.id, 'day ' || d.day from (select min(id) as id, day, sum(requests) as requests,
          sum(charged_coin) as coin, sum(charged_power) as power from usage_daily group by day) d
        left join (select day, count(*) as requests,
          sum(case when asset = 'coin' then charged_amount else 0 end) as coin,
          sum(case when asset = 'power' then charged_amount else 0 end) as power
          from usage_records group by day) r on r.day = d.day
        where d.requests <> coalesce(r.requests, 0) or d.coin <> coalesce(r.coin, 0)
          or d.power <> coalesce(r.power, 0)
      union all select min(r.id), 'day ' || r.day from usage_records r
        where not exists (select 1 from usage_daily d where d.day = r.day) group by r.day`,
  },
];
