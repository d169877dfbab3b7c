import { expect, it } from 'vitest';
import { createClient, type Transport } from './client.ts';
import { checkCredentials, createSession, type SessionStore, storageKeys } from './session.ts';

function memoryStore(): SessionStore & { stored: Map<string, string> } {
  const stored = new Map<string, string>();
  return {
    stored,
    get: (key) => stored.get(key) ?? null,
    set: (key, value) => void stored.set(key, value),
    remove: (key) => void stored.delete(key),
  };
}

function sessionOver(transport: Transport) {
  const store = memoryStore();
  const client = createClient({
    baseUrl: '',
    transport,
    token: () => store.get(storageKeys.token),
    locale: () => 'zh-CN',
  });
  return { store, session: createSession(client, store) };
}

const answer = (body: unknown, status = 200) => Promise.resolve({ status, body: JSON.stringify(body) });

it('stores the token of a sign-in, and only the account data that the navigation bar shows', async () => {
  const seen: string[] = [];
  const { store, session } = sessionOver((request) => {
    seen.push(`${request.url} ${request.headers.authorization ?? '-'}`);
    if (request.url.endsWith('/login'))
      return answer({ code: 20000, message: '', data: { token: 'adm_1', expiresAt: 1, mustChangePassword: false } });
    return answer({
      code: 20000,
      message: '',
      data: { name: '甲', role: 'admin', permissionSet: ['orders'], avatar: null, phone: '13800000000' },
    });
  });
  await session.signIn({ username: 'a', password: 'b' });
  await session.loadInfo();
  expect(seen).toEqual(['/api/v1/admin/login -', '/api/v1/admin/info Bearer adm_1']);
  expect(store.stored.get('token')).toBe('adm_1');
  expect(JSON.parse(store.stored.get('adminInfo') ?? '')).toEqual({
    name: '甲',
    avatar: null,
    role: 'admin',
    permissionSet: ['orders'],
  });
});

it('clears the token when a sign-in fails', async () => {
  const { store, session } = sessionOver(() => answer({ code: 40010, message: '账号或者密码错误', data: null }, 401));
  store.set('token', 'old');
  await expect(session.signIn({ username: 'a', password: 'b' })).rejects.toThrow('账号或者密码错误');
  expect(store.stored.size).toBe(0);
});

it('signs out locally even when the server cannot be reached', async () => {
  const { store, session } = sessionOver(() => Promise.reject(new Error('offline')));
  store.set('token', 't');
  store.set('adminInfo', '{}');
  await session.signOut();
  expect(store.stored.size).toBe(0);
});

it('checkCredentials requires username and password', () => {
  expect(checkCredentials({ username: '', password: 'x' })).toBe('usernameEmpty');
  expect(checkCredentials({ username: 'x', password: '' })).toBe('passwordEmpty');
  expect(checkCredentials({ username: 'x', password: 'y' })).toBeNull();
});

it('ignores late responses to a token that was replaced', async () => {
  const expired = answer({ code: 40001, message: 'expired', data: null, auth_login: true }, 401);
  let token = 'old';
  const reported: string[] = [];
  const transport: Transport = ({ headers }) => {
    if (headers.authorization === 'Bearer old') token = 'new';
    return expired;
  };
  const onFailure = ({ message }: Error) => reported.push(`${message} ${token}`);
  const client = createClient({ baseUrl: '', transport, token: () => token, locale: () => 'en-US', onFailure });
  await expect(client.call('/notice/list')).rejects.toThrow('expired');
  expect(reported).toEqual([]);
  await expect(client.call('/notice/list')).rejects.toThrow('expired');
  expect(reported).toEqual(['expired new']);
});
