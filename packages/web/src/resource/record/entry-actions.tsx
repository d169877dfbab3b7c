import './entry-actions.css';
import { type AnyResource, can, isReversible } from '@gantry/core';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { type FieldRecord, useWords } from '../../fields/index.ts';
import { Button } from '../../ui/index.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { usePageScope } from '../page-scope.tsx';
import { UndoEntry } from '../undo/undo-entry.tsx';

const RestoreDialog = lazyPart(async () => ({ default: (await import('./restore-dialog.tsx')).RestoreDialog }));

interface EntryActionsProps {
  readonly resource: AnyResource;
  readonly entry: FieldRecord;
}

/** Entries that may have an undo: changes, and actions that say so. Whether one does is for the server to answer. */
function mayReverse(resource: AnyResource, name: string): boolean {
  const action = resource.actions?.[name];
  return ['update', 'undo'].includes(name) || (action !== undefined && isReversible(action));
}

/** Takes one change back, or brings a whole earlier version of the record. */
export function EntryActions({ resource, entry }: EntryActionsProps) {
  const t = useWords();
  const queries = useQueryClient();
  const { role, refresh, offerUndo } = usePageScope();
  const [request, setRequest] = useState(false);
  const name = String(entry.action);
  const ok = entry.result === 'ok';
  const renew = () => {
    refresh();
    void queries.invalidateQueries({ queryKey: ['record', resource.name] });
    void queries.invalidateQueries({ queryKey: ['history'] });
  };
  if (!ok || !can(role, resource, 'update')) return null;
  return (
    <div className="entry-deeds">
      {mayReverse(resource, name) ? <UndoEntry entry={entry} onDone={renew} /> : null}
      <Button size="mini" onClick={() => setRequest(true)}>
        {t('resource.history.restore')}
      </Button>
      <Suspense fallback={null}>
        {request ? (
          <RestoreDialog
            resource={resource}
            entry={entry}
            onClose={() => setRequest(false)}
            onRestored={(written) => {
              setRequest(false);
              offerUndo(t('resource.history.restored'), [written]);
              renew();
            }}
          />
        ) : null}
      </Suspense>
    </div>
  );
}
