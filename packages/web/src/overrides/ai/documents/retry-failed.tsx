import { canRun } from '@gantry/core';
import { useSearchParams } from 'react-router-dom';
import { useWords } from '../../../fields/index.ts';
import type { PageSlotProps } from '../../../resource/slots.ts';
import { useSession } from '../../../session/index.ts';
import { Button } from '../../../ui/index.ts';

/** The one state that is asked for in the address; null for none or for several. */
function onlyState(filters: string | null): unknown {
  try {
    const { status } = JSON.parse(filters ?? '{}') as { readonly status?: readonly unknown[] };
    return status?.length === 1 ? status[0] : null;
  } catch {
    return null;
  }
}

/** Over a list of nothing but failures: asks whether to try all of them again. */
export function RetryFailed({ resource }: PageSlotProps) {
  const t = useWords();
  const { role } = useSession();
  const [params, setParams] = useSearchParams();
  const retry = resource.actions?.retry;
  if (onlyState(params.get('f')) !== 'failed' || !retry || !canRun(role, resource, retry).ok) return null;
  const ask = () => {
    const asked = new URLSearchParams(params);
    asked.set('bulk', 'retry');
    setParams(asked, { replace: true });
  };
  return <Button onClick={ask}>{t('resource.document.retryAll')}</Button>;
}
