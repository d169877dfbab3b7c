import { usageSums } from '../usage.ts';
import type { Invariant } from './invariant.ts';

const list = (of: (name: string) => string, between: string) => usageSums.map(of).join(between);

/** Days from which the records are all there; of those before only the sums were retained. */
const full = (day: string) => `${day} >= coalesce((select kept_from from retention_marks where name = 'usage'), '')`;

/** The sums of a day's records, by day. */
const ofRecords = `select day, count(*) as requests,
  sum(case when status = 'success' then 1 else 0 end) as success,
  sum(case when status = 'failed' then 1 else 0 end) as failed,
  sum(prompt_tokens) as prompt_tokens, sum(completion_tokens) as completion_tokens, sum(units) as units,
  sum(case when asset = 'coin' then charged_amount else 0 end) as charged_coin,
  sum(case when asset = 'compute' then charged_amount else 0 end) as charged_compute,
  sum(upstream_cost) as upstream_cost from usage_records group by day`;
const summed = list((name) => `sum(${name}) as ${name}`, ', ');
const differs = (one: string, other: string) =>
  list((name) => `coalesce(${one}.${name}, 0) <> coalesce(${other}.${name}, 0)`, ' or ');

/** Small sums of a kind that are not what the day's sums say. */
function strayed(span: string, keys: readonly string[]): string {
  const by = ['day', ...keys].join(', ');
  const same = ['day', ...keys].map((key) => `s.${key} = d.${key}`).join(' and ');
  return `select 0, '${span} sums of ' || coalesce(s.day, d.day)
    from (select ${by}, ${summed} from usage_sums where span = '${span}' group by ${by}) s
    full join (select ${by}, ${summed} from usage_daily group by ${by}) d on ${same} where ${differs('s', 'd')}`;
}

/** What usage records promise. */
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
        left join (${ofRecords}) r on r.day = d.day where (${differs('d', 'r')}) and ${full('d.day')}
      union all select min(r.id), 'day ' || r.day from usage_records r
        where not exists (select 1 from usage_daily d where d.day = r.day) group by r.day
      union all ${strayed('user', ['user_id'])}
      union all ${strayed('day', ['capability', 'model_id', 'api_key_id'])}
      union all ${strayed('hour', ['capability', 'model_id', 'api_key_id'])}`,
  },
];
