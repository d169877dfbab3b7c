import { apiKey, canRun } from '@gantry/core';
import { useFormat } from '../../app/i18n/index.ts';
import { useSession } from '../../app/session/index.ts';
import { useWords } from '../../fields/index.ts';
import { usePress } from '../../resource/action/use-press.ts';
import { useSendAction } from '../../resource/action/use-send-action.ts';
import type { RecordSlotProps } from '../../resource/slots.ts';
import { Button, useToast } from '../../ui/index.ts';

interface Tested {
  readonly ok: boolean;
  readonly errorCode: string | null;
  readonly ms: number;
  /** Where the key stands now, in words. */
  readonly state: string;
}

/** Tests a key as it is, and says at once what came of it; another model is asked for in the menu. */
export function TestKey({ resource, record, refresh }: RecordSlotProps) {
  const t = useWords();
  const toast = useToast();
  const { number } = useFormat();
  const { rights } = useSession();
  const send = useSendAction(resource);
  const { busy, press } = usePress(async (key) => {
    try {
      const { ok, errorCode, ms, state } = (await send('test', record, {}, key)) as Tested;
      const reported = { name: String(record.name), ms: number(ms), code: errorCode ?? '', state };
      if (ok) toast.success(t('resource.pool.passed', reported));
      else toast.error(t('resource.pool.failed', reported));
    } finally {
      refresh();
    }
  });
  if (!canRun(rights, apiKey, apiKey.actions.test).ok) return null;
  return (
    <Button type="text" size="mini" loading={busy} onClick={press}>
      {t('resource.pool.test')}
    </Button>
  );
}
