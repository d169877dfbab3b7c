import { describe, expect, it } from 'vitest';
import { createEditableText } from '../../tui/parts/input/editable-text.ts';
import { markHits } from '../moderation/word-test.tsx';
import { getCredentials, selectFields, signInReducer, startSignIn } from './sign-in.tsx';

const captcha = { id: 'c1', lines: [], path: 'captcha.png' };
const filled = { ...startSignIn('root'), texts: { ...startSignIn('root').texts, password: createEditableText('p') } };

describe('signInReducer', () => {
  it('starts with the password when the username is known', () => expect(startSignIn('root').at).toBe('password'));

  it('adds the captcha when the server requires it, and keeps the password', () => {
    const state = signInReducer(filled, { type: 'captcha', captcha, error: 'picture' });
    expect(selectFields(state)).toEqual(['username', 'password', 'captcha']);
    expect(getCredentials(state)).toEqual({ username: 'root', password: 'p', captchaId: 'c1', captchaCode: '' });
  });

  it('adds the one-time code when the server requires it', () => {
    const state = signInReducer(filled, { type: 'code', error: 'code' });
    expect(state.at).toBe('twoFactor');
    expect(getCredentials(state)).toMatchObject({ totp: '' });
  });

  it('clears a password that was rejected', () => {
    expect(getCredentials(signInReducer(filled, { type: 'rejected', error: 'wrong' })).password).toBe('');
  });

  it('cycles through the requested fields only', () => {
    const next = signInReducer(startSignIn('root'), { type: 'move', by: 1 });
    expect(next.at).toBe('username');
  });
});

describe('markHits', () => {
  it('marks each hit at its position, and overlapping ones once', () => {
    const marked = markHits(
      '请加微信吧',
      [
        { start: 1, end: 4 },
        { start: 2, end: 3 },
      ],
      (part) => `[${part}]`,
    );
    expect(marked).toBe('请[加微信]吧');
  });
});
