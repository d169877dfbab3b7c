import { bannedWord, canRun } from '@gantry/core';
import { useState } from 'react';
import { useSession } from '../../../app/session/index.ts';
import { useWords } from '../../../fields/index.ts';
import { useAutoPress, usePress } from '../../../resource/action/use-press.ts';
import { useSendAction } from '../../../resource/action/use-send-action.ts';
import type { ImportedSlotProps } from '../../../resource/slots.ts';
import { Alert, Button } from '../../../ui/index.ts';
import { type LookBackAnswer, LookBackView } from './look-back-view.tsx';

/** Words of the last hour against the messages of the last day. */
const requested = { addedHours: 1, hours: 24 };

/** Imported words take effect immediately, so their matches in recent messages are shown or one click away. */
export function LookBackNew({ resource, refresh, wanted }: ImportedSlotProps) {
  const t = useWords();
  const { rights } = useSession();
  const send = useSendAction(resource);
  const [answer, setAnswer] = useState<LookBackAnswer | null>(null);
  const { busy, press } = usePress(async (key) => {
    setAnswer((await send('lookBack', null, requested, key)) as LookBackAnswer);
  });
  const may = canRun(rights, bannedWord, bannedWord.actions.lookBack).ok;
  useAutoPress(wanted && may, press);
  if (!may) return null;
  if (answer) return <LookBackView answer={answer} onChanged={refresh} />;
  return (
    <Alert
      type="info"
      content={t('resource.lookBack.why')}
      action={
        <Button size="small" loading={busy} onClick={press}>
          {t('resource.lookBack.look')}
        </Button>
      }
    />
  );
}
