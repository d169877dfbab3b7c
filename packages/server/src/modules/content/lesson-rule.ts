import { courseSchedule, type FieldErrors, formatRejection, localize } from '@gantry/core';
import type { Guarded, Rule } from '../../platform/engine/record-actions/guarded-writes.ts';

const span = { zh: '上课时间', en: 'The lesson' };
const busy = { zh: '讲师此时已有课：', en: 'The teacher has another lesson then: ' };
/** States in which a lesson takes its teacher's time. */
const taking = ['planned', 'ongoing'];

/** A lesson ends after it starts, has a place when it is held at one, and its teacher has no other at that time. */
export const checkLesson: Rule = async (guarded) => {
  const { values, caller, row } = guarded;
  const { locale, t } = caller;
  if (Number(values.startAt) >= Number(values.endAt))
    return { endAt: [formatRejection('range', localize(span, locale), t)] };
  if (values.mode === 'offline' && (values.place ?? null) === null)
    return { place: [formatRejection('required', localize(courseSchedule.fields.place.label, locale), t)] };
  return row === null || taking.includes(String(row.status)) ? overlap(guarded) : null;
};

async function overlap({ tx, dialect, row, values, caller }: Guarded): Promise<FieldErrors | null> {
  await dialect.lock(tx, `teacher ${String(values.teacher)}`);
  const other = await tx
    .selectFrom('course_schedules')
    .select(['id', 'title'])
    .where('teacher', '=', values.teacher)
    .where('status', 'in', taking)
    .where('start_at', '<', values.endAt)
    .where('end_at', '>', values.startAt)
    .where('id', '!=', row === null ? 0 : Number(row.id))
    .limit(1)
    .executeTakeFirst();
  if (!other) return null;
  return { startAt: [`${localize(busy, caller.locale)}#${String(other.id)} ${String(other.title)}`.slice(0, 120)] };
}
