import type { Invariant } from './invariant.ts';

const tables = ['draw_tasks', 'slide_tasks', 'video_tasks', 'music_tasks', 'write_tasks', 'mind_map_tasks'];

/** What a task of a table lacks; its hold is the one of its last attempt. */
const broken = (table: string) => `select t.id as id, '${table} ' || t.no as detail from ${table} t
  left join holds h on h.no = t.hold_no
  where (t.hold_no is not null and (
      (t.status = 'succeeded' and (h.status <> 'captured' or h.captured_amount <> t.charged))
      or (t.status in ('failed', 'timedOut', 'cancelled') and h.status not in ('released', 'expired'))
      or (t.status in ('queued', 'submitted', 'running', 'unknown') and h.status = 'captured')))
    or (t.status <> 'succeeded' and t.charged <> 0)
    or t.refunded < 0 or t.refunded > t.charged`;

/** What creative tasks promise. */
export const taskInvariants: readonly Invariant[] = [
  {
    no: 19,
    words: {
      zh: '任务的结局与其冻结单一致，且只结算一次',
      en: 'A task ends in the same state as its hold and is settled once',
    },
    broken: tables.map(broken).join(' union all '),
  },
];
