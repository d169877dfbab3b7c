import type { Placing } from '@gantry/core';
import { errorMessage } from '@gantry/core';
import { useQueryClient } from '@tanstack/react-query';
import { createCallKey } from '../../app/api/index.ts';
import { StepUpCancelled } from '../../app/session/index.ts';
import { type FieldRecord, useWords } from '../../fields/index.ts';
import { useToast } from '../../ui/index.ts';
import { useSendAction } from '../action/use-send-action.ts';
import { listKey } from '../list/list-key.ts';
import { usePageScope } from '../page-scope.tsx';

/** Tells the server where a record goes, under the version that was seen; done once the list shows what stands now. */
export function useSendPlace() {
  const t = useWords();
  const toast = useToast();
  const queries = useQueryClient();
  const { resource, offerUndo } = usePageScope();
  const send = useSendAction(resource);
  return async ({ action }: Placing, record: FieldRecord, title: string, place: number): Promise<void> => {
    const key = createCallKey();
    try {
      const seen = typeof record.version === 'number' ? { version: record.version } : {};
      await send(action, record, { ...seen, place }, key);
      offerUndo(t('resource.sorting.moved', { title, place }), [key]);
    } catch (error) {
      if (!(error instanceof StepUpCancelled)) toast.error(errorMessage(error));
    }
    await queries.invalidateQueries({ queryKey: listKey(resource) });
  };
}
