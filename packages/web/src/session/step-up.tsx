import { ApiError, errorNamed, sessionCalls } from '@gantry/core';
import {
  createContext,
  type FormEvent,
  type ReactNode,
  use,
  useCallback,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useClient } from '../api/index.ts';
import { useT } from '../i18n/index.ts';
import { Modal, PasswordInput, TextInput } from '../ui/index.ts';
import { useSession } from './session-context.tsx';

/** The call was given up at the question for the password. */
export class StepUpCancelled extends Error {
  constructor() {
    super('the confirmation was cancelled');
    this.name = 'StepUpCancelled';
  }
}

export type StepUp = <T>(call: () => Promise<T>) => Promise<T>;
const StepUpContext = createContext<StepUp | null>(null);

function needsStepUp(error: unknown): boolean {
  return error instanceof ApiError && error.code === errorNamed('stepUpNeeded').code;
}

/** Gives `useStepUp`: a call that the server answers with 40301 opens the question, and is then sent again. */
export function StepUpProvider({ children }: { readonly children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const waiting = useRef<((confirmed: boolean) => void)[]>([]);
  const settle = useCallback((confirmed: boolean) => {
    setOpen(false);
    for (const resolve of waiting.current.splice(0)) resolve(confirmed);
  }, []);
  const stepUp = useCallback<StepUp>(async (call) => {
    try {
      return await call();
    } catch (error) {
      if (!needsStepUp(error)) throw error;
    }
    const confirmed = await new Promise<boolean>((resolve) => {
      waiting.current.push(resolve);
      setOpen(true);
    });
    if (!confirmed) throw new StepUpCancelled();
    return call();
  }, []);
  return (
    <StepUpContext value={stepUp}>
      {children}
      {open ? <StepUpDialog onDone={settle} /> : null}
    </StepUpContext>
  );
}

/** The one who works here types the password, or a two-factor code. */
function StepUpDialog({ onDone }: { readonly onDone: (confirmed: boolean) => void }) {
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
      setProblem(error instanceof Error ? error.message : String(error));
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

/** Wraps a call: `await stepUp(() => client.call(path, body, { quiet: true }))`. Rejects with StepUpCancelled when given up. */
export function useStepUp(): StepUp {
  const stepUp = use(StepUpContext);
  if (!stepUp) throw new Error('a step-up is asked for outside of StepUpProvider');
  return useMemo(() => stepUp, [stepUp]);
}
