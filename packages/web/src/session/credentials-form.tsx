import './credentials-form.css';
import {
  ApiError,
  type Captcha,
  type Credentials,
  checkCredentials,
  errorNamed,
  type Session,
  type SignInAnswer,
  type SignInRefusal,
} from '@gantry/core';
import {
  type FocusEvent,
  type FormEvent,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { useT } from '../i18n/index.ts';
import { CaptchaField } from './captcha-field.tsx';
import { Field } from './credentials-field.tsx';

interface CredentialsFormProps {
  readonly session: Session;
  /** Filled in already; the focus then starts at the password. */
  readonly username: string;
  /** Somebody else may not sign in here. */
  readonly fixedUser?: boolean;
  /** Told at the first key: a good moment to fetch what comes after sign-in. */
  readonly onTyping?: () => void;
  readonly onSignedIn: (answer: SignInAnswer, credentials: Credentials) => void;
  /** Between the fields and the button. */
  readonly children?: React.ReactNode;
}

interface Asked {
  readonly captcha: Captcha | null;
  /** The picture is asked for although there is a provider. */
  readonly picture: boolean;
  readonly totp: boolean;
}

/** What a refused sign-in asks for at the next try. */
function asksFor(error: unknown, credentials: Credentials) {
  if (!(error instanceof ApiError)) return { captcha: false, picture: false, widget: false, totp: false };
  const data: SignInRefusal = error.data;
  const isNeeded = error.code === errorNamed('captchaNeeded').code;
  return {
    captcha: data.captchaRequired === true || isNeeded,
    /** Nothing was answered yet: the words of the refusal speak of the picture. */
    widget: isNeeded && credentials.captchaToken === undefined && credentials.captchaId === undefined,
    picture: data.captchaPicture === true,
    totp: data.twoFactorRequired === true || error.code === errorNamed('twoFactorNeeded').code,
  };
}

function credentialsOf(form: FormData, captcha: Captcha | null): Credentials {
  const text = (name: string) => String(form.get(name) ?? '');
  const totp = text('totp').replace(/\s+/g, '');
  const captchaToken = text('captchaToken');
  const picture = captcha && form.has('captcha');
  return {
    username: text('username').trim(),
    password: text('password'),
    ...(captchaToken === '' ? {} : { captchaToken }),
    ...(picture ? { captchaId: captcha.captchaId, captchaCode: text('captcha').trim() } : {}),
    ...(totp === '' ? {} : { totp }),
  };
}

/** Runs a try to sign in, and keeps what the server asks for next. */
function useSignIn({ session, onSignedIn }: CredentialsFormProps) {
  const t = useT();
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const [asked, setAsked] = useState<Asked>({ captcha: null, picture: false, totp: false });
  const loadCaptcha = async () => {
    const captcha = await session.captcha().catch(() => null);
    setAsked((now) => ({ ...now, captcha }));
    return captcha;
  };
  const attempt = async (credentials: Credentials) => {
    const refusal = checkCredentials(credentials);
    if (refusal) return setProblem(t(`session.${refusal}`));
    const isAnswered = credentials.captchaToken !== undefined || credentials.captchaId !== undefined;
    if (asked.captcha && !isAnswered) return setProblem(t('entry.login.answerWidget'));
    setBusy(true);
    setProblem('');
    try {
      onSignedIn(await session.signIn(credentials), credentials);
    } catch (error) {
      const needs = asksFor(error, credentials);
      const first = needs.totp && !asked.totp;
      setProblem(first ? '' : error instanceof Error && error.message !== '' ? error.message : t('entry.login.failed'));
      setAsked((now) => ({ ...now, picture: now.picture || needs.picture, totp: now.totp || needs.totp }));
      const captcha = needs.captcha || asked.captcha ? await loadCaptcha() : null;
      if (needs.widget && captcha?.hosted) setProblem(t('entry.login.answerWidget'));
      setBusy(false);
    }
  };
  const showPicture = useCallback(() => setAsked((now) => ({ ...now, picture: true })), []);
  return { problem, busy, asked, attempt, loadCaptcha, showPicture };
}

/** Goes to the field that a refused try asks for, or back to the first of the two that is empty, or to the password. */
function useFocusOnAsk(form: RefObject<HTMLFormElement | null>, asked: Asked, problem: string) {
  useEffect(() => {
    const input = (name: string) => form.current?.querySelector<HTMLInputElement>(`[name="${name}"]`);
    const nameless = input('username')?.value.trim() === '' ? 'username' : 'password';
    const field = asked.totp ? 'totp' : asked.captcha ? 'captcha' : problem === '' ? null : nameless;
    if (field) input(field)?.focus();
  }, [form, asked, problem]);
}

/** The field that one went on from without a word in it. */
function useLeftEmpty() {
  const [empty, setEmpty] = useState<'username' | 'password' | null>(null);
  const onBlur = ({ target, relatedTarget, currentTarget }: FocusEvent<HTMLFormElement>) => {
    if (!(target instanceof HTMLInputElement) || !currentTarget.contains(relatedTarget)) return;
    const { name, value } = target;
    if (name === 'username' || name === 'password') setEmpty(value.trim() === '' ? name : null);
  };
  return { empty, onBlur, forget: () => setEmpty(null) };
}

/** User name, password, and what the server asks for beside them. Plain elements in Arco's looks. */
export function CredentialsForm(props: CredentialsFormProps) {
  const { username, fixedUser = false, onTyping, children } = props;
  const t = useT();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const { problem, busy, asked, attempt, loadCaptcha, showPicture } = useSignIn(props);
  useFocusOnAsk(form, asked, problem);
  const { empty, onBlur, forget } = useLeftEmpty();
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    forget();
    if (!busy) void attempt(credentialsOf(new FormData(event.currentTarget), asked.captcha));
  };
  return (
    <form
      ref={form}
      className="credentials"
      noValidate
      onSubmit={onSubmit}
      onBlur={onBlur}
      onInput={() => {
        forget();
        onTyping?.();
      }}
    >
      <div id={`${id}-problem`} className="credentials-problem" role="alert" data-testid="login-error">
        {empty ? t(`session.${empty}Empty`) : problem}
      </div>
      <Field
        id={`${id}-username`}
        label={t('session.username')}
        describedBy={`${id}-problem`}
        name="username"
        autoComplete="username"
        defaultValue={username}
        readOnly={fixedUser}
        autoFocus={username === ''}
      />
      <Field
        id={`${id}-password`}
        label={t('session.password')}
        describedBy={`${id}-problem`}
        name="password"
        type="password"
        autoComplete="current-password"
        autoFocus={username !== ''}
      />
      {asked.captcha ? (
        <CaptchaField
          id={id}
          captcha={asked.captcha}
          picture={asked.picture}
          onRefresh={loadCaptcha}
          onPicture={showPicture}
        />
      ) : null}
      {asked.totp ? (
        <Field
          id={`${id}-totp`}
          label={t('session.twoFactor')}
          name="totp"
          autoComplete="one-time-code"
          hint={t('entry.login.totpHint')}
        />
      ) : null}
      {children}
      <button type="submit" className="credentials-submit" aria-busy={busy} disabled={busy}>
        {busy ? t('entry.login.busy') : t('session.signIn')}
      </button>
    </form>
  );
}
