import { errorMessage, type UndoAnswer, undoCalls } from '@gantry/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { createCallKey } from '../../app/api/index.ts';
import { StepUpCanceled, useStepUp } from '../../app/session/index.ts';
import { type FieldRecord, useCalls, useWords } from '../../fields/index.ts';
import { Button, useToast } from '../../ui/index.ts';
import { useActionLabel } from '../record/use-action-words.ts';

interface UndoEntryProps {
  readonly entry: FieldRecord;
  readonly onDone: () => void;
}

/**
 * Undoes an audit log entry on one or many records; records that could not be undone are reported with the reason. Offered only
 * when a dry run on the server finds something to undo.
 */
export function UndoEntry({ entry, onDone }: UndoEntryProps) {
  const t = useWords();
  const calls = useCalls();
  const stepUp = useStepUp();
  const toast = useToast();
  const getActionLabel = useActionLabel();
  const key = useRef(createCallKey());
  const [busy, setBusy] = useState(false);
  const { data: undoes, refetch } = useQuery({
    queryKey: ['undo', entry.id],
    queryFn: ({ signal }) =>
      calls.call<UndoAnswer>(undoCalls.undoEntry.path, { id: entry.id, dryRun: true }, { signal }).then(
        ({ affected }) => affected > 0,
        () => false,
      ),
    staleTime: 0,
  });
  const undo = async () => {
    setBusy(true);
    try {
      const options = { idempotencyKey: key.current };
      const body = { id: entry.id };
      const answer = await stepUp(() => calls.call<UndoAnswer>(undoCalls.undoEntry.path, body, options));
      const left = answer.items.filter(({ code }) => code !== 20000);
      if (left[0]) {
        const words = { done: answer.affected, left: left.length, reason: left[0].message };
        toast.info(t('resource.undo.part', words));
      } else toast.success(t('resource.undo.done', { what: getActionLabel(null, String(entry.action)) }));
      onDone();
      void refetch();
    } catch (error) {
      if (!(error instanceof StepUpCanceled)) toast.error(errorMessage(error));
    }
    setBusy(false);
  };
  if (!undoes) return null;
  return (
    <Button size="small" loading={busy} onClick={() => void undo()}>
      {t('resource.history.undo')}
    </Button>
  );
}
