import { allows, bannedWord } from '@gantry/core';
import { useState } from 'react';
import { newCallKey } from '../../../api/index.ts';
import { useWords } from '../../../fields/index.ts';
import { useSendAction } from '../../../resource/action/use-send-action.ts';
import type { PageSlotProps } from '../../../resource/slots.ts';
import { useSession } from '../../../session/index.ts';
import { Alert, Button, useToast } from '../../../ui/index.ts';
import { type LookBackAnswer, LookBackView } from './look-back-view.tsx';

/** Words of the last hour against the messages of the last day. */
const asked = { addedHours: 1, hours: 24 };

/** Words that were just imported take effect at once, so what they would have hit is one press away. */
export function LookBackNew({ resource, refresh }: PageSlotProps) {
  const t = useWords();
  const toast = useToast();
  const { role } = useSession();
  const send = useSendAction(resource);
  const [answer, setAnswer] = useState<LookBackAnswer | null>(null);
  const [busy, setBusy] = useState(false);
  if (!allows(bannedWord.actions.lookBack.roles, role)) return null;
  if (answer) return <LookBackView answer={answer} onChanged={refresh} />;
  const look = async () => {
    setBusy(true);
    try {
      setAnswer((await send('lookBack', null, asked, newCallKey())) as LookBackAnswer);
    } catch (error) {
      toast.error(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Alert
      type="info"
      content={t('resource.lookBack.why')}
      action={
        <Button size="small" loading={busy} onClick={() => void look()}>
          {t('resource.lookBack.look')}
        </Button>
      }
    />
  );
}
