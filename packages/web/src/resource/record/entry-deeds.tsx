import './entry-deeds.css';
import { type AnyResource, can, type UndoAnswer, undoCalls } from '@gantry/core';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useRef, useState } from 'react';
import { newCallKey } from '../../api/index.ts';
import { type FieldRecord, useCalls, useWords } from '../../fields/index.ts';
import { StepUpCancelled, useStepUp } from '../../session/index.ts';
import { Button, useToast } from '../../ui/index.ts';
import { usePageScope } from '../page-scope.tsx';
import { useDeedWords } from './use-deed-words.ts';

const RestoreDialog = lazy(async () => ({ default: (await import('./restore-dialog.tsx')).RestoreDialog }));

interface EntryDeedsProps {
  readonly resource: AnyResource;
  readonly entry: FieldRecord;
}

/** What the server takes back: its own verbs, and actions of the engine that hurt nobody. */
function isReversible(resource: AnyResource, name: string): boolean {
  if (['update', 'undo'].includes(name)) return true;
  const action = resource.actions?.[name];
  return action?.to !== undefined && action.danger !== true && action.stepUp !== true;
}

/** Takes one change back, or brings a whole earlier version of the record. */
export function EntryDeeds({ resource, entry }: EntryDeedsProps) {
  const t = useWords();
  const calls = useCalls();
  const stepUp = useStepUp();
  const toast = useToast();
  const queries = useQueryClient();
  const deedOf = useDeedWords();
  const { role, refresh, offerUndo } = usePageScope();
  const key = useRef(newCallKey());
  const [asking, setAsking] = useState(false);
  const name = String(entry.action);
  const ok = entry.result === 'ok';
  const renew = () => {
    refresh();
    void queries.invalidateQueries({ queryKey: ['record', resource.name] });
    void queries.invalidateQueries({ queryKey: ['history'] });
  };
  const undo = async () => {
    try {
      const options = { idempotencyKey: key.current };
      await stepUp(() => calls.call<UndoAnswer>(undoCalls.undoEntry.path, { id: entry.id }, options));
      toast.success(t('resource.undo.done', { what: deedOf(resource, name) }));
      renew();
    } catch (error) {
      if (!(error instanceof StepUpCancelled)) toast.error(error instanceof Error ? error.message : String(error));
    }
  };
  if (!ok || !can(role, resource, 'update')) return null;
  return (
    <div className="entry-deeds">
      {isReversible(resource, name) ? (
        <Button size="mini" onClick={() => void undo()}>
          {t('resource.history.undo')}
        </Button>
      ) : null}
      <Button size="mini" onClick={() => setAsking(true)}>
        {t('resource.history.restore')}
      </Button>
      <Suspense fallback={null}>
        {asking ? (
          <RestoreDialog
            resource={resource}
            entry={entry}
            onClose={() => setAsking(false)}
            onRestored={(written) => {
              setAsking(false);
              offerUndo(t('resource.history.restored'), [written]);
              renew();
            }}
          />
        ) : null}
      </Suspense>
    </div>
  );
}
