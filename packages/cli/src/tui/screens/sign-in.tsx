import { ApiError, checkCredentials } from '@gantry/core';
import { Box, Text } from 'ink';
import { useReducer, useRef } from 'react';
import { safe } from '../../output/safe.ts';
import { keymaps } from '../keymap.ts';
import { blue, bold, dim, toned } from '../parts/colours.ts';
import { failureWords } from '../parts/failure-words.ts';
import { cell, cut } from '../parts/marks.ts';
import { TextInput } from '../parts/text-input.tsx';
import { useArea, useTui } from '../parts/tui-context.ts';
import { useKeys } from '../parts/use-keys.ts';
import { drawCaptcha, useCaptchaFile } from './captcha-drawing.ts';
import {
  askedFields,
  credentialsOf,
  type SignInAction,
  type SignInField,
  type SignInState,
  signInReducer,
  startSignIn,
} from './sign-in-state.ts';

export interface SignInProps {
  readonly siteName: string;
  readonly server: string;
  readonly username: string;
  /** Called once the server has given a token. */
  readonly onSignedIn: (username: string) => Promise<unknown>;
}

/** Sends credentials; what the server asks for besides becomes a further field. */
function useSubmit(state: SignInState, dispatch: (action: SignInAction) => void, props: SignInProps) {
  const { session, t } = useTui();
  const sending = useRef(false);
  const onRefusal = async (error: unknown) => {
    const words = failureWords(error, t);
    const code = error instanceof ApiError ? error.code : null;
    if (code === 40012) return dispatch({ type: 'code', error: words });
    const wantsPicture = code === 40011 || (error instanceof ApiError && error.data.captchaRequired === true);
    if (wantsPicture) return dispatch({ type: 'captcha', captcha: drawCaptcha(await session.captcha()), error: words });
    dispatch({ type: 'refused', error: words });
  };
  return async () => {
    const credentials = credentialsOf(state);
    const refusal = checkCredentials(credentials);
    if (refusal) return dispatch({ type: 'refused', error: t(`session.${refusal}`) });
    if (sending.current) return;
    sending.current = true;
    dispatch({ type: 'send' });
    try {
      await session.signIn(credentials);
      await props.onSignedIn(credentials.username);
    } catch (error) {
      await onRefusal(error).catch(() => dispatch({ type: 'refused', error: t('tui.unreachable') }));
    } finally {
      sending.current = false;
    }
  };
}

const hiddenFields: readonly SignInField[] = ['password'];

function SignInLine({ field, state, width }: { field: SignInField; state: SignInState; width: number }) {
  const { t, marks } = useTui();
  const active = state.at === field;
  const label = cell(t(`session.${field}`), 16, marks);
  return (
    <Box height={1}>
      <Text>{active ? `${blue(marks.pointer)} ${bold(label)}` : `  ${dim(label)}`}</Text>
      <TextInput
        text={state.texts[field]}
        width={width - 18}
        active={active && !state.busy}
        hidden={hiddenFields.includes(field)}
      />
    </Box>
  );
}

/** The way in: name, password, and whatever the server wants to see besides. */
export function SignIn(props: SignInProps) {
  const { t, marks, quit } = useTui();
  const { width, height } = useArea();
  const [state, dispatch] = useReducer(signInReducer, props.username, startSignIn);
  const submit = useSubmit(state, dispatch, props);
  useCaptchaFile(state.captcha?.path ?? null);
  const fields = askedFields(state);
  const accept = () => {
    const last =
      fields.at(-1) === state.at ||
      (state.texts.password.value !== '' && state.at === 'password' && fields.length === 2);
    if (last) void submit();
    else dispatch({ type: 'move', by: 1 });
  };
  useKeys(
    keymaps.signIn,
    { accept, next: () => dispatch({ type: 'move', by: 1 }), previous: () => dispatch({ type: 'move', by: -1 }), quit },
    {
      text: true,
      otherwise: (key) => {
        dispatch({ type: 'press', key });
        return true;
      },
    },
  );
  const room = Math.min(width - 4, 60);
  const status = state.busy
    ? dim(t('tui.signingIn'))
    : state.error
      ? toned(cut(safe(state.error), room, marks), 'bad')
      : dim(t('tui.signInHint'));
  return (
    <Box width={width} height={height} alignItems="center" justifyContent="center">
      <Box flexDirection="column" width={room}>
        <Text>{`  ${blue(bold(cut(safe(props.siteName), room - 4, marks)))}`}</Text>
        <Text>{`  ${dim(cut(safe(props.server), room - 4, marks))}`}</Text>
        <Text> </Text>
        {fields.map((field) => (
          <SignInLine key={field} field={field} state={state} width={room} />
        ))}
        {state.captcha && (
          <Box flexDirection="column" marginTop={1} marginLeft={2}>
            {state.captcha.lines.length > 0 && !marks.plain && <Text>{state.captcha.lines.join('\n')}</Text>}
            <Text>{dim(cut(t('tui.captchaFile', { path: state.captcha.path }), room - 2, marks))}</Text>
          </Box>
        )}
        <Text> </Text>
        <Text>{`  ${status}`}</Text>
      </Box>
    </Box>
  );
}
