import './write-rerun.css';
import { writeRerun, writeTask } from '@gantry/core';
import { useSay } from '../../i18n/index.ts';
import { Empty, ErrorState, Loading, Markdown } from '../../parts/index.ts';
import { useRecord } from '../../resource/record/use-record.ts';
import type { RecordSlotProps, Slots } from '../../resource/slots.ts';

/** What the user has, beside what was written again. */
function BothTexts({ record }: RecordSlotProps) {
  const say = useSay();
  const task = useRecord(writeTask, Number(record.taskId));
  if (task.isPending) return <Loading />;
  if (task.isError) return <ErrorState error={task.error} onRetry={() => void task.refetch()} />;
  const texts = [
    [say(writeTask.label), task.data.content],
    [say(writeRerun.label), record.content],
  ] as const;
  return (
    <div className="both-texts">
      {texts.map(([title, content]) => (
        <section key={title} aria-label={title}>
          <h4>{title}</h4>
          {content ? <Markdown text={String(content)} /> : <Empty />}
        </section>
      ))}
    </div>
  );
}

export const slots: Slots = { detail: { title: { zh: '两篇对照', en: 'Side by side' }, body: BothTexts } };
