import './recall.css';
import { useWords } from '../../../fields/index.ts';
import type { RecordSlotProps } from '../../../resource/slots.ts';
import { HitList } from './hit-list.tsx';
import type { RecallHit } from './recall-answer.ts';

/** What a recorded search found, each chunk to be opened. */
export function RecordedHits({ record }: RecordSlotProps) {
  const t = useWords();
  const hits = Array.isArray(record.results) ? (record.results as readonly RecallHit[]) : [];
  return (
    <section className="recall-recorded">
      <h3>{t('resource.recall.found')}</h3>
      <HitList hits={hits} others={null} />
    </section>
  );
}
