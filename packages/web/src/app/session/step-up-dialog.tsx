import { errorMessage, getError, ResponseError, sessionCalls } from '@gantry/core';
import { type FormEvent, useId, useState } from 'react';
import { Modal, PasswordInput, TextInput } from '../../ui/index.ts';
import { useClient } from '../api/index.ts';
import { useT } from '../i18n/index.ts';
import { useSession } from './session-context.tsx';

export interface Proof {
  readonly password: string;
  readonly totp?: string;
}

interface ProofDialogProps {
  readonly title: string;
  readonly why: string;
  readonly okText: string;
  readonly danger?: boolean;
  /** Rejects with the server's error when the proof is invalid. */
  readonly send: (proof: Proof) => Promise<unknown>;
  readonly onDone: (confirmed: boolean) => void;
}

/** Asks for a recent identity confirmation. */
export function StepUpDialog({ onDone }: { readonly onDone: (confirmed: boolean) => void }) {
  const t = useT();
  const client = useClient();
  return (
    <ProofDialog
      title={t('console.stepUp.title')}
      why={t('console.stepUp.why')}
      okText={t('common.confirm')}
      send={(proof) => client.call(sessionCalls.stepUp.path, proof, { quiet: true })}
      onDone={onDone}
    />
  );
}

/** Asks for the password, and also for a code when two-factor is enabled. */
export function ProofDialog({ title, why, okText, danger = false, send, onDone }: ProofDialogProps) {
  const t = useT();
  const { user } = useSession();
  const [isCodeRequired, setAsksCode] = useState(user.totpEnabled);
  const [password, setPassword] = useState('');
  const [totp, setTotp] = useState('');
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const ids = { password: useId(), totp: useId(), problem: useId() };
  const isComplete = password !== '' && (!isCodeRequired || totp !== '');
  const confirm = async () => {
    setBusy(true);
    try {
      await send({ password, ...(totp === '' ? {} : { totp: totp.replace(/\s+/g, '') }) });
      onDone(true);
    } catch (error) {
      // Two-factor may have been enabled elsewhere since this page was opened.
      if (error instanceof ResponseError && error.code === getError('twoFactorNeeded').code) setAsksCode(true);
      setProblem(errorMessage(error));
      setBusy(false);
    }
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy && isComplete) void confirm();
  };
  return (
    <Modal
      visible
      title={title}
      okText={okText}
      cancelText={t('common.cancel')}
      confirmLoading={busy}
      okButtonProps={{ disabled: !isComplete, ...(danger ? ({ status: 'danger' } as const) : {}) }}
      onOk={confirm}
      onCancel={() => onDone(false)}
    >
      <form className="form-stack" onSubmit={onSubmit}>
        <p className="hint">{why}</p>
        <label htmlFor={ids.password}>{t('session.password')}</label>
        <PasswordInput id={ids.password} value={password} onChange={setPassword} aria-describedby={ids.problem} />
        {isCodeRequired ? (
          <>
            <label htmlFor={ids.totp}>{t('session.twoFactor')}</label>
            <TextInput id={ids.totp} value={totp} onChange={setTotp} inputMode="numeric" autoComplete="one-time-code" />
          </>
        ) : null}
        <p id={ids.problem} role="alert" className="problem">
          {problem}
        </p>
        <button type="submit" hidden />
      </form>
    </Modal>
  );
}
