import { sessionCalls } from '@gantry/core';
import { createCallKey, useClient } from '../../../app/api/index.ts';
import { useT } from '../../../app/i18n/index.ts';
import { useSession } from '../../../app/session/index.ts';
import { type Proof, ProofDialog } from '../../../app/session/step-up-dialog.tsx';

/** Disables two-factor, with the password and a code. */
export function TwoFactorOff({ onClose }: { readonly onClose: () => void }) {
  const t = useT();
  const client = useClient();
  const { reload } = useSession();
  const send = async (proof: Proof) => {
    await client.call(sessionCalls.twoFactorDisable.path, proof, { quiet: true, idempotencyKey: createCallKey() });
    await reload();
  };
  return (
    <ProofDialog
      title={t('console.user.twoFactor')}
      why={t('console.user.turnOffConfirmation')}
      okText={t('console.user.turnOff')}
      danger
      send={send}
      onDone={onClose}
    />
  );
}
