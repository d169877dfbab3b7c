import './sign-in.css';
import type { Credentials, CurrentUser, SignInAnswer } from '@gantry/core';
import { useEffect, useState } from 'react';
import { useClient, useConfig } from '../../../app/api/index.ts';
import { useT } from '../../../app/i18n/index.ts';
import { CredentialsForm, type SessionHost } from '../../../app/session/index.ts';
import { Banner } from './banner.tsx';
import { entryPaths } from './entry-paths.ts';
import { NewPassword } from './new-password.tsx';
import { SetUp } from './set-up.tsx';
import { SignInBar } from './sign-in-bar.tsx';

/** Under this key the browser keeps the user name; a password is never kept. */
const rememberedKey = 'username';

interface SignInProps {
  readonly host: SessionHost;
  readonly onTyping: () => void;
  readonly onSignedIn: (user: CurrentUser) => void;
}

type Step = 'signIn' | 'setUp' | { readonly change: Credentials };

/** Whether this platform has no admin yet. */
function useSetUpNeeded(): boolean | null {
  const client = useClient();
  const [needed, setNeeded] = useState<boolean | null>(null);
  useEffect(() => {
    let here = true;
    const settle = (value: boolean) => (here ? setNeeded(value) : undefined);
    client.call<{ needed: boolean }>(entryPaths.setupState, {}, { quiet: true }).then(
      (state) => settle(state.needed),
      () => settle(false),
    );
    return () => {
      here = false;
    };
  }, [client]);
  return needed;
}

/** The one page that needs no sign-in: signing in, making the first admin, and choosing a new password. */
export function SignIn({ host, onTyping, onSignedIn }: SignInProps) {
  const t = useT();
  const { siteName } = useConfig();
  const needed = useSetUpNeeded();
  const [step, setStep] = useState<Step>('signIn');
  const [problem, setProblem] = useState('');
  const enter = async () => {
    try {
      const user = await host.session.loadInfo();
      host.tabs.publish({ kind: 'signedIn' });
      onSignedIn(user);
    } catch (error) {
      host.session.clear();
      setStep('signIn');
      setProblem(error instanceof Error ? error.message : t('entry.login.failed'));
    }
  };
  const signedIn = (answer: SignInAnswer, credentials: Credentials) => {
    if (answer.mustChangePassword) setStep({ change: credentials });
    else void enter();
  };
  const setUp = needed === true && step === 'signIn' ? 'setUp' : step;
  const title =
    typeof setUp === 'object'
      ? t('entry.newPassword.title')
      : setUp === 'setUp'
        ? t('entry.setUp.title')
        : t('entry.login.title', { site: siteName });
  useEffect(() => {
    document.title = `${title} · ${siteName}`;
  }, [title, siteName]);
  return (
    <div className="sign-in">
      <Banner />
      <div className="sign-in-side">
        <SignInBar host={host} />
        <main className="sign-in-main" data-testid="login" aria-labelledby="sign-in-title">
          <h1 id="sign-in-title">{title}</h1>
          <StepBody
            step={setUp}
            host={host}
            onTyping={onTyping}
            onSignedIn={signedIn}
            onReady={enter}
            problem={problem}
          />
        </main>
        <footer className="sign-in-foot">{siteName}</footer>
      </div>
    </div>
  );
}

interface StepBodyProps {
  readonly step: Step;
  readonly host: SessionHost;
  readonly problem: string;
  readonly onTyping: () => void;
  readonly onSignedIn: (answer: SignInAnswer, credentials: Credentials) => void;
  readonly onReady: () => Promise<void>;
}

function StepBody({ step, host, problem, onTyping, onSignedIn, onReady }: StepBodyProps) {
  const t = useT();
  const [remembered] = useState(() => host.store.get(rememberedKey));
  const [remember, setRemember] = useState(remembered !== null);
  const keepName = (answer: SignInAnswer, credentials: Credentials) => {
    if (remember) host.store.set(rememberedKey, credentials.username);
    else host.store.remove(rememberedKey);
    onSignedIn(answer, credentials);
  };
  if (step === 'setUp') return <SetUp host={host} onDone={onReady} />;
  if (step !== 'signIn') return <NewPassword host={host} credentials={step.change} onDone={onReady} />;
  return (
    <>
      <p className="sign-in-about">{t('entry.login.about')}</p>
      {problem ? (
        <p className="credentials-problem" role="alert">
          {problem}
        </p>
      ) : null}
      <CredentialsForm session={host.session} username={remembered ?? ''} onTyping={onTyping} onSignedIn={keepName}>
        <label className="sign-in-remember">
          <input type="checkbox" checked={remember} onChange={(event) => setRemember(event.target.checked)} />
          {t('entry.login.remember')}
        </label>
      </CredentialsForm>
    </>
  );
}
