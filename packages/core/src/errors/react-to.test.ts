import { describe, expect, it } from 'vitest';
import { errorCatalogue } from './catalog.ts';
import { defaultTransportMessage, reactTo } from './react-to.ts';

const path = '/api/v1/admin/banned-word/list';

describe('errorCatalogue', () => {
  it('contains each code and name once', () => {
    expect(new Set(errorCatalogue.map((row) => row.code)).size).toBe(errorCatalogue.length);
    expect(new Set(errorCatalogue.map((row) => row.name)).size).toBe(errorCatalogue.length);
  });
});

describe('reactTo', () => {
  it.each([20000, 20001])('treats %i as success', (code) => {
    expect(reactTo(path, { httpStatus: 200, body: { code, message: 'ok', data: null } })).toMatchObject({
      ok: true,
      reaction: 'none',
    });
  });

  it('shows the message of any other code, or "Error" without a message', () => {
    expect(reactTo(path, { httpStatus: 200, body: { code: 50000, message: '坏了', data: null } })).toMatchObject({
      ok: false,
      reaction: 'show',
      message: '坏了',
    });
    expect(reactTo(path, { httpStatus: 200, body: { code: 1, message: '', data: null } })).toMatchObject({
      message: 'Error',
    });
  });

  it.each([50008, 50012, 50014])('asks to sign out on %i, except for the call that loads the account', (code) => {
    const body = { code, message: 'x', data: null };
    expect(reactTo(path, { httpStatus: 200, body }).reaction).toBe('confirmLogout');
    expect(reactTo('/api/user/info', { httpStatus: 200, body }).reaction).toBe('show');
    expect(reactTo('/api/v1/admin/info', { httpStatus: 200, body }).reaction).toBe('show');
  });

  it('goes to sign-in only on 40001 with auth_login', () => {
    const body = { code: 40001, message: 'x', data: null };
    expect(reactTo(path, { httpStatus: 401, body: { ...body, auth_login: true } }).reaction).toBe('relogin');
    expect(reactTo(path, { httpStatus: 401, body }).reaction).toBe('show');
  });

  it.each([
    [{ code: 42200, message: 'm', data: null, errors: { a: ['one', 'two'], b: ['three'] } }, 'net', 'one,two,three'],
    [{ code: 42200, message: 'm', data: null, errors: {} }, 'net', 'm'],
    [null, 'net', 'net'],
    [null, undefined, defaultTransportMessage],
  ])(
    'prefers field errors, then the body, the transport message and the default',
    (body, transportMessage, message) => {
      expect(
        reactTo(path, { httpStatus: body ? 422 : null, body, ...(transportMessage ? { transportMessage } : {}) })
          .message,
      ).toBe(message);
    },
  );
});
