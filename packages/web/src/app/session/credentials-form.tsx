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
import { useConfig } from '../api/index.ts';
import { useLocale, useT } from '../i18n/index.ts';

interface CaptchaFieldProps {
  readonly id: string;
  readonly captcha: Captcha;
  /** Whether the image captcha is required although a provider is configured. */
  readonly picture: boolean;
  readonly onRefresh: () => Promise<unknown>;
  readonly onPicture: () => void;
}

/** The challenge after a rejected sign-in: the provider's widget, or the image when there is no provider or its widget failed. */
function CaptchaField({ id, captcha, picture, onRefresh, onPicture }: CaptchaFieldProps) {
  if (captcha.hosted && !picture) return <CaptchaWidget key={captcha.captchaId} onPicture={onPicture} />;
  return <CaptchaPicture id={id} captcha={captcha} onRefresh={onRefresh} />;
}

/** A captcha image and an input for its characters. A click loads another image. */
function CaptchaPicture({ id, captcha, onRefresh }: Pick<CaptchaFieldProps, 'id' | 'captcha' | 'onRefresh'>) {
  const t = useT();
  return (
    <div className="credentials-captcha">
      <Field id={`${id}-captcha`} label={t('session.captcha')} name="captcha" autoComplete="off" maxLength={16} />
      <button type="button" onClick={() => void onRefresh()} aria-label={t('entry.login.anotherCaptcha')}>
        <img src={captcha.captchaImage} alt={t('session.captcha')} />
      </button>
    </div>
  );
}

/** How long, in ms, the widget may take to appear. */
const timeoutMs = 12_000;
const heights = { least: 66, most: 600 };

interface CaptchaMessage {
  readonly token?: string;
  readonly height?: number;
  readonly failed?: boolean;
}

/** Returns the message of the captcha frame; null for messages of other windows. */
function readCaptchaMessage(
  frame: HTMLIFrameElement | null,
  { source, origin, data }: MessageEvent<unknown>,
): CaptchaMessage | null {
  if (!frame || source !== frame.contentWindow || origin !== new URL(frame.src).origin) return null;
  if (typeof data !== 'object' || data === null || !('from' in data) || data.from !== 'captcha-widget') return null;
  const { token, height, failed } = data as Record<string, unknown>;
  return {
    ...(typeof token === 'string' ? { token } : {}),
    ...(typeof height === 'number' ? { height: Math.min(Math.max(height, heights.least), heights.most) } : {}),
    failed: failed === true,
  };
}

/** The provider's widget in a frame with its own content security policy. If it fails or does not load, the image replaces it. */
function CaptchaWidget({ onPicture }: Pick<CaptchaFieldProps, 'onPicture'>) {
  const t = useT();
  const locale = useLocale();
  const { apiBaseUrl } = useConfig();
  const frame = useRef<HTMLIFrameElement>(null);
  const [token, setToken] = useState('');
  const [height, setHeight] = useState(0);
  const giveUp = useRef(onPicture);
  giveUp.current = onPicture;
  // A changed URL would reload the widget and lose the solved challenge.
  const [src] = useState(() => {
    const theme = document.body.getAttribute('arco-theme') === 'dark' ? 'dark' : 'light';
    const parent = encodeURIComponent(location.origin);
    return `${apiBaseUrl}/captcha-widget?theme=${theme}&lang=${locale}&parent=${parent}`;
  });
  useEffect(() => {
    const timer = setTimeout(() => giveUp.current(), timeoutMs);
    const listen = (event: MessageEvent<unknown>) => {
      const reported = readCaptchaMessage(frame.current, event);
      if (reported?.failed) giveUp.current();
      if (reported?.token !== undefined) setToken(reported.token);
      if (reported?.height === undefined) return;
      clearTimeout(timer);
      setHeight(reported.height);
    };
    addEventListener('message', listen);
    return () => {
      clearTimeout(timer);
      removeEventListener('message', listen);
    };
  }, []);
  return (
    <div className="credentials-widget">
      <iframe ref={frame} title={t('session.captcha')} src={src} style={{ height: height || heights.least }} />
      <input type="hidden" name="captchaToken" value={token} />
      <button type="button" onClick={onPicture}>
        {t('entry.login.picture')}
      </button>
    </div>
  );
}

interface CredentialsFormProps {
  readonly session: Session;
  /** Prefilled username; the focus then starts at the password. */
  readonly username: string;
  /** Whether the username cannot be changed. */
  readonly fixedUser?: boolean;
  /** Called at the first key press: a good moment to preload the console. */
  readonly onTyping?: () => void;
  readonly onSignedIn: (answer: SignInAnswer, credentials: Credentials) => void;
  /** Shown between the fields and the button. */
  readonly children?: React.ReactNode;
}

interface RequiredFields {
  readonly captcha: Captcha | null;
  /** Whether the image captcha is required although a provider is configured. */
  readonly picture: boolean;
  readonly totp: boolean;
}

/** Returns what a rejected sign-in requires for the next attempt. */
function getChallenge(error: unknown, credentials: Credentials) {
  if (!(error instanceof ResponseError)) return { captcha: false, picture: false, widget: false, totp: false };
  const data: SignInRejection = error.data;
  const isNeeded = error.code === getError('captchaNeeded').code;
  return {
    captcha: data.captchaRequired === true || isNeeded,
    /** The challenge was not answered yet, although the rejection mentions the image. */
    widget: isNeeded && credentials.captchaToken === undefined && credentials.captchaId === undefined,
    picture: data.captchaPicture === true,
    totp: data.twoFactorRequired === true || error.code === getError('twoFactorNeeded').code,
  };
}

function getCredentials(form: FormData, captcha: Captcha | null): Credentials {
  const getText = (name: string) => String(form.get(name) ?? '');
  const totp = getText('totp').replace(/\s+/g, '');
  const captchaToken = getText('captchaToken');
  const picture = captcha && form.has('captcha');
  return {
    username: getText('username').trim(),
    password: getText('password'),
    ...(captchaToken === '' ? {} : { captchaToken }),
    ...(picture ? { captchaId: captcha.captchaId, captchaCode: getText('captcha').trim() } : {}),
    ...(totp === '' ? {} : { totp }),
  };
}

/** Runs a sign-in attempt and stores what the server requires for the next one. */
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

/** Focuses the field that a rejected attempt requires, or the first of the two that is empty, or the password. */
function useFocusOnChallenge(form: RefObject<HTMLFormElement | null>, required: RequiredFields, problem: string) {
  useEffect(() => {
    const input = (name: string) => form.current?.querySelector<HTMLInputElement>(`[name="${name}"]`);
    const nameless = input('username')?.value.trim() === '' ? 'username' : 'password';
    const field = required.totp ? 'totp' : required.captcha ? 'captcha' : problem === '' ? null : nameless;
    if (field) input(field)?.focus();
  }, [form, required, problem]);
}

/** Tracks a field that lost the focus while it was empty, so that the form can say so. */
function useEmptyField() {
  const [empty, setEmpty] = useState<'username' | 'password' | null>(null);
  const onBlur = ({ target, relatedTarget, currentTarget }: FocusEvent<HTMLFormElement>) => {
    if (!(target instanceof HTMLInputElement) || !currentTarget.contains(relatedTarget)) return;
    const { name, value } = target;
    if (name === 'username' || name === 'password') setEmpty(value.trim() === '' ? name : null);
  };
  return { empty, onBlur, purge: () => setEmpty(null) };
}

/** Username, password, and the challenges that the server requires. Plain elements with Arco's styles. */
export function CredentialsForm(props: CredentialsFormProps) {
  const { username, fixedUser = false, onTyping, children } = props;
  const t = useT();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const { problem, busy, required, attempt, loadCaptcha, showPicture } = useSignIn(props);
  useFocusOnChallenge(form, required, problem);
  const { empty, onBlur, purge } = useEmptyField();
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    purge();
    if (!busy) void attempt(getCredentials(new FormData(event.currentTarget), required.captcha));
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

interface FieldProps extends React.ComponentProps<'input'> {
  readonly id: string;
  readonly label: string;
  readonly hint?: string;
  readonly describedBy?: string;
}

/** An input with a label above it. */
export function Field({ id, label, hint, describedBy, ...input }: FieldProps) {
  return (
    <div className="credentials-field">
      <label htmlFor={id}>{label}</label>
      <input id={id} spellCheck={false} autoCapitalize="none" aria-describedby={describedBy} {...input} />
      {hint ? <span className="credentials-hint">{hint}</span> : null}
    </div>
  );
}
