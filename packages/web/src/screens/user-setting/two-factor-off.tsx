import { sessionCalls } from '@gantry/core';
import { useState } from 'react';
import { newCallKey, useClient } from '../../api/index.ts';
import { useT } from '../../i18n/index.ts';
import { ConfirmDialog } from '../../parts/index.ts';
import { useSession, useStepUp } from '../../session/index.ts';

/** Turns two-factor off, once the person has confirmed that it is them. */
export function TwoFactorOff({ onClose }: { readonly onClose: () => void }) {
  const t = useT();
  const client = useClient();
  const stepUp = useStepUp();
  const { reload } = useSession();
  const [busy, setBusy] = useState(false);
  const turnOff = async () => {
    setBusy(true);
    try {
      await stepUp(() => client.call(sessionCalls.twoFactorDisable.path, {}, { idempotencyKey: newCallKey() }));
      await reload();
    } catch {
      // Given up at the question, or said already by the message.
    } finally {
      onClose();
    }
  };
  return (
    <ConfirmDialog
      open
      title={t('console.user.twoFactor')}
      okText={t('console.user.turnOff')}
      danger
      busy={busy}
      onConfirm={() => void turnOff()}
      onCancel={onClose}
    >
      {t('console.user.turnOffAsk')}
    </ConfirmDialog>
  );
}
