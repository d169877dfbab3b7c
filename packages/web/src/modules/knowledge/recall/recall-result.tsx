import './recall.css';
import { fusionOptions, recallModeOptions } from '@gantry/core';
import { useState } from 'react';
import { useFormat, useSay } from '../../../app/i18n/index.ts';
import { useUnsaved } from '../../../app/session/index.ts';
import { useWords } from '../../../fields/index.ts';
import { usePress } from '../../../resource/action/use-press.ts';
import { useSendAction } from '../../../resource/action/use-send-action.ts';
import { LeaveQuestion } from '../../../resource/form/leave-question.tsx';
import type { ResultSlotProps } from '../../../resource/slots.ts';
import { Alert, Button, Modal } from '../../../ui/index.ts';
import { HitList } from './hit-list.tsx';
import type { RecallAnswer, RecallHit, RecallSetting } from './recall-answer.ts';

/** Repeats the question of a search; the new results are shown next to the previous ones. */
function useRunAgain({ resource, answer, refresh }: ResultSlotProps) {
  const send = useSendAction(resource);
  const [again, setAgain] = useState<RecallAnswer | null>(null);
  const first = answer as RecallAnswer;
  const { busy, press } = usePress(async (key) => {
    setAgain((await send('rerun', null, { id: first.recordId }, key)) as RecallAnswer);
    refresh();
  });
  return { found: again ?? first, isAgain: again !== null, busy, prompt: press };
}

/**
 * The results of a test; two settings, or previous and new results, side by side. A chunk can be edited here and the question
 * repeated.
 */
export function RecallResult(props: ResultSlotProps) {
  const { record, close } = props;
  const t = useWords();
  const { found, busy, prompt, ...requested } = useRunAgain(props);
  const unsaved = useUnsaved();
  const [request, setRequest] = useState(false);
  const leave = () => (unsaved.any() ? setRequest(true) : close());
  const isAgain = record !== null || requested.isAgain;
  return (
    <Modal
      visible
      className="recall-dialog"
      title={t('resource.recall.title')}
      maskClosable={false}
      onCancel={leave}
      footer={
        <>
          <Button loading={busy} onClick={prompt}>
            {t('resource.recall.again')}
          </Button>
          <Button onClick={leave}>{t('common.close')}</Button>
        </>
      }
    >
      <RecallSides found={found} isAgain={isAgain} onFixed={prompt} />
      {request ? <LeaveQuestion count={1} onLeave={close} onStay={() => setRequest(false)} /> : null}
    </Modal>
  );
}

interface RecallSidesProps {
  readonly found: RecallAnswer;
  /** Whether the question was repeated, so that the previous results are shown for comparison. */
  readonly isAgain: boolean;
  /** Called after a chunk was edited here. */
  readonly onFixed: () => void;
}

/** Search results next to those of another setting or of the previous search. */
export function RecallSides({ found, isAgain, onFixed }: RecallSidesProps) {
  const t = useWords();
  const others = found.otherHits ?? null;
  return (
    <div className={others === null ? 'recall-sides' : 'recall-sides two'} data-testid="recall-result">
      <Side
        title={isAgain ? t('resource.recall.now') : null}
        setting={found}
        hits={found.hits}
        others={others}
        onFixed={onFixed}
      />
      {others === null ? null : (
        <Side
          title={isAgain ? t('resource.recall.before') : null}
          setting={found.other ?? null}
          hits={others}
          others={found.hits}
        />
      )}
    </div>
  );
}

interface SideProps {
  readonly title: string | null;
  /** Null for previous results, whose setting is in their record. */
  readonly setting: RecallSetting | null;
  readonly hits: readonly RecallHit[];
  readonly others: readonly RecallHit[] | null;
  readonly onFixed?: () => void;
}

function Side({ title, setting, hits, others, onFixed }: SideProps) {
  const t = useWords();
  return (
    <section>
      <h3>
        {title === null ? null : <span>{title} </span>}
        {setting === null ? null : <Setting setting={setting} />}
      </h3>
      {setting?.degraded ? (
        <Alert type="warning" content={t('resource.recall.degraded', { reason: setting.degraded })} />
      ) : null}
      {setting?.notReranked ? (
        <Alert type="warning" content={t('resource.recall.notReranked', { reason: setting.notReranked })} />
      ) : null}
      <HitList hits={hits} others={others} onFixed={onFixed} />
    </section>
  );
}

function Setting({ setting }: { readonly setting: RecallSetting }) {
  const t = useWords();
  const localize = useSay();
  const format = useFormat();
  const { mode, topK, scoreMin, vectorWeight, latencyMs, fusion, rankConstant, reranked } = setting;
  const label = Object.entries(recallModeOptions).find(([name]) => name === mode)?.[1];
  const ranked = reranked ? [t('resource.recall.reranked')] : [];
  const together = fusion === 'reciprocal' ? [`${localize(fusionOptions.reciprocal)} k=${rankConstant}`] : [];
  return (
    <span>
      {label ? localize(label) : mode}
      <span className="dim">
        {' '}
        {[
          t('resource.recall.setting', { topK, scoreMin, vectorWeight, ms: format.number(latencyMs) }),
          ...together,
          ...ranked,
        ].join(' · ')}
      </span>
    </span>
  );
}
