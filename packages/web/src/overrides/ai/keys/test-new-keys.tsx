import { useState } from 'react';
import { newCallKey } from '../../../api/index.ts';
import { useWords } from '../../../fields/index.ts';
import { useFormat } from '../../../i18n/index.ts';
import { useSendAction } from '../../../resource/action/use-send-action.ts';
import type { PageSlotProps } from '../../../resource/slots.ts';
import { Alert, Button, useToast } from '../../../ui/index.ts';

/** Queues what nobody has tested, and says how the dead ones among them go. */
export function TestNewKeys({ resource, refresh }: PageSlotProps) {
  const t = useWords();
  const toast = useToast();
  const { number } = useFormat();
  const send = useSendAction(resource);
  const [queued, setQueued] = useState<number | null>(null);
  const [busy, setBusy] = useState(false);
  const test = async () => {
    setBusy(true);
    try {
      const answer = await send('testAll', null, { untestedOnly: true }, newCallKey());
      setQueued((answer as { readonly queued: number }).queued);
      refresh();
    } catch (error) {
      toast.error(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  };
  if (queued !== null) return <Alert type="success" content={t('resource.pool.queued', { count: number(queued) })} />;
  return (
    <Alert
      type="info"
      content={t('resource.pool.why')}
      action={
        <Button size="small" loading={busy} onClick={() => void test()}>
          {t('resource.pool.testNew')}
        </Button>
      }
    />
  );
}
