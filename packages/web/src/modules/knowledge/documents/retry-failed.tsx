import { canRun, decodeListState } from '@gantry/core';
import { useSearchParams } from 'react-router-dom';
import { useSession } from '../../../app/session/index.ts';
import { useWords } from '../../../fields/index.ts';
import type { PageSlotProps } from '../../../resource/slots.ts';
import { Button } from '../../../ui/index.ts';

/** Whether the URL filters the list by failed documents only. */
function isRetryRequested(params: URLSearchParams): boolean {
  const { status } = decodeListState((name) => params.get(name)).filters;
  return Array.isArray(status) && status.length === 1 && status[0] === 'failed';
}

/** Shown above a list of failed documents: offers to retry all of them. */
export function RetryFailed({ resource }: PageSlotProps) {
  const t = useWords();
  const { rights } = useSession();
  const [params, setParams] = useSearchParams();
  const retry = resource.actions?.retry;
  if (!isRetryRequested(params) || !retry || !canRun(rights, resource, retry).ok) return null;
  const prompt = () => {
    const requested = new URLSearchParams(params);
    requested.set('bulk', 'retry');
    setParams(requested, { replace: true });
  };
  return <Button onClick={prompt}>{t('resource.document.retryAll')}</Button>;
}
