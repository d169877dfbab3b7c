import { errorMessage, sessionCalls } from '@gantry/core';
import { type FormEvent, useId, useState } from 'react';
import { useClient } from '../api/index.ts';
import { useT } from '../i18n/index.ts';
import { Modal, PasswordInput, TextInput } from '../ui/index.ts';
import { useSession } from './session-context.tsx';

/** The one who works here types the password, or a two-factor code. */
export function StepUpDialog({ onDone }: { readonly onDone: (confirmed: boolean) => void }) {
  const t = useT();
  const client = useClient();
  const { user } = useSession();
  const [password, setPassword] = useState('');
  const [totp, setTotp] = useState('');
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const ids = { password: useId(), totp: useId(), problem: useId() };
  const send = async () => {
    setBusy(true);
    try {
      const body = { ...(password === '' ? {} : { password }), ...(totp === '' ? {} : { totp }) };
      await client.call(sessionCalls.stepUp.path, body, { quiet: true });
      onDone(true);
    } catch (error) {
      setProblem(errorMessage(error));
      setBusy(false);
    }
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy && (password !== '' || totp !== '')) void send();
  };
  return (
    <Modal
      visible
      title={t('console.stepUp.title')}
      okText={t('common.confirm')}
      cancelText={t('common.cancel')}
      confirmLoading={busy}
      okButtonProps={{ disabled: password === '' && totp === '' }}
      onOk={send}
      onCancel={() => onDone(false)}
    >
      <form className="form-stack" onSubmit={onSubmit}>
        <p className="hint">{t('console.stepUp.why')}</p>
        <label htmlFor={ids.password}>{t('session.password')}</label>
        <PasswordInput id={ids.password} value={password} onChange={setPassword} aria-describedby={ids.problem} />
        {user.totpEnabled ? (
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
