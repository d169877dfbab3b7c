import type { Credentials } from '@gantry/core';
import { applyKey, createEditedText, type EditedText } from '../../tui/parts/input/edited-text.ts';
import type { CaptchaDrawing } from './captcha-drawing.ts';

export const signInFields = ['username', 'password', 'captcha', 'twoFactor'] as const;
export type SignInField = (typeof signInFields)[number];

/** What is typed to sign in; the picture and the code are asked for when the server wants them. */
export interface SignInState {
  readonly at: SignInField;
  readonly texts: Readonly<Record<SignInField, EditedText>>;
  readonly captcha: CaptchaDrawing | null;
  readonly isCodeRequired: boolean;
  readonly busy: boolean;
  readonly error: string | null;
}

export type SignInAction =
  | { readonly type: 'press'; readonly key: { name: string; text: string } }
  | { readonly type: 'move'; readonly by: 1 | -1 }
  | { readonly type: 'send' }
  | { readonly type: 'captcha'; readonly captcha: CaptchaDrawing; readonly error: string }
  | { readonly type: 'code'; readonly error: string }
  | { readonly type: 'rejected'; readonly error: string };

export function startSignIn(username: string): SignInState {
  const empty = createEditedText('');
  return {
    at: username === '' ? 'username' : 'password',
    texts: { username: createEditedText(username), password: empty, captcha: empty, twoFactor: empty },
    captcha: null,
    isCodeRequired: false,
    busy: false,
    error: null,
  };
}

/** The fields that are asked for now, in order. */
export function selectFields(state: SignInState): readonly SignInField[] {
  return signInFields.filter(
    (field) => (field !== 'captcha' || state.captcha !== null) && (field !== 'twoFactor' || state.isCodeRequired),
  );
}

function moved(state: SignInState, by: 1 | -1): SignInState {
  const fields = selectFields(state);
  const next = (fields.indexOf(state.at) + by + fields.length) % fields.length;
  return { ...state, at: fields[next] ?? 'username' };
}

export function signInReducer(state: SignInState, action: SignInAction): SignInState {
  const empty = createEditedText('');
  switch (action.type) {
    case 'press': {
      const text = applyKey(state.texts[state.at], action.key);
      return text ? { ...state, texts: { ...state.texts, [state.at]: text }, error: null } : state;
    }
    case 'move':
      return moved(state, action.by);
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
