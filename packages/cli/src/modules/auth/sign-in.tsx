import process from 'node:process';
import { type Captcha, type Credentials, checkCredentials, ResponseError } from '@gantry/core';
import { Box, Text } from 'ink';
import { useEffect, useReducer, useRef } from 'react';
import { escapeControls } from '../../output/wrap-text.ts';
import { dropCaptcha, showCaptcha } from '../../prompts/captcha.ts';
import { keymaps } from '../../tui/keys/keymap.ts';
import { applyTone, renderAccent, renderBold, renderDim } from '../../tui/parts/colors.ts';
import { describeFailure } from '../../tui/parts/footer.tsx';
import { applyKey, createEditableText, type EditableText } from '../../tui/parts/input/editable-text.ts';
import { TextInput } from '../../tui/parts/input/text-input.tsx';
import { cut, padCell } from '../../tui/parts/marks.ts';
import { getMenuHeight, Menu } from '../../tui/parts/menu.tsx';
import { type Tui, useArea, useTui } from '../../tui/parts/tui-context.ts';
import { useKeys } from '../../tui/parts/use-keys.ts';

interface CaptchaDrawing {
  readonly id: string;
  /** The drawing, one string per line; empty when the terminal has no colors. */
  readonly lines: readonly string[];
  /** The path of the image file, for users who cannot see the drawing. */
  readonly path: string;
}

/** Width of the drawing in columns: it fits below the fields in a terminal of 24 lines. */
const columns = 48;

function drawCaptcha(captcha: Captcha): CaptchaDrawing {
  const { path, drawing } = showCaptcha(captcha.captchaImage, columns);
  return { id: captcha.captchaId, lines: drawing.split('\n').filter((line) => line !== ''), path };
}

/** Deletes the image file when it is no longer needed: with the next image, after sign-in, and on leaving. */
function useCaptchaFile(path: string | null): void {
  useEffect(() => {
    if (path === null) return;
    const drop = () => dropCaptcha(path);
    process.once('exit', drop);
    return () => {
      process.removeListener('exit', drop);
      drop();
    };
  }, [path]);
}

const signInFields = ['username', 'password', 'captcha', 'twoFactor'] as const;
type SignInField = (typeof signInFields)[number];

/** The state of the sign-in form. The captcha and the code are added when the server requires them. */
interface SignInState {
  readonly at: SignInField;
  readonly texts: Readonly<Record<SignInField, EditableText>>;
  readonly captcha: CaptchaDrawing | null;
  readonly isCodeRequired: boolean;
  readonly busy: boolean;
  readonly error: string | null;
}

type SignInAction =
  | { readonly type: 'press'; readonly key: { name: string; text: string } }
  | { readonly type: 'move'; readonly by: 1 | -1 }
  | { readonly type: 'send' }
  | { readonly type: 'captcha'; readonly captcha: CaptchaDrawing; readonly error: string }
  | { readonly type: 'code'; readonly error: string }
  | { readonly type: 'rejected'; readonly error: string };

export function startSignIn(username: string): SignInState {
  const empty = createEditableText('');
  return {
    at: username === '' ? 'username' : 'password',
    texts: { username: createEditableText(username), password: empty, captcha: empty, twoFactor: empty },
    captcha: null,
    isCodeRequired: false,
    busy: false,
    error: null,
  };
}

/** The visible fields in order. */
export function selectFields(state: SignInState): readonly SignInField[] {
  return signInFields.filter(
    (field) => (field !== 'captcha' || state.captcha !== null) && (field !== 'twoFactor' || state.isCodeRequired),
  );
}

function moveFocus(state: SignInState, by: 1 | -1): SignInState {
  const fields = selectFields(state);
  const next = (fields.indexOf(state.at) + by + fields.length) % fields.length;
  return { ...state, at: fields[next] ?? 'username' };
}

export function signInReducer(state: SignInState, action: SignInAction): SignInState {
  const empty = createEditableText('');
  switch (action.type) {
    case 'press': {
      const text = applyKey(state.texts[state.at], action.key);
      return text ? { ...state, texts: { ...state.texts, [state.at]: text }, error: null } : state;
    }
    case 'move':
      return moveFocus(state, action.by);
    case 'send':
      return { ...state, busy: true, error: null };
    case 'captcha':
      return {
        ...state,
        busy: false,
        captcha: action.captcha,
        at: 'captcha',
        error: action.error,
        texts: { ...state.texts, captcha: empty },
      };
    case 'code':
      return {
        ...state,
        busy: false,
        isCodeRequired: true,
        at: 'twoFactor',
        error: action.error,
        texts: { ...state.texts, twoFactor: empty },
      };
    case 'rejected':
      return { ...state, busy: false, at: 'password', error: action.error, texts: { ...state.texts, password: empty } };
  }
}

export function getCredentials(state: SignInState): Credentials {
  const { username, password, captcha, twoFactor } = state.texts;
  return {
    username: username.value.trim(),
    password: password.value,
    ...(state.captcha ? { captchaId: state.captcha.id, captchaCode: captcha.value.trim() } : {}),
    ...(state.isCodeRequired ? { totp: twoFactor.value.trim() } : {}),
  };
}

export interface SignInProps {
  readonly siteName: string;
  readonly server: string;
  readonly username: string;
  /** Called after the server has issued a token. */
  readonly onSignedIn: (username: string) => Promise<unknown>;
}

/** Sends the credentials. What the server requires in addition becomes another field. */
function useSubmit(state: SignInState, dispatch: (action: SignInAction) => void, props: SignInProps) {
  const { session, t } = useTui();
  const sending = useRef(false);
  const onRejection = async (error: unknown) => {
    const words = describeFailure(error, t);
    const code = error instanceof ResponseError ? error.code : null;
    if (code === 40012) return dispatch({ type: 'code', error: words });
    const wantsPicture = code === 40011 || (error instanceof ResponseError && error.data.captchaRequired === true);
    if (wantsPicture) return dispatch({ type: 'captcha', captcha: drawCaptcha(await session.captcha()), error: words });
    dispatch({ type: 'rejected', error: words });
  };
  return async () => {
    const credentials = getCredentials(state);
    const rejection = checkCredentials(credentials);
    if (rejection) return dispatch({ type: 'rejected', error: t(`session.${rejection}`) });
    if (sending.current) return;
    sending.current = true;
    dispatch({ type: 'send' });
    try {
      await session.signIn(credentials);
      await props.onSignedIn(credentials.username);
    } catch (error) {
      await onRejection(error).catch(() => dispatch({ type: 'rejected', error: t('tui.unreachable') }));
    } finally {
      sending.current = false;
    }
  };
}

const hiddenFields: readonly SignInField[] = ['password'];

function SignInLine({ field, state, width }: { field: SignInField; state: SignInState; width: number }) {
  const { t, marks } = useTui();
  const active = state.at === field;
  const label = padCell(t(`session.${field}`), 16, marks);
  return (
    <Box height={1}>
      <Text>{active ? `${renderAccent(marks.pointer)} ${renderBold(label)}` : `  ${renderDim(label)}`}</Text>
      <TextInput
        text={state.texts[field]}
        width={width - 18}
        active={active && !state.busy}
        hidden={hiddenFields.includes(field)}
      />
    </Box>
  );
}

/** Lets the user choose another profile, and switches to its server. */
async function chooseProfile(tui: Tui): Promise<void> {
  const items = tui.profiles.map(({ name, server, isProduction }) => ({
    label: name,
    value: name,
    note: `${server}${isProduction ? `  ${tui.t('tui.production')}` : ''}`,
  }));
  const found = await tui.open<string | null>(getMenuHeight(items), (close) => (
    <Menu title={tui.t('tui.key.profile')} items={items} onDone={close} />
  ));
  if (found !== null && found !== tui.profile) tui.goToProfile(found);
}

/** The sign-in form: username, password, and what the server requires in addition. */
export function SignIn(props: SignInProps) {
  const tui = useTui();
  const { t, marks, quit } = tui;
  const { width, height } = useArea();
  const [state, dispatch] = useReducer(signInReducer, props.username, startSignIn);
  const submit = useSubmit(state, dispatch, props);
  useCaptchaFile(state.captcha?.path ?? null);
  const fields = selectFields(state);
  const accept = () => {
    const last =
      fields.at(-1) === state.at ||
      (state.texts.password.value !== '' && state.at === 'password' && fields.length === 2);
    if (last) void submit();
    else dispatch({ type: 'move', by: 1 });
  };
  useKeys(
    keymaps.signIn,
    {
      accept,
      next: () => dispatch({ type: 'move', by: 1 }),
      previous: () => dispatch({ type: 'move', by: -1 }),
      ...(tui.profiles.length > 1 ? { profile: () => void chooseProfile(tui) } : {}),
      quit,
    },
    {
      text: true,
      fallback: (key) => {
        dispatch({ type: 'press', key });
        return true;
      },
    },
  );
  const space = Math.min(width - 4, 60);
  const status = state.busy
    ? renderDim(t('tui.signingIn'))
    : state.error
      ? applyTone(cut(escapeControls(state.error), space, marks), 'bad')
      : renderDim(t('tui.signInHint'));
  return (
    <Box width={width} height={height} alignItems="center" justifyContent="center">
      <Box flexDirection="column" width={space}>
        <Text>{`  ${renderAccent(renderBold(cut(escapeControls(props.siteName), space - 4, marks)))}`}</Text>
        <Text>{`  ${renderDim(cut(escapeControls(props.server), space - 4, marks))}`}</Text>
        <Text> </Text>
        {fields.map((field) => (
          <SignInLine key={field} field={field} state={state} width={space} />
        ))}
        {state.captcha && (
          <Box flexDirection="column" marginTop={1} marginLeft={2}>
            {state.captcha.lines.length > 0 && !marks.plain && <Text>{state.captcha.lines.join('\n')}</Text>}
            <Text>{renderDim(cut(t('tui.captchaFile', { path: state.captcha.path }), space - 2, marks))}</Text>
          </Box>
        )}
        <Text> </Text>
        <Text>{`  ${status}`}</Text>
      </Box>
    </Box>
  );
}
