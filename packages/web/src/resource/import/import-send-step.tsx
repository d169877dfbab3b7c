import {
  type AnyResource,
  errorMessage,
  type Fields,
  type ImportRowError,
  sendUndoCalls,
  type UndoOutcome,
} from '@gantry/core';
import { Suspense, useState } from 'react';
import { useFormat } from '../../app/i18n/index.ts';
import { StepUpCanceled } from '../../app/session/index.ts';
import { useWords } from '../../fields/index.ts';
import { Button, Progress } from '../../ui/index.ts';
import { FailureRows } from '../bulk/failure-rows.tsx';
import type { Slots } from '../slots.ts';
import { useSendUndo } from '../undo/use-undo.ts';
import { ImportErrors, type ImportErrorsProps } from './import-errors.tsx';
import { type ImportProgress, type ImportRow, listImportKeys } from './import-run.ts';
import type { OpenedTable } from './import-worker.ts';
import type { Import } from './use-import.ts';

interface SendStepProps {
  readonly resource: AnyResource;
  /** The follow-up step that the resource offers after an import. */
  readonly next: Slots['imported'];
  readonly wanted: boolean;
  readonly work: Import;
  readonly rows: readonly ImportRow[];
  /** Rows with unreadable values, with the reasons. */
  readonly unread: readonly ImportRowError[];
  readonly table: OpenedTable | null;
  readonly readCells: ImportErrorsProps['readCells'];
  readonly fields: Fields;
  readonly onChanged: () => void;
  readonly onAgain: () => void;
  readonly onClose: () => void;
}

/** The progress of the import, then its result. */
export function SendStep({
  resource,
  next,
  wanted,
  work,
  rows,
  unread,
  table,
  readCells,
  fields,
  ...props
}: SendStepProps) {
  const t = useWords();
  const format = useFormat();
  const { onChanged, onAgain, onClose } = props;
  const { progress, phase, problem } = work;
  const busy = phase === 'sending';
  const share = rows.length === 0 ? 0 : Math.round((progress.sent / rows.length) * 100);
  const words =
    phase === 'ended'
      ? t('resource.import.result')
      : problem !== ''
        ? t('resource.import.failedCall', { reason: problem })
        : phase === 'stopped'
          ? t('resource.import.stopped')
          : t('resource.import.sending', { done: format.number(progress.sent), total: format.number(rows.length) });
  return (
    <div className="import-step">
      <p role={problem === '' ? 'status' : 'alert'}>{words}</p>
      <Progress percent={share} aria-label={words} status={phase === 'ended' ? 'success' : 'normal'} />
      <dl className="import-counts">
        {(['created', 'updated', 'skipped', 'failed'] as const).map((key) => (
          <div key={key} className={key}>
            <dt>{t(`resource.import.${key}`)}</dt>
            <dd>{format.number(progress[key] + (key === 'failed' ? unread.length : 0))}</dd>
          </div>
        ))}
      </dl>
      <ImportErrors
        errors={[...unread, ...progress.errors]}
        table={table}
        readCells={readCells}
        rows={rows}
        fields={fields}
      />
      {next && phase === 'ended' && progress.created + progress.updated > 0 ? (
        <Suspense fallback={null}>
          <next.body resource={resource} refresh={onChanged} wanted={wanted} />
        </Suspense>
      ) : null}
      {!busy && progress.created + progress.updated > 0 ? (
        <ImportUndo progress={progress} onChanged={onChanged} />
      ) : null}
      <div className="import-foot">
        {busy ? <Button onClick={work.stop}>{t('resource.import.stop')}</Button> : null}
        {phase === 'stopped' ? (
          <Button type="primary" onClick={work.send}>
            {t('resource.import.resume')}
          </Button>
        ) : null}
        {phase === 'ended' ? <Button onClick={onAgain}>{t('resource.import.again')}</Button> : null}
        {busy ? null : (
          <Button type={phase === 'ended' ? 'primary' : 'default'} onClick={onClose}>
            {t('common.close')}
          </Button>
        )}
      </div>
    </div>
  );
}

interface ImportUndoProps {
  readonly progress: ImportProgress;
  readonly onChanged: () => void;
}

/** Undoes an import, and lists the records that were changed since and stay as they are. */
function ImportUndo({ progress, onChanged }: ImportUndoProps) {
  const t = useWords();
  const send = useSendUndo();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const [outcome, setOutcome] = useState<UndoOutcome | null>(null);
  const undo = async () => {
    setBusy(true);
    setProblem('');
    try {
      setOutcome(await sendUndoCalls(listImportKeys(progress), send));
      onChanged();
    } catch (error) {
      if (!(error instanceof StepUpCanceled)) setProblem(errorMessage(error));
    }
    setBusy(false);
  };
  if (outcome) return <UndoneImport outcome={outcome} />;
  return (
    <div className="import-undo">
      <Button loading={busy} onClick={() => void undo()}>
        {t('resource.undo.import')}
      </Button>
      <span className="hint">{t('resource.undo.importText')}</span>
      {problem === '' ? null : (
        <p role="alert" className="problem">
          {problem}
        </p>
      )}
    </div>
  );
}

function UndoneImport({ outcome: { done, left } }: { readonly outcome: UndoOutcome }) {
  const t = useWords();
  const [first] = left;
  return (
    <div className="import-undo">
      <p role="status">
        {first
          ? t('resource.undo.part', { done, left: left.length, reason: first.message })
          : t('resource.undo.done', { what: t('resource.undo.bulk', { action: t('verb.import'), count: done }) })}
      </p>
      {first ? <FailureRows caption={t('resource.undo.left')} failures={left} /> : null}
    </div>
  );
}
