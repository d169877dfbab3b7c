import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningServer, startServer } from '../../../test/server-process.ts';
import { createSampleCalls } from './sample-data-routes.ts';

interface Answered {
  readonly data: unknown;
  readonly status: string;
  readonly msg: string;
  readonly code: number;
}

describe('sample data', () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startServer({ args: ['--sample-data'] });
  });
  afterAll(() => server.stop());

  const prompt = async (path: string, body: object = {}, token?: string): Promise<Answered> => {
    const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) };
    const answer = await fetch(`${server.url}/api/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    return (await answer.json()) as Answered;
  };

  it('answers every call in its own envelope', async () => {
    const answers = await Promise.all(
      Object.keys(createSampleCalls()).map(
        async (path) => [path, await prompt(path, { ids: [1] }, 'sample-admin')] as const,
      ),
    );
    for (const [path, answer] of answers) {
      expect(Object.keys(answer).sort(), path).toEqual(['code', 'data', 'msg', 'status']);
      expect(answer.status, path).toBe(answer.code === 20000 ? 'ok' : 'fail');
    }
    const failed = answers.filter(([, { code }]) => code !== 20000).map(([path]) => path);
    expect(failed).toEqual(['user/login', 'login/captcha']);
  });

  it('signs its two users in, and reports wrong credentials', async () => {
    const localize = async (username: string, password: string) =>
      (await prompt('user/login', { username, password })).msg;
    expect([await localize('', 'x'), await localize('admin', ''), await localize('admin', 'wrong')]).toEqual([
      '用户名不能为空',
      '密码不能为空',
      '账号或者密码错误',
    ]);
    const { token } = (await prompt('user/login', { username: 'user', password: 'user' })).data as { token: string };
    expect((await prompt('user/info', {}, token)).data).toMatchObject({ role: 'user', certification: 1 });
    expect(await prompt('user/info')).toMatchObject({ code: 50008, status: 'fail' });
  });

  it('rejects in its own envelope, and does not handle the calls of the platform', async () => {
    const rejected = async (path: string, method: string, body?: string) => {
      const headers = body === undefined ? {} : { 'content-type': 'application/json' };
      const answer = await fetch(`${server.url}/api/${path}`, { method, headers, ...(body ? { body } : {}) });
      return { http: answer.status, ...((await answer.json()) as Answered) };
    };
    const failed = { data: null, status: 'fail', code: 50000 };
    const json = { http: 422, ...failed, msg: '请求内容必须是有效的 JSON' };
    expect(await rejected('user/login', 'POST', '{"username":')).toEqual(json);
    expect(await rejected('user/login', 'PUT')).toEqual({ http: 405, ...failed, msg: '只接受 GET 或 POST 请求' });
    expect(await rejected('user/nothing', 'GET')).toEqual({ http: 404, ...failed, msg: '没有这个接口' });
    for (const [method, code] of [
      ['POST', 40400],
      ['GET', 40500],
    ] as const)
      expect(await rejected('v1/admin/nothing', method)).toMatchObject({ code, message: expect.any(String) });
    expect(await rejected('v1/admin/nothing', 'POST', '{')).toMatchObject({ code: 42200, message: expect.any(String) });
  });

  it('respects its limits', async () => {
    const [days, chats, projects, activities] = await Promise.all(
      ['content-data', 'chat/list', 'user/my-project/list', 'user/latest-activity'].map(
        async (path) => (await prompt(path)).data as unknown[],
      ),
    );
    expect(days).toHaveLength(14);
    expect(chats?.length).toBeGreaterThanOrEqual(4);
    expect(chats?.length).toBeLessThanOrEqual(6);
    expect([projects?.length, activities?.length]).toEqual([6, 7]);
    expect((await prompt('login/captcha', { tel: '23000000000' })).code).toBe(50000);
    expect((await prompt('login/captcha', { tel: '13000000000' })).code).toBe(20000);
  });

  it('remembers read messages', async () => {
    expect((await prompt('message/read', { ids: [2] })).code).toBe(20000);
    const messages = (await prompt('message/list')).data as { id: number; status: number }[];
    expect(messages.filter(({ status }) => status === 1).map(({ id }) => id)).toContain(2);
  });

  it('is not served unless it is enabled', async () => {
    const plain = await startServer();
    try {
      const answer = await fetch(`${plain.url}/api/user/info`, { method: 'POST' });
      expect(answer.status).toBe(404);
    } finally {
      await plain.stop();
    }
  });
});
