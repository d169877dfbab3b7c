import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createServiceClient, type ServiceApiClient, type Transport } from '@gantry/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentCases, readDocumentCase } from './document-cases.ts';
import { makePdf } from './make-pdf.ts';
import { type RunningServer, startServer } from './server-process.ts';

/** Runs the knowledge calls of the platform with its typed client against a real server process. */
describe('knowledge calls of the service API', () => {
  let server: RunningServer;
  let token: string;
  let api: ServiceApiClient;
  let userId: number;

  const admin = async <T = Record<string, unknown>>(path: string, body: object) => {
    const answer = await server.insist(path, body, { token });
    if (answer.code !== 20_000) throw new Error(`${path}: ${answer.text}`);
    return answer.data as T;
  };
  const transport: Transport = async ({ url, body, headers }) => {
    const answer = await fetch(url, { method: 'POST', body, headers: { ...headers } });
    return { status: answer.status, body: await answer.text(), retryAfter: answer.headers.get('retry-after') };
  };
  const getClient = async (scopes: readonly string[]) => {
    const { clientId, secret } = await admin('/service-client/create', { name: randomUUID(), scopes });
    const credentials = { clientId: String(clientId), secret: String(secret) };
    return createServiceClient({ baseUrl: server.url, transport, credentials, newKey: randomUUID });
  };
  const base64 = (bytes: string | Buffer) => Buffer.from(bytes).toString('base64');
  const getCode = (work: Promise<unknown>) =>
    work.then(
      () => 20_000,
      (error: { code: number }) => error.code,
    );

  beforeAll(async () => {
    server = await startServer();
    token = await server.firstAdmin();
    api = await getClient(['knowledge', 'user']);
    userId = (await api.call('userRegister', { username: 'reader' })).userId;
  });
  afterAll(() => server.stop());

  /** Waits until the documents of a knowledge base are processed, and returns them. */
  const settled = async (knowledgeId: number) => {
    for (;;) {
      const { items } = await api.call('knowledgeDocuments', { knowledgeId });
      if (items.every(({ status }) => status === 'completed' || status === 'failed')) return items;
      await delay(200);
    }
  };

  it('create a knowledge base for a user, upload in parts, list and search it', async () => {
    const made = await api.call('knowledgeCreate', { userId, name: '手册', description: '给读者' });
    expect(made).toMatchObject({ name: '手册', ownerId: userId, docCount: 0, chunkCount: 0 });
    const { knowledgeId } = made;
    const text = `# 密码\n\n${'忘记密码时，点击登录页的重置密码。'.repeat(20)}\n\n# 会员\n\n到期前三天会收到提醒。`;
    const half = Math.floor(Buffer.byteLength(text) / 2);
    const first = await api.call('knowledgeUpload', {
      name: '手册.md',
      content: base64(Buffer.from(text).subarray(0, half)),
      more: true,
    });
    expect(first.format).toBeNull();
    const full = await api.call('knowledgeUpload', {
      name: '手册.md',
      content: base64(Buffer.from(text).subarray(half)),
      file: first.file,
      part: 1,
    });
    expect(full).toMatchObject({ size: Buffer.byteLength(text), format: 'markdown' });
    const key = randomUUID();
    const doc = await api.call('knowledgeSubmit', { knowledgeId, userId, file: full.file }, key);
    expect(doc).toMatchObject({ knowledgeId, name: '手册.md', source: 'upload' });
    expect((await api.call('knowledgeSubmit', { knowledgeId, userId, file: full.file }, key)).docId).toBe(doc.docId);
    const pdf = await api.call('knowledgeUpload', {
      name: 'a.pdf',
      content: base64(makePdf(['退款七天内原路退回。'])),
    });
    await api.call('knowledgeSubmit', { knowledgeId, userId, file: pdf.file, name: '退款' });
    const docs = await settled(knowledgeId);
    expect(docs.map(({ name, status }) => [name, status])).toEqual([
      ['手册.md', 'completed'],
      ['退款', 'completed'],
    ]);
    const { hits, recordIds } = await api.call('knowledgeSearch', {
      knowledgeIds: [knowledgeId],
      query: '退款多久到账',
      fusion: 'reciprocal',
      userId,
    });
    expect(hits[0]).toMatchObject({ knowledgeId, docName: '退款' });
    expect(recordIds).toHaveLength(1);
    const mine = await api.call('knowledgeList', { userId });
    expect(mine.items).toMatchObject([{ knowledgeId, docCount: 2 }]);
    expect((await api.call('knowledgeList', {})).items).toEqual([]);
    const page = await api.call('knowledgeDocuments', { knowledgeId, count: 1 });
    expect(page.items).toHaveLength(1);
    const rest = await api.call('knowledgeDocuments', { knowledgeId, count: 1, after: page.next ?? 0 });
    expect(rest.items.map(({ name }) => name)).toEqual(['退款']);
  });

  it('store the documents of every format, or reject them with the reason', async () => {
    const { knowledgeId } = await api.call('knowledgeCreate', { userId, name: 'formats' });
    for (const { file: name, rejection } of documentCases) {
      const content = base64(readDocumentCase(name));
      const upload = api.call('knowledgeUpload', { name, content });
      if (rejection !== undefined) {
        await expect(upload).rejects.toMatchObject({ message: expect.stringContaining(rejection) });
        continue;
      }
      const { file } = await upload;
      await api.call('knowledgeSubmit', { knowledgeId, userId, file, questions: name.endsWith('.csv') });
    }
    const docs = await settled(knowledgeId);
    const expected = documentCases.filter(({ rejection }) => rejection === undefined);
    expect(docs.map(({ name, status, errorCode, warnings }) => [name, status, errorCode, warnings])).toEqual(
      expected.map(({ file, errorCode = null, warnings = [] }) => [
        file,
        errorCode === null ? 'completed' : 'failed',
        errorCode,
        warnings,
      ]),
    );
    for (const { file, text } of expected) {
      const { docId } = docs.find(({ name }) => name === file) ?? { docId: 0 };
      const { items } = await admin<{ items: readonly { content: string }[] }>('/know-chunk/list', {
        filters: { docId: [docId] },
        pageSize: 100,
      });
      if (text !== undefined)
        expect([file, items.map(({ content }) => content).join('\n')]).toEqual([file, expect.stringContaining(text)]);
    }
  });

  it('are rejected for a client without the scope', async () => {
    const other = await getClient(['user']);
    const calls = [
      other.call('knowledgeList', {}),
      other.call('knowledgeCreate', { userId, name: 'x' }),
      other.call('knowledgeUpload', { name: 'x.txt', content: base64('x') }),
      other.call('knowledgeSubmit', { knowledgeId: 1, userId, url: 'https://example.com' }),
      other.call('knowledgeDocuments', { knowledgeId: 1 }),
      other.call('knowledgeSearch', { knowledgeIds: [1], query: 'x' }),
    ];
    expect(await Promise.all(calls.map(getCode))).toEqual(calls.map(() => 40_300));
  });

  it('reject knowledge bases, users and files that do not exist or belong to another user', async () => {
    const { userId: stranger } = await api.call('userRegister', { username: 'stranger' });
    const { items } = await api.call('knowledgeList', { userId });
    const knowledgeId = items[0]?.knowledgeId ?? 0;
    const { file } = await api.call('knowledgeUpload', { name: 'b.txt', content: base64('another text') });
    expect(await getCode(api.call('knowledgeSubmit', { knowledgeId, userId: stranger, file }))).toBe(40_400);
    expect(await getCode(api.call('knowledgeSubmit', { knowledgeId, file }))).toBe(40_400);
    expect(await getCode(api.call('knowledgeSubmit', { knowledgeId: 9_999, userId, file }))).toBe(40_400);
    expect(await getCode(api.call('knowledgeSubmit', { knowledgeId, userId, file: 'none' }))).toBe(42_200);
    expect(await getCode(api.call('knowledgeSubmit', { knowledgeId, userId }))).toBe(42_200);
    const page = await api.call('knowledgeUpload', { name: 'b.md', content: base64('# a page') });
    const table = api.call('knowledgeSubmit', { knowledgeId, userId, file: page.file, questions: true });
    await expect(table).rejects.toMatchObject({ errors: { questions: [expect.any(String)] } });
    expect(await getCode(api.call('knowledgeSubmit', { knowledgeId, userId, url: 'file:///etc/passwd' }))).toBe(42_200);
    expect(await getCode(api.call('knowledgeDocuments', { knowledgeId: 9_999 }))).toBe(40_400);
    expect(await getCode(api.call('knowledgeCreate', { userId: 9_999, name: 'x' }))).toBe(40_400);
    expect(await getCode(api.call('knowledgeSearch', { knowledgeIds: [9_999], query: 'x' }))).toBe(40_400);
    const part = { name: 'b.txt', content: base64('x'), file: 'none', part: 1 };
    expect(await getCode(api.call('knowledgeUpload', part))).toBe(40_400);
    expect(
      await getCode(api.call('knowledgeUpload', { name: 'b.bin', content: base64(Buffer.from([0, 1, 2, 3])) })),
    ).toBe(42_200);
  });

  it('enforce the limits of the settings: bases per user, documents per base, bytes per file, and no duplicates', async () => {
    const limits = {
      basesPerUser: 2,
      docsPerBase: 3,
      fileMegabytes: 1,
      archiveMegabytes: 2,
      maxPages: 10,
      maxChunks: 1000,
    };
    await admin('/settings/save', { page: 'know', group: 'limits', version: 0, values: limits });
    const { userId: owner } = await api.call('userRegister', { username: 'owner' });
    const base = await api.call('knowledgeCreate', { userId: owner, name: 'one' });
    expect(await getCode(api.call('knowledgeCreate', { userId: owner, name: 'one' }))).toBe(42_200);
    await api.call('knowledgeCreate', { userId: owner, name: 'two' });
    expect(await getCode(api.call('knowledgeCreate', { userId: owner, name: 'three' }))).toBe(40_902);
    const submit = async (text: string) => {
      const { file } = await api.call('knowledgeUpload', { name: 'c.txt', content: base64(text) });
      return getCode(api.call('knowledgeSubmit', { knowledgeId: base.knowledgeId, userId: owner, file }));
    };
    expect([await submit('first text'), await submit('first text'), await submit('second text')]).toEqual([
      20_000, 42_200, 20_000,
    ]);
    expect([await submit('third text'), await submit('fourth text')]).toEqual([20_000, 42_200]);
    const large = base64(Buffer.alloc(1024 * 1024 + 1, 'x'));
    expect(await getCode(api.call('knowledgeUpload', { name: 'd.txt', content: large }))).toBe(42_200);
    const zip = Buffer.alloc(1.5 * 1024 * 1024, `PK\x03\x04${'x'.repeat(26)}manifest.json`, 'latin1');
    expect(await getCode(api.call('knowledgeUpload', { name: 'base.zip', content: base64(zip) }))).toBe(42_200);
    const begun = await admin('/document/upload', { name: 'base.zip', content: base64(zip), more: true });
    const rest = { name: 'base.zip', file: begun.file, part: 1 };
    const tooMuch = await server.insist('/document/upload', { ...rest, content: base64(zip) }, { token });
    expect(tooMuch.text).toContain('(2 MB)');
    const full = await admin('/document/upload', { ...rest, content: base64('the rest') });
    expect(full).toMatchObject({ format: 'zip', size: zip.length + 8 });
    expect(await getCode(api.call('knowledgeSearch', { knowledgeIds: [base.knowledgeId], query: '' }))).toBe(42_200);
    const many = Array.from({ length: 11 }, () => base.knowledgeId);
    expect(await getCode(api.call('knowledgeSearch', { knowledgeIds: many, query: 'x' }))).toBe(42_200);
    expect(await getCode(api.call('knowledgeDocuments', { knowledgeId: base.knowledgeId, count: 201 }))).toBe(42_200);
  });
});
