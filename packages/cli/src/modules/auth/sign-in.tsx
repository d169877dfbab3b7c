import { checkCredentials, ResponseError } from '@gantry/core';
import { Box, Text } from 'ink';
import { useReducer, useRef } from 'react';
import { escapeControls } from '../../output/safe.ts';
import { keymaps } from '../../tui/keys/keymap.ts';
import { applyTone, renderBlue, renderBold, renderDim } from '../../tui/parts/colours.ts';
import { describeFailure } from '../../tui/parts/failure-words.ts';
import { TextInput } from '../../tui/parts/input/text-input.tsx';
import { cut, padCell } from '../../tui/parts/marks.ts';
import { useArea, useTui } from '../../tui/parts/tui-context.ts';
import { useKeys } from '../../tui/parts/use-keys.ts';
import { drawCaptcha, useCaptchaFile } from './captcha-drawing.ts';
import {
  getCredentials,
  type SignInAction,
  type SignInField,
  type SignInState,
  selectFields,
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
      <Text>{active ? `${renderBlue(marks.pointer)} ${renderBold(label)}` : `  ${renderDim(label)}`}</Text>
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
    { accept, next: () => dispatch({ type: 'move', by: 1 }), previous: () => dispatch({ type: 'move', by: -1 }), quit },
    {
      text: true,
      otherwise: (key) => {
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
        <Text>{`  ${renderBlue(renderBold(cut(escapeControls(props.siteName), space - 4, marks)))}`}</Text>
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
