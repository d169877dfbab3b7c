import { randomUUID } from 'node:crypto';
import type { ServiceApiClient } from '@gantry/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type JsonHost, jsonHost, type ReceivedRequest } from '../../../../test/json-host.ts';
import { makePdf } from '../../../../test/make-pdf.ts';
import { createServiceHarness, type ServiceHarness } from '../../../../test/service-harness.ts';
import { databaseKinds } from '../../../../test/test-database.ts';
import { countOpenUses } from '../../ledger/place-hold.ts';
import { readMembershipRules } from '../../memberships/membership-rules.ts';
import { createQuotaCover } from '../../memberships/quotas/quota-buckets.ts';
import { createSamplePdf } from '../ocr/call-ocr.ts';
import type { DocumentWorker } from '../work/document-worker.ts';
import { holdForEmbedding } from '../work/embedding-money.ts';
import { createKnowWorker } from '../work/know-worker.ts';
import { createPdfJob, createPdfWorker } from './pdf-worker.ts';

const day = 24 * 3600 * 1000;
const encrypted = makePdf(['甲'])
  .toString('latin1')
  .replace('trailer <<', 'trailer << /Encrypt << /Filter /Standard /V 1 /R 2 /O (a) /U (b) /P -4 >> /ID [(a) (b)]');

interface OcrCall {
  readonly pages: readonly number[];
  readonly document: { readonly document_url: string };
}

describe.each(databaseKinds)('PDF processing on %s', (kind) => {
  let space: ServiceHarness;
  let api: ServiceApiClient;
  let worker: DocumentWorker;
  let engine: JsonHost;
  let fail: (requested: OcrCall) => boolean = () => false;
  let broken = false;
  const callOf = ({ body }: { readonly body: Buffer }) => JSON.parse(body.toString()) as OcrCall;
  const requested = () => engine.requested.filter(({ url }) => !url.includes('/files')).map(callOf);
  /** Files uploaded to the Mistral test double. */
  const held = new Map<string, Buffer>();
  const uploads: string[] = [];
  const files = ({ url, method, body }: ReceivedRequest) => {
    uploads.push(method);
    if (method === 'DELETE') return { body: { deleted: held.delete(url.split('/').at(-1) ?? '') } };
    if (method === 'GET') return { body: { url: `https://files.example.com/${url}` } };
    const from = body.indexOf('%PDF');
    held.set('f-1', body.subarray(from, body.lastIndexOf('\r\n--')));
    return body.includes('name="purpose"\r\n\r\nocr\r\n') ? { body: { id: 'f-1' } } : { status: 422, body: {} };
  };
  beforeAll(async () => {
    engine = await jsonHost((request) => {
      if (/\/files(?:\/|$)/.test(request.url)) return files(request);
      const call = callOf(request);
      if (request.url.endsWith('/chat/completions')) return { body: { choices: [{ message: { content: 'seen' } }] } };
      if (fail(call)) return { status: 503, body: {} };
      const pages = call.pages.map((index) => ({ index, markdown: `text of page ${index + 1} ![a](a.jpeg)` }));
      return { body: { pages: broken ? pages.slice(1) : pages } };
    });
    space = await createServiceHarness(kind);
    api = space.api(await space.newClient());
    worker = createPdfWorker(space.foundation);
  });
  afterAll(async () => {
    await worker.stop();
    await engine.stop();
    const wrong = await space.broken();
    await space.drop();
    expect(wrong).toEqual([]);
  });

  const give = async (userId: number, amount: number) => {
    await space.proveMyself();
    const given = { id: userId, asset: 'compute', amount, reason: 'for tests' };
    expect((await space.admin('/user/adjust-balance', given)).code).toBe(20_000);
  };
  const rich = async (amount = 10) => {
    const { userId } = await api.call('userRegister', { username: `u-${randomUUID().slice(0, 8)}` });
    await give(userId, amount);
    return userId;
  };
  const wallet = async (userId: number) => (await api.call('userGet', { userId })).wallets.compute;
  const upload = async (bytes: Buffer) =>
    (await api.call('pdfUpload', { name: 'a.pdf', content: bytes.toString('base64') })).file;
  const submit = async (userId: number, bytes: Buffer, requestId: string = randomUUID()) =>
    api.call('pdfSubmit', { userId, requestId, file: await upload(bytes) });
  const get = (userId: number, pdfId: number) => api.call('pdfGet', { userId, pdfId });

  it('holds the price per page, reads the pages and charges once', async () => {
    const userId = await rich();
    const bytes = makePdf(['退款：七天内可以全额退款。', '会员：到期前三天会收到提醒。']);
    const requestId = randomUUID();
    const pdf = await submit(userId, bytes, requestId);
    expect(pdf).toMatchObject({ status: 'queued', pages: 2, held: 2, charged: 0 });
    expect((await submit(userId, bytes, requestId)).pdfId).toBe(pdf.pdfId);
    await expect(submit(userId, makePdf(['别的']), requestId)).rejects.toMatchObject({ code: 40_903 });
    expect(await wallet(userId)).toEqual({ balance: 10, held: 2 });
    await worker.drain();
    expect(await get(userId, pdf.pdfId)).toMatchObject({ status: 'ready', progress: 100, held: 0, charged: 2 });
    expect(await wallet(userId)).toEqual({ balance: 8, held: 0 });
    const { hits } = await api.call('pdfSearch', { userId, pdfId: pdf.pdfId, query: '会员到期提醒' });
    expect(hits[0]?.content).toContain('会员：到期前三天');
    expect(hits[0]).toMatchObject({ pageFrom: 1, pageTo: 2 });
    const text = await space.admin('/pdf-doc/read-text', { id: pdf.pdfId, fromPage: 2, count: 1 });
    expect(text.data).toEqual({ pages: 2, fromPage: 2, toPage: 2, text: '会员：到期前三天会收到提醒。' });
    expect((await space.admin('/audit-log/list', { filters: { action: ['readText'] } })).data.items).toHaveLength(1);
    await space.admin('/pdf-doc/reparse', { id: pdf.pdfId });
    await worker.drain();
    expect(await get(userId, pdf.pdfId)).toMatchObject({ status: 'ready', charged: 2, chunkCount: 1 });
    expect(await wallet(userId)).toEqual({ balance: 8, held: 0 });
  });

  it('rejects encrypted and damaged files, other formats and prices above the balance', async () => {
    const userId = await rich(1);
    for (const bytes of [Buffer.from(encrypted, 'latin1'), Buffer.from('%PDF-1.4\nbroken')])
      await expect(submit(userId, bytes)).rejects.toMatchObject({ code: 42_200 });
    await expect(submit(userId, makePdf(['甲', '乙']))).rejects.toMatchObject({ code: 40_200 });
    await expect(submit(userId, Buffer.from('text'))).rejects.toMatchObject({ code: 42_200 });
    expect(await wallet(userId)).toEqual({ balance: 1, held: 0 });
  });

  it('releases the hold when a PDF has no text or is canceled', async () => {
    const userId = await rich();
    const scan = await submit(userId, makePdf(['', '']));
    await worker.drain();
    expect(await get(userId, scan.pdfId)).toMatchObject({ status: 'failed', errorCode: 'noText' });
    expect(await wallet(userId)).toEqual({ balance: 10, held: 0 });
    const other = await submit(userId, makePdf(['取消']));
    expect((await space.admin('/pdf-doc/cancel', { id: other.pdfId })).code).toBe(20_000);
    await worker.drain();
    expect(await wallet(userId)).toEqual({ balance: 10, held: 0 });
    expect((await space.admin('/pdf-doc/retry', { id: other.pdfId })).code).toBe(20_000);
    expect(await wallet(userId)).toEqual({ balance: 10, held: 1 });
    await worker.drain();
    expect(await get(userId, other.pdfId)).toMatchObject({ status: 'ready', charged: 1 });
  });

  it('accepts PDFs from an admin, free or paid, with the checks of the platform’s call', async () => {
    const userId = await rich(3);
    const stored = async (bytes: Buffer) => {
      const answer = await space.admin('/document/upload', { name: '手册.pdf', content: bytes.toString('base64') });
      return String(answer.data.file);
    };
    const file = await stored(makePdf(['第一页', '第二页']));
    const free = await space.admin('/pdf-doc/add', { userId, file });
    expect(free.data).toMatchObject({ userId, name: '手册.pdf', status: 'queued', pages: 2, amount: 0 });
    const paid = await space.admin('/pdf-doc/add', { userId, file, name: '另一份', charge: true });
    expect(paid.data).toMatchObject({ name: '另一份', amount: 2 });
    expect(await wallet(userId)).toEqual({ balance: 3, held: 2 });
    expect((await space.admin('/pdf-doc/add', { userId, file, charge: true })).code).toBe(40_200);
    await worker.drain();
    expect(await wallet(userId)).toEqual({ balance: 1, held: 0 });
    const scan = await space.admin('/pdf-doc/add', { userId, file: await stored(makePdf([''])) });
    await worker.drain();
    expect((await space.admin('/pdf-doc/retry', { id: scan.data.id })).data).toMatchObject({
      status: 'queued',
      amount: 0,
    });
    await worker.drain();
    expect(await wallet(userId)).toEqual({ balance: 1, held: 0 });
    const text = await stored(Buffer.from('just text'));
    expect((await space.admin('/pdf-doc/add', { userId, file: text })).errors.file).toHaveLength(1);
    expect((await space.admin('/pdf-doc/add', { userId, file: 'none' })).errors.file).toHaveLength(1);
    expect((await space.admin('/pdf-doc/add', { userId: 99_999, file })).errors.userId).toHaveLength(1);
    const limits = (await space.admin('/settings/get', { page: 'pdf', group: 'limits' })).data;
    const values = { enabled: false, fileMegabytes: 30, maxPages: 300, storeDays: 30 };
    const saved = await space.admin('/settings/save', {
      page: 'pdf',
      group: 'limits',
      version: limits.version ?? 0,
      values,
    });
    expect(saved.code).toBe(20_000);
    space.now += 2_000;
    expect((await space.admin('/pdf-doc/add', { userId, file })).code).toBe(40_902);
    await space.admin('/settings/save', {
      page: 'pdf',
      group: 'limits',
      version: 1,
      values: { ...values, enabled: true },
    });
    space.now += 2_000;
  });

  const versions = new Map<string, number>();
  const report = async (page: string, group: string, values: object) => {
    const version = versions.get(`${page}/${group}`) ?? 0;
    versions.set(`${page}/${group}`, version + 1);
    const saved = await space.admin('/settings/save', { page, group, version, values });
    expect([saved.code, saved.errors]).toEqual([20_000, {}]);
    space.now += 2_000;
  };
  const ocr = (values: object = {}) =>
    report('pdf', 'ocr', {
      enabled: true,
      endpoint: `${engine.url}/v1/ocr`,
      key: 'ocr-key',
      pagesAtOnce: 2,
      ...values,
    });
  const scan = async (userId: number, bytes: Buffer, parseMode: 'text' | 'layout' | 'ocr') =>
    api.call('pdfSubmit', { userId, requestId: randomUUID(), file: await upload(bytes), parseMode });

  it('holds the OCR price, charges the pages that OCR read and requests no page twice', async () => {
    const userId = await rich(20);
    await expect(scan(userId, createSamplePdf(1), 'ocr')).rejects.toMatchObject({
      code: 42_200,
      errors: { parseMode: [expect.stringContaining('OCR is disabled')] },
    });
    await report('system', 'outbound', { publicHosts: [], privateHosts: [engine.host] });
    await ocr();
    const three = await scan(userId, createSamplePdf(3), 'ocr');
    expect(three).toMatchObject({ parseMode: 'ocr', pages: 3, held: 9 });
    fail = (call) => call.pages.includes(2) && requested().length < 3;
    await worker.drain();
    expect(await get(userId, three.pdfId)).toMatchObject({ status: 'queued', errorCode: 'ocrBusy', held: 9 });
    space.now += 20_000;
    await worker.drain();
    expect(await get(userId, three.pdfId)).toMatchObject({ status: 'ready', ocrPages: 3, charged: 9, held: 0 });
    expect(requested().map(({ pages }) => pages)).toEqual([[0, 1], [2], [2]]);
    expect(new Set(engine.requested.map(({ headers }) => headers.authorization))).toEqual(new Set(['Bearer ocr-key']));
    // The file is uploaded once for several calls and then deleted; a single remaining call includes the file.
    expect(uploads).toEqual(['POST', 'GET', 'DELETE']);
    expect(held.size).toBe(0);
    const urls = requested().map(({ document }) => document.document_url);
    const uploaded = 'https://files.example.com//v1/files/f-1/url?expiry=24';
    const full = `data:application/pdf;base64,${createSamplePdf(3).toString('base64')}`;
    expect(urls).toEqual([uploaded, uploaded, full]);
    expect(await wallet(userId)).toEqual({ balance: 11, held: 0 });
    const { hits } = await api.call('pdfSearch', { userId, pdfId: three.pdfId, query: 'page 2' });
    expect(hits[0]?.content).toContain('text of page 2');
  });

  it('charges a question once per request ID, and nothing without an answer', async () => {
    const userId = await rich(8);
    const pdf = await scan(userId, makePdf(['退款：七天内可以全额退款。']), 'text');
    await report('pdf', 'price', { priceQuestion: 3 });
    const prompt = (requestId: string, query = '退款', pdfId = pdf.pdfId, key?: string) =>
      api.call('pdfAsk', { userId, pdfId, requestId, query }, key);
    await expect(prompt('one')).rejects.toMatchObject({ code: 40_902 });
    await worker.drain();
    for (const again of [1, 2]) expect([again, await prompt('one')]).toMatchObject([again, { charged: 3, hits: [{}] }]);
    const key = randomUUID();
    const answer = await prompt('two', '退款', pdf.pdfId, key);
    expect(answer.charged).toBe(3);
    expect(await wallet(userId)).toEqual({ balance: 1, held: 0 });
    await expect(prompt('three')).rejects.toMatchObject({ code: 40_200 });
    expect(await wallet(userId)).toEqual({ balance: 1, held: 0 });
    await give(userId, 9);
    const other = await scan(userId, makePdf(['发货：两天内寄出。']), 'layout');
    await worker.drain();
    expect(await get(userId, other.pdfId)).toMatchObject({ parseMode: 'layout', status: 'ready', pages: 1 });
    await expect(prompt('two', '退款', other.pdfId)).rejects.toMatchObject({ code: 40_903 });
    await expect(prompt('two', '发货')).rejects.toMatchObject({ code: 40_903 });
    const before = await wallet(userId);
    await report('pdf', 'search', { scoreMin: 100 });
    expect(await prompt('four', '别的')).toEqual({ hits: [], charged: 0, uncharged: 'noHit' });
    expect(await wallet(userId)).toEqual(before);
    expect(await prompt('two')).toEqual({ hits: [], charged: 3, uncharged: null });
    expect(await prompt('two', '退款', pdf.pdfId, key)).toEqual(answer);
    await expect(prompt('two', '发货')).rejects.toMatchObject({ code: 40_903 });
    await report('pdf', 'search', { scoreMin: 0 });
    expect(await prompt('four', '别的')).toMatchObject({ charged: 3, uncharged: null });
    await report('pdf', 'price', { priceQuestion: 0 });
    for (const again of [1, 2])
      expect([again, await prompt('five')]).toMatchObject([again, { charged: 0, hits: [{}] }]);
    await expect(prompt('five', '发货')).rejects.toMatchObject({ code: 40_903 });
    await expect(prompt('five', '退款', other.pdfId)).rejects.toMatchObject({ code: 40_903 });
    await report('pdf', 'search', { scoreMin: 100 });
    expect(await prompt('six', '别的', pdf.pdfId, 'nothing')).toMatchObject({ uncharged: 'noHit' });
    await expect(prompt('six', '退款')).rejects.toMatchObject({ code: 40_903 });
    await expect(prompt('seven', '退款', pdf.pdfId, 'nothing')).rejects.toMatchObject({ code: 40_903 });
    await report('pdf', 'search', { scoreMin: 0 });
  });

  it('reads empty pages by OCR when enabled, and charges only new work for a second run', async () => {
    const userId = await rich(20);
    const mixed = await scan(userId, makePdf(['有文字的一页', '', '又是一页']), 'text');
    expect(mixed).toMatchObject({ held: 5 });
    await worker.drain();
    expect(await get(userId, mixed.pdfId)).toMatchObject({ status: 'ready', ocrPages: 1, charged: 5 });
    expect(requested().at(-1)?.pages).toEqual([1]);
    const full = { id: mixed.pdfId, parseMode: 'ocr' };
    expect((await space.admin('/pdf-doc/reparse', full)).data).toMatchObject({ amount: 4, parseMode: 'ocr' });
    expect(await wallet(userId)).toEqual({ balance: 15, held: 4 });
    broken = true;
    await worker.drain();
    expect(await get(userId, mixed.pdfId)).toMatchObject({ status: 'failed', errorCode: 'ocrAnswer', held: 0 });
    expect(await wallet(userId)).toEqual({ balance: 15, held: 0 });
    broken = false;
    expect((await space.admin('/pdf-doc/retry', { id: mixed.pdfId })).data).toMatchObject({ amount: 4 });
    await worker.drain();
    expect(await get(userId, mixed.pdfId)).toMatchObject({ status: 'ready', ocrPages: 3, charged: 9 });
    expect((await space.admin('/pdf-doc/reparse', { id: mixed.pdfId })).data).toMatchObject({ amount: 0 });
    await worker.drain();
    expect(await get(userId, mixed.pdfId)).toMatchObject({ status: 'ready', charged: 9 });
    expect(await wallet(userId)).toEqual({ balance: 11, held: 0 });
  });

  it('sends pages to a vision model one by one and does not charge pages without an image', async () => {
    const userId = await rich(10);
    await ocr({ engine: 'vision', endpoint: `${engine.url}/v1/chat/completions`, model: 'see', fallback: false });
    const blank = await scan(userId, makePdf(['']), 'text');
    await worker.drain();
    expect(await get(userId, blank.pdfId)).toMatchObject({ status: 'failed', errorCode: 'noText' });
    const written = await scan(userId, makePdf(['自己的文字']), 'ocr');
    expect(written.held).toBe(3);
    await worker.drain();
    expect(await get(userId, written.pdfId)).toMatchObject({ status: 'ready', ocrPages: 0, charged: 1 });
    expect((await space.admin('/pdf-doc/reparse', { id: written.pdfId })).data).toMatchObject({ amount: 2 });
    await worker.drain();
    expect(await get(userId, written.pdfId)).toMatchObject({ status: 'ready', charged: 1, held: 0 });
    expect(await wallet(userId)).toEqual({ balance: 9, held: 0 });
    const pictured = await scan(userId, createSamplePdf(1), 'ocr');
    await worker.drain();
    expect(await get(userId, pictured.pdfId)).toMatchObject({
      status: 'ready',
      ocrPages: 1,
      charged: 3,
      summary: 'seen',
    });
    expect(await wallet(userId)).toEqual({ balance: 6, held: 0 });
    await ocr({ engine: 'mistral', maxPages: 2, key: 'ocr-key' });
    await expect(scan(userId, createSamplePdf(3), 'ocr')).rejects.toMatchObject({ code: 42_200 });
    expect((await space.admin('/settings/run', { page: 'pdf', group: 'ocr', action: 'read' })).data).toMatchObject({
      ok: false,
      problem: 'answer',
      expected: '2026 7300',
      text: 'text of page 1',
    });
    expect(JSON.stringify((await space.admin('/settings/get', { page: 'pdf', group: 'ocr' })).data)).not.toContain(
      'ocr-key',
    );
  });

  it('holds, charges once and releases after a failure the token price of documents in a user’s base', async () => {
    const reader = createKnowWorker(space.foundation);
    await report('know', 'price', { asset: 'compute', priceTokens: 2 });
    const userId = await rich(9);
    const { knowledgeId } = await api.call('knowledgeCreate', { userId, name: '手册' });
    const submit = async (text: string) => {
      const given = { name: 'a.txt', content: Buffer.from(text).toString('base64') };
      const { file } = await api.call('knowledgeUpload', given);
      return (await api.call('knowledgeSubmit', { knowledgeId, userId, file })).docId;
    };
    const get = async (docId: number) =>
      (await api.call('knowledgeDocuments', { knowledgeId })).items.find((one) => one.docId === docId);
    const long = Array.from({ length: 900 }, (_, at) => `第 ${at} 条：退款七天内可以全额退款。`).join('\n');
    const dear = await submit(long);
    await reader.drain();
    expect(await get(dear)).toMatchObject({ status: 'failed', errorCode: 'unpaid', charged: 0 });
    expect(await wallet(userId)).toEqual({ balance: 9, held: 0 });
    const doc = await submit('退款：七天内可以全额退款。');
    await reader.drain();
    expect(await get(doc)).toMatchObject({ status: 'completed', charged: 2 });
    expect(await wallet(userId)).toEqual({ balance: 7, held: 0 });
    expect((await space.admin('/know-doc/rechunk', { id: doc })).code).toBe(20_000);
    await reader.drain();
    expect(await get(doc)).toMatchObject({ status: 'completed', charged: 2 });
    expect(await wallet(userId)).toEqual({ balance: 7, held: 0 });
    await give(userId, 100);
    await expect(api.call('knowledgeRetry', { docId: dear })).rejects.toMatchObject({ code: 40_400 });
    await expect(api.call('knowledgeRetry', { docId: doc, userId })).rejects.toMatchObject({ code: 40_902 });
    expect(await api.call('knowledgeRetry', { docId: dear, userId })).toMatchObject({
      status: 'waiting',
      errorCode: null,
    });
    await reader.drain();
    const paid = await get(dear);
    expect(paid).toMatchObject({ status: 'completed' });
    expect(await wallet(userId)).toEqual({ balance: 107 - (paid?.charged ?? 0), held: 0 });
    expect(paid?.charged).toBeGreaterThan(9);

    // A new rule for both documents: the preview shows what is re-created, and nothing is charged again.
    const both = await Promise.all([doc, dear].map((id) => space.admin('/know-doc/get', { id })));
    const sumOf = (name: string) => both.reduce((sum, { data }) => sum + Number(data[name]), 0);
    const loss = { recutDocs: 2, recutChunks: sumOf('chunkCount'), recutTokens: sumOf('tokenCount'), lostEdits: 0 };
    const rule = { ruleMode: 'custom', chunkMode: 'delimiter', delimiter: '：', chunkTokens: 300, overlapTokens: 0 };
    const set = async (params: object, dryRun: boolean) =>
      (await space.admin('/know-doc/batch', { action: 'setRule', ids: [doc, dear], params, dryRun })).data;
    for (const dryRun of [true, false]) expect(await set(rule, dryRun)).toMatchObject({ affected: 2, sums: loss });
    await reader.drain();
    const cut = (await space.admin('/know-doc/get', { id: doc })).data;
    expect(cut).toMatchObject({ ruleMode: 'custom', delimiter: '：', chunkCount: 2, status: 'completed' });
    expect(await set({ ruleMode: 'inherit', recut: false }, false)).toMatchObject({
      affected: 2,
      sums: { recutDocs: 0 },
    });
    expect((await space.admin('/know-doc/get', { id: doc })).data).toMatchObject({
      ...{ ruleMode: 'inherit', status: 'completed', chunkTokens: 300 },
    });
    expect(await wallet(userId)).toEqual({ balance: 107 - (paid?.charged ?? 0), held: 0 });
    const usage = space.foundation.database.read
      .selectFrom('usage_records')
      .selectAll()
      .where('capability', '=', 'know');
    expect((await usage.where('user_id', '=', userId).execute()).map((row) => row.charged_amount)).toEqual([
      2,
      paid?.charged,
    ]);
    await reader.stop();
  });

  it('releases the hold of a document that is paused or whose base is transferred', async () => {
    const { database, settings } = space.foundation;
    const reader = createKnowWorker(space.foundation);
    const [userId, other] = [await rich(9), await rich(9)];
    const { knowledgeId } = await api.call('knowledgeCreate', { userId, name: '转交' });
    const submit = async (owner: number, text: string) => {
      const given = { name: 'a.txt', content: Buffer.from(text).toString('base64') };
      const { file } = await api.call('knowledgeUpload', given);
      return (await api.call('knowledgeSubmit', { knowledgeId, userId: owner, file })).docId;
    };
    const getRow = (docId: number) =>
      database.read.selectFrom('know_docs').selectAll().where('id', '=', docId).executeTakeFirstOrThrow();
    /** Puts a document into the state after a worker was interrupted with the price on hold. */
    const broken = async (docId: number, owner: number) => {
      const cover = createQuotaCover(await readMembershipRules(settings));
      const scope = { dialect: database.dialect, at: space.now };
      const doc = await getRow(docId);
      await database.transaction(async (tx) => {
        const changes = await holdForEmbedding({ ...scope, tx }, doc, { userId: owner, tokens: 9, cover });
        await tx.updateTable('know_docs').set(changes).where('id', '=', docId).execute();
      });
    };
    const done = async (path: string, input: object) =>
      expect((await space.admin(path, input)).code, path).toBe(20_000);

    const first = await submit(userId, '退款：三天内到账。');
    await broken(first, userId);
    expect(await wallet(userId)).toEqual({ balance: 9, held: 2 });
    await done('/know-doc/pause', { id: first });
    expect(await wallet(userId)).toEqual({ balance: 9, held: 0 });
    await done('/know-doc/resume', { id: first });
    await broken(first, userId);
    await done('/knowledge/transfer', { id: knowledgeId, ownerId: other });
    await reader.drain();
    expect(await getRow(first)).toMatchObject({ status: 'completed', charged: 2 });
    expect([await wallet(userId), await wallet(other)]).toEqual([
      { balance: 9, held: 0 },
      { balance: 7, held: 0 },
    ]);

    const [held, stopped] = [await submit(other, '发票：每月一次。'), await submit(other, '会员：按月。')];
    for (const docId of [held, stopped]) await broken(docId, other);
    await done('/know-doc/cancel', { id: stopped });
    await done('/knowledge/transfer', { id: knowledgeId, ownerId: null });
    await done('/know-doc/retry', { id: stopped });
    await reader.drain();
    for (const docId of [held, stopped]) expect(await getRow(docId)).toMatchObject({ status: 'completed', charged: 0 });
    expect(await wallet(other)).toEqual({ balance: 7, held: 0 });

    await done('/knowledge/transfer', { id: knowledgeId, ownerId: other });
    const last = await submit(other, '积分：一年有效。');
    await done('/user/ban', { id: other, banReason: 'for a test' });
    const rejected = api.call('knowledgeSubmit', { knowledgeId, userId: other, url: 'https://example.com' });
    await expect(rejected).rejects.toMatchObject({ code: 40_902 });
    await reader.drain();
    expect(await getRow(last)).toMatchObject({ status: 'failed', error_code: 'ownerBlocked' });
    await expect(api.call('knowledgeRetry', { docId: last, userId: other })).rejects.toMatchObject({ code: 40_902 });
    await reader.stop();
  });

  it('does not delay PDFs of a user at the limit of open uses', async () => {
    const reader = createKnowWorker(space.foundation);
    await report('system', 'membership', { guestConcurrency: 1 });
    const userId = await rich(9);
    const { knowledgeId } = await api.call('knowledgeCreate', { userId, name: '手册' });
    const use = { userId, requestId: randomUUID(), capability: 'chat', asset: 'compute', amount: 1 } as const;
    await api.call('billingHold', use);
    const given = { name: 'a.txt', content: Buffer.from('发货：当天。').toString('base64') };
    const { file } = await api.call('knowledgeUpload', given);
    await api.call('knowledgeSubmit', { knowledgeId, userId, file });
    await reader.drain();
    const { items } = await api.call('knowledgeDocuments', { knowledgeId });
    expect(items).toMatchObject([{ status: 'completed', charged: 2 }]);
    expect(await wallet(userId)).toEqual({ balance: 7, held: 1 });
    const { database } = space.foundation;
    // A hold for an index does not count against the limit of open uses; a hold of the platform does, whatever it is for.
    const uses = database.transaction((tx) => countOpenUses({ tx, at: space.now }, userId));
    expect(await uses).toBe(1);
    await database.transaction((tx) =>
      tx
        .updateTable('holds')
        .set({ capability: 'know', request_id: 'know:1:1' })
        .where('user_id', '=', userId)
        .where('status', '=', 'held')
        .execute(),
    );
    await api.call('billingHold', { ...use, requestId: randomUUID(), capability: 'know' });
    await expect(api.call('billingHold', { ...use, requestId: randomUUID() })).rejects.toMatchObject({ code: 42_900 });
    await report('system', 'membership', { guestConcurrency: 0 });
    await reader.stop();
  });

  it('deletes file and chunks of an expired PDF and keeps its record', async () => {
    const userId = await rich();
    const pdf = await submit(userId, makePdf(['过期的内容']));
    await worker.drain();
    space.now += 31 * day;
    await createPdfJob(space.foundation).run();
    expect(await get(userId, pdf.pdfId)).toMatchObject({ status: 'expired', chunkCount: 0, charged: 1 });
    space.now -= 31 * day;
  });
});
