import { useState } from 'react';
import { useFormat } from '../../app/i18n/index.ts';
import { useWords } from '../../fields/index.ts';
import { usePress } from '../../resource/action/use-press.ts';
import { usePressAtOnce } from '../../resource/action/use-press-at-once.ts';
import { useSendAction } from '../../resource/action/use-send-action.ts';
import type { ImportedSlotProps } from '../../resource/slots.ts';
import { Alert, Button } from '../../ui/index.ts';

/** Queues what nobody has tested, and says how the dead ones among them go. */
export function TestNewKeys({ resource, refresh, wanted }: ImportedSlotProps) {
  const t = useWords();
  const { number } = useFormat();
  const send = useSendAction(resource);
  const [queued, setQueued] = useState<number | null>(null);
  const { busy, press } = usePress(async (key) => {
    const answer = await send('testAll', null, { untestedOnly: true }, key);
    setQueued((answer as { readonly queued: number }).queued);
    refresh();
  });
  usePressAtOnce(wanted, press);
  if (queued !== null) return <Alert type="success" content={t('resource.pool.queued', { count: number(queued) })} />;
  return (
    <Alert
      type="info"
      content={t('resource.pool.why')}
      action={
        <Button size="small" loading={busy} onClick={press}>
          {t('resource.pool.testNew')}
        </Button>
      }
    />
  );
}
