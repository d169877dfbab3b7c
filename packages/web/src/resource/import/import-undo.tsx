import { errorMessage, sendUndoCalls, type UndoOutcome } from '@gantry/core';
import { useState } from 'react';
import { StepUpCancelled } from '../../app/session/index.ts';
import { useWords } from '../../fields/index.ts';
import { Button } from '../../ui/index.ts';
import { FailureRows } from '../bulk/failure-rows.tsx';
import { useSendUndo } from '../undo/use-undo.ts';
import { type ImportProgress, importKeys } from './import-run.ts';

interface ImportUndoProps {
  readonly progress: ImportProgress;
  readonly onChanged: () => void;
}

/** Takes an import back, and lists what somebody touched since and is left as it is. */
export function ImportUndo({ progress, onChanged }: ImportUndoProps) {
  const t = useWords();
  const send = useSendUndo();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const [outcome, setOutcome] = useState<UndoOutcome | null>(null);
  const undo = async () => {
    setBusy(true);
    setProblem('');
    try {
      setOutcome(await sendUndoCalls(importKeys(progress), send));
      onChanged();
    } catch (error) {
      if (!(error instanceof StepUpCancelled)) setProblem(errorMessage(error));
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
