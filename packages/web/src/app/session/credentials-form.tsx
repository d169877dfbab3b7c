import './credentials-form.css';
import {
  type Captcha,
  type Credentials,
  checkCredentials,
  getError,
  ResponseError,
  type Session,
  type SignInAnswer,
  type SignInRejection,
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

interface RequiredFields {
  readonly captcha: Captcha | null;
  /** The picture is asked for although there is a provider. */
  readonly picture: boolean;
  readonly totp: boolean;
}

/** What a refused sign-in asks for at the next try. */
function getChallenge(error: unknown, credentials: Credentials) {
  if (!(error instanceof ResponseError)) return { captcha: false, picture: false, widget: false, totp: false };
  const data: SignInRejection = error.data;
  const isNeeded = error.code === getError('captchaNeeded').code;
  return {
    captcha: data.captchaRequired === true || isNeeded,
    /** Nothing was answered yet: the words of the refusal speak of the picture. */
    widget: isNeeded && credentials.captchaToken === undefined && credentials.captchaId === undefined,
    picture: data.captchaPicture === true,
    totp: data.twoFactorRequired === true || error.code === getError('twoFactorNeeded').code,
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
  const [required, setChallenge] = useState<RequiredFields>({ captcha: null, picture: false, totp: false });
  const loadCaptcha = async () => {
    const captcha = await session.captcha().catch(() => null);
    setChallenge((now) => ({ ...now, captcha }));
    return captcha;
  };
  const attempt = async (credentials: Credentials) => {
    const rejection = checkCredentials(credentials);
    if (rejection) return setProblem(t(`session.${rejection}`));
    const isAnswered = credentials.captchaToken !== undefined || credentials.captchaId !== undefined;
    if (required.captcha && !isAnswered) return setProblem(t('entry.login.answerWidget'));
    setBusy(true);
    setProblem('');
    try {
      onSignedIn(await session.signIn(credentials), credentials);
    } catch (error) {
      const deps = getChallenge(error, credentials);
      const first = deps.totp && !required.totp;
      setProblem(first ? '' : error instanceof Error && error.message !== '' ? error.message : t('entry.login.failed'));
      setChallenge((now) => ({ ...now, picture: now.picture || deps.picture, totp: now.totp || deps.totp }));
      const captcha = deps.captcha || required.captcha ? await loadCaptcha() : null;
      if (deps.widget && captcha?.hosted) setProblem(t('entry.login.answerWidget'));
      setBusy(false);
    }
  };
  const showPicture = useCallback(() => setChallenge((now) => ({ ...now, picture: true })), []);
  return { problem, busy, required, attempt, loadCaptcha, showPicture };
}

/** Goes to the field that a refused try asks for, or back to the first of the two that is empty, or to the password. */
function useFocusOnChallenge(form: RefObject<HTMLFormElement | null>, required: RequiredFields, problem: string) {
  useEffect(() => {
    const input = (name: string) => form.current?.querySelector<HTMLInputElement>(`[name="${name}"]`);
    const nameless = input('username')?.value.trim() === '' ? 'username' : 'password';
    const field = required.totp ? 'totp' : required.captcha ? 'captcha' : problem === '' ? null : nameless;
    if (field) input(field)?.focus();
  }, [form, required, problem]);
}

/** The field that one went on from without a word in it. */
function useLeftEmpty() {
  const [empty, setEmpty] = useState<'username' | 'password' | null>(null);
  const onBlur = ({ target, relatedTarget, currentTarget }: FocusEvent<HTMLFormElement>) => {
    if (!(target instanceof HTMLInputElement) || !currentTarget.contains(relatedTarget)) return;
    const { name, value } = target;
    if (name === 'username' || name === 'password') setEmpty(value.trim() === '' ? name : null);
  };
  return { empty, onBlur, purge: () => setEmpty(null) };
}

/** User name, password, and what the server asks for beside them. Plain elements in Arco's looks. */
export function CredentialsForm(props: CredentialsFormProps) {
  const { username, fixedUser = false, onTyping, children } = props;
  const t = useT();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const { problem, busy, required, attempt, loadCaptcha, showPicture } = useSignIn(props);
  useFocusOnChallenge(form, required, problem);
  const { empty, onBlur, purge } = useLeftEmpty();
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    purge();
    if (!busy) void attempt(credentialsOf(new FormData(event.currentTarget), required.captcha));
  };
  return (
    <form
      ref={form}
      className="credentials"
      noValidate
      onSubmit={onSubmit}
      onBlur={onBlur}
      onInput={() => {
        purge();
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
      {required.captcha ? (
        <CaptchaField
          id={id}
          captcha={required.captcha}
          picture={required.picture}
          onRefresh={loadCaptcha}
          onPicture={showPicture}
        />
      ) : null}
      {required.totp ? (
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
