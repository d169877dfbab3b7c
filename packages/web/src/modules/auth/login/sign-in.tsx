import './sign-in.css';
import {
  type Credentials,
  type CurrentUser,
  errorMessage,
  type Locale,
  locales,
  ResponseError,
  type SignInAnswer,
  storageKeys,
} from '@gantry/core';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { useClient, useConfig } from '../../../app/api/index.ts';
import { basePath } from '../../../app/base-path.ts';
import { useLocale, useT } from '../../../app/i18n/index.ts';
import { CredentialsForm, Field, type SessionHost } from '../../../app/session/index.ts';
import './banner.css';
import { applyTheme } from '../../../ui/appearance/apply-palette.ts';
import { Carousel, selectSlides } from './carousel.tsx';
import { entryPaths } from './entry-paths.ts';
import { SetUp } from './set-up.tsx';

const names: Readonly<Record<Locale, string>> = { 'zh-CN': '中文', 'en-US': 'English' };

/** Language and theme switches on the sign-in page. */
function SignInBar({ host }: { readonly host: SessionHost }) {
  const t = useT();
  const locale = useLocale();
  const [dark, setDark] = useState(() => document.body.getAttribute('arco-theme') === 'dark');
  const other = locales.find((name) => name !== locale) ?? locale;
  const changeLocale = () => {
    host.store.set(storageKeys.locale, other);
    location.reload();
  };
  const toggleTheme = () => {
    const theme = dark ? 'light' : 'dark';
    host.store.set(storageKeys.theme, theme);
    host.tabs.publish({ kind: 'theme', theme });
    applyTheme(theme);
    setDark(!dark);
  };
  return (
    <header className="sign-in-bar">
      <button type="button" lang={other} aria-label={`${t('entry.locale')}: ${names[other]}`} onClick={changeLocale}>
        {names[other]}
      </button>
      <button type="button" onClick={toggleTheme} aria-pressed={dark}>
        {t(dark ? 'entry.toLight' : 'entry.toDark')}
      </button>
    </header>
  );
}

/** Storage key of the remembered username; a password is never stored. */
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

/** The only page without sign-in: signing in, creating the first admin, and choosing a new password. */
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
  const handleSignedIn = (answer: SignInAnswer, credentials: Credentials) => {
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
            onSignedIn={handleSignedIn}
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

/** The carousel beside the sign-in form, or a product description when there are no slides. */
function Banner() {
  const locale = useLocale();
  const { siteName, carousel } = useConfig();
  const slides = selectSlides(carousel, locale);
  return (
    <aside className="banner" aria-label={siteName}>
      <div className="banner-brand">
        <img src={`${basePath}/icon.svg`} alt="" width="32" height="32" />
        <span>{siteName}</span>
      </div>
      {slides.length > 0 ? <Carousel slides={slides} /> : <Statement />}
    </aside>
  );
}

function Statement() {
  const t = useT();
  return (
    <div className="banner-slide">
      <div className="banner-art" aria-hidden="true">
        <FacesArt />
      </div>
      <p className="banner-title">{t('entry.banner.faces')}</p>
      <p className="banner-text">{t('entry.banner.facesText')}</p>
    </div>
  );
}

/** Illustration: one definition in the middle, four clients around it. */
function FacesArt() {
  return (
    <svg viewBox="0 0 320 200" aria-hidden="true">
      <g className="art-line">
        <path d="M160 100H76M160 100h84M160 100 104 48M160 100l56-52" />
      </g>
      <rect className="art-core" x="120" y="74" width="80" height="52" rx="8" />
      <path className="art-text" d="M134 92h36M134 102h52M134 112h28" />
      <rect className="art-card" x="20" y="78" width="68" height="46" rx="6" />
      <path className="art-text" d="M20 90h68M30 102h20M30 112h34" />
      <rect className="art-card" x="232" y="78" width="68" height="46" rx="6" />
      <path className="art-text" d="m242 94 7 6-7 6M256 108h22" />
      <rect className="art-card" x="66" y="16" width="68" height="46" rx="6" />
      <path className="art-text" d="M76 50V40m12 10V32m12 18V38m12 12V28" />
      <rect className="art-card" x="186" y="16" width="68" height="46" rx="6" />
      <path className="art-text" d="M198 30h44M198 40h44M198 50h28" />
      <path className="art-glow" d="M64 172h192" />
    </svg>
  );
}

interface NewPasswordProps {
  readonly host: SessionHost;
  /** The credentials of the current sign-in. Changing the password ends every session. */
  readonly credentials: Credentials;
  readonly onDone: () => Promise<void>;
}

/** Requires a new password when another user set the current one. */
function NewPassword({ host, credentials, onDone }: NewPasswordProps) {
  const t = useT();
  const client = useClient();
  const id = useId();
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const change = async (next: string, again: string) => {
    if (next !== again) return setProblem(t('entry.newPassword.unlike'));
    setBusy(true);
    try {
      const { username, password: current } = credentials;
      await client.call(entryPaths.passwordChange, { current, next }, { quiet: true });
      await host.session.loadInfo().catch(() => host.session.signIn({ username, password: next }));
      await onDone();
    } catch (error) {
      const fields = error instanceof ResponseError ? Object.values(error.errors).flat() : [];
      setProblem(fields.length > 0 ? fields.join(' ') : errorMessage(error));
      setBusy(false);
    }
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    if (!busy) void change(String(form.get('next') ?? ''), String(form.get('again') ?? ''));
  };
  return (
    <form className="credentials" noValidate onSubmit={onSubmit}>
      <p className="sign-in-about">{t('entry.newPassword.about')}</p>
      <div className="credentials-problem" role="alert" data-testid="login-error">
        {problem}
      </div>
      <input type="text" name="username" autoComplete="username" defaultValue={credentials.username} hidden />
      <Field
        id={`${id}-next`}
        name="next"
        type="password"
        label={t('entry.newPassword.next')}
        hint={t('entry.setUp.passwordHint')}
        autoComplete="new-password"
        autoFocus
      />
      <Field
        id={`${id}-again`}
        name="again"
        type="password"
        label={t('entry.newPassword.again')}
        autoComplete="new-password"
      />
      <button type="submit" className="credentials-submit" aria-busy={busy} disabled={busy}>
        {t('entry.newPassword.save')}
      </button>
    </form>
  );
}
