import type { Database } from '../../platform/store/database.ts';
import { compareDays } from './compared.ts';
import type { Span } from './spans.ts';
import { addUpSums, type SumsByKey, sumRows } from './sums.ts';

/** What people have made for them, by the name of its resource, and where it stands. */
export const taskTables = {
  drawTask: 'draw_tasks',
  slideTask: 'slide_tasks',
  videoTask: 'video_tasks',
  musicTask: 'music_tasks',
  writeTask: 'write_tasks',
  mindMapTask: 'mind_map_tasks',
  pdfDoc: 'pdf_docs',
} as const;
type TaskResource = keyof typeof taskTables;

const kinds = Object.keys(taskTables) as readonly TaskResource[];

/** What people had made today, kind by kind, and what of it failed; the spans are those of `comparedSpans`. */
export async function loadTaskCard(database: Database, spans: readonly Span[]) {
  const made = await Promise.all(kinds.map((kind) => sumRows(database, spans, taskTables[kind], 'status')));
  const last = spans.length - 1;
  const totals = made.map((one) => addUpSums(one, spans.length));
  const tasks = spans.map((_, at) => totals.reduce((sum, one) => sum + (one[at] ?? 0), 0));
  const failedOf = (one: SumsByKey) => (one.get('failed')?.[last] ?? 0) + (one.get('timedOut')?.[last] ?? 0);
  return {
    key: 'tasks',
    value: tasks[last] ?? 0,
    ...compareDays(tasks),
    failed: made.reduce((sum, one) => sum + failedOf(one), 0),
    byKind: Object.fromEntries(kinds.map((kind, at) => [kind, totals[at]?.[last] ?? 0])),
  } as const;
}
