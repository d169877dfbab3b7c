import { writeRerun, writeTask } from '@gantry/core';
import { useSay } from '../../app/i18n/index.ts';
import { useRecord } from '../../resource/record/use-record.ts';
import type { RecordSlotProps, Slots } from '../../resource/slots.ts';
import { Empty, ErrorState, Loading, Markdown } from '../../ui/parts/index.ts';
import { TaskPreview } from './task-preview.tsx';
import styles from './write-rerun.module.css';

/** The user's text next to the rewritten text. */
function BothTexts({ record, refresh }: RecordSlotProps) {
  const localize = useSay();
  const task = useRecord(writeTask, Number(record.taskId));
  if (task.isPending) return <Loading />;
  if (task.isError) return <ErrorState error={task.error} onRetry={() => void task.refetch()} />;
  return (
    <div className={styles.bothTexts}>
      <section aria-label={localize(writeTask.label)}>
        <h4>{localize(writeTask.label)}</h4>
        <TaskPreview resource={writeTask} record={task.data} refresh={refresh} />
      </section>
      <section aria-label={localize(writeRerun.label)}>
        <h4>{localize(writeRerun.label)}</h4>
        {record.content ? <Markdown text={String(record.content)} /> : <Empty />}
      </section>
    </div>
  );
}

export const slots: Slots = { detail: { title: { zh: '两篇对照', en: 'Side by side' }, body: BothTexts } };
