import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import JSZip from 'jszip';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServiceHarness, type ServiceHarness } from '../../../../test/service-harness.ts';
import { databaseKinds } from '../../../../test/test-database.ts';
import { createJobRunner } from '../../../platform/jobs/job-runner.ts';
import { type Row, withNamedTables } from '../../../platform/store/database.ts';
import { createImportsJob, createKnowledgeImportWork } from '../archive/archive-works.ts';
import { createExportsJob, createKnowledgeExportWork } from '../archive/export-job.ts';
import { openSink } from '../archive/pack-base.ts';
import { findDocument, findDocumentRow, hashBytes, readParts, removeDocuments } from '../store/document-store.ts';
import { parseCsvRows } from '../text/csv-rows.ts';
import { createDocumentJobs } from './document-maintenance.ts';
import { claimWork, type DocumentWorker } from './document-worker.ts';
import { createKnowWorker } from './know-worker.ts';
import { knowWork } from './work.ts';

const handbook = '# 手册\n\n欢迎使用。\n\n## 退款\n\n七天内可以全额退款。\n\n## 会员\n\n会员到期前三天会收到提醒。';

describe.each(databaseKinds)('document processing on %s', (kind) => {
  let space: ServiceHarness;
  let worker: DocumentWorker;
  beforeAll(async () => {
    space = await createServiceHarness(kind);
    worker = createKnowWorker(space.foundation);
  });
  afterAll(async () => {
    await worker.stop();
    await space.drop();
  });

  const prompt = async (path: string, body: unknown): Promise<Readonly<Record<string, unknown>>> => {
    const { code, data, errors } = await space.admin(path, body);
    // A server on a machine loaded with other tests may respond that it is busy.
    if (code === 50_300) return delay(250).then(() => prompt(path, body));
    if (code !== 20_000) throw new Error(JSON.stringify({ path, code, data, errors }));
    return data;
  };
  let named = 0;
  const newBase = async (values: Readonly<Record<string, unknown>> = {}) => {
    named += 1;
    return Number((await prompt('/knowledge/create', { name: `base ${named}`, ...values })).id);
  };
  const upload = async (name: string, bytes: Buffer) =>
    String((await prompt('/document/upload', { name, content: bytes.toString('base64') })).file);
  const add = async (knowledgeId: number, name: string, bytes: Buffer, more: Readonly<Record<string, unknown>> = {}) =>
    Number((await prompt('/know-doc/add', { knowledgeId, file: await upload(name, bytes), ...more })).id);
  const doc = (id: number) => prompt('/know-doc/get', { id });
  const getChunks = (id: number): Promise<Row[]> =>
    space.foundation.database.read
      .selectFrom('know_chunks')
      .selectAll()
      .where('doc_id', '=', id)
      .where('generation', '>', 0)
      .orderBy('seq')
      .execute();
  const maintain = async () => {
    for (const tick of createDocumentJobs(space.foundation)) await tick.run();
  };

  it('parses, chunks and indexes documents and counts them on their base', async () => {
    const base = await newBase();
    const id = await add(base, '手册.md', Buffer.from(handbook));
    expect(await doc(id)).toMatchObject({ status: 'waiting', format: 'markdown', name: '手册.md' });
    await worker.drain();
    expect(await doc(id)).toMatchObject({ status: 'completed', progress: 100, chunkCount: 3, attempts: 0 });
    expect((await getChunks(id)).map(({ title }) => title)).toEqual(['手册', '手册 / 退款', '手册 / 会员']);
    expect(await prompt('/knowledge/get', { id: base })).toMatchObject({ docCount: 1, chunkCount: 3 });
    const held = await space.foundation.database.read
      .selectFrom('know_vectors')
      .select('chunk_id')
      .where('knowledge_id', '=', base)
      .where('vector', 'is not', null)
      .execute();
    expect(held).toHaveLength(3);
    const twice = await space.admin('/know-doc/add', { knowledgeId: base, file: (await doc(id)).file });
    expect(twice.errors).toHaveProperty('file');
  });

  it('appends a corrected chat answer, and transfers a base to another owner', async () => {
    const api = space.api(await space.newClient());
    const { userId } = await api.call('userRegister', { username: 'owner' });
    const base = await newBase();
    const id = await add(base, '问答.md', Buffer.from(handbook));
    const localize = (clientId: string, role: 'user' | 'assistant', content: string) => ({ clientId, role, content });
    const messages = [localize('1', 'user', '发票怎么开？'), localize('2', 'assistant', '不知道。')];
    const { messageIds } = await api.call('chatAppend', { sessionId: 's', userId, messages });
    const improve = (values: object = {}) =>
      space.admin('/know-doc/improve', { id, messageId: messageIds[1], ...values });
    expect((await improve()).code).toBe(40_902);
    await worker.drain();
    expect((await improve({ messageId: 99_999 })).errors).toHaveProperty('messageId');
    expect((await improve({ messageId: messageIds[0] })).errors).toHaveProperty('question');
    expect((await improve({ answer: '在订单页申请，三天内寄出。' })).data).toEqual({ added: 1 });
    expect((await getChunks(id)).at(-1)).toMatchObject({
      content: '发票怎么开？',
      answer: '在订单页申请，三天内寄出。',
    });
    const give = (ownerId: number | null) => space.admin('/knowledge/transfer', { id: base, ownerId });
    expect((await give(null)).errors).toHaveProperty('ownerId');
    expect((await give(99_999)).errors).toHaveProperty('ownerId');
    const { name } = await prompt('/knowledge/get', { id: base });
    const twin = Number((await prompt('/knowledge/create', { name, ownerId: userId })).id);
    expect((await give(userId)).errors).toHaveProperty('ownerId');
    await prompt('/knowledge/update', { id: twin, version: 1, name: 'another' });
    expect((await give(userId)).data).toMatchObject({ ownerId: userId });
    expect((await give(null)).data).toMatchObject({ ownerId: null });
  });

  it('fails unreadable documents with a reason and without a retry', async () => {
    const base = await newBase();
    const broken = await add(base, 'a.pdf', Buffer.from('%PDF-1.7\nnot one'));
    const empty = await add(base, 'b.txt', Buffer.from(' \n \n'));
    await worker.drain();
    expect(await doc(broken)).toMatchObject({ status: 'failed', errorCode: 'damaged', stage: 'parse', attempts: 1 });
    expect(await doc(empty)).toMatchObject({ status: 'failed', errorCode: 'noText' });
    const program = await space.admin('/document/upload', { name: 'x.txt', content: 'AAECAwQFBgc=' });
    expect(program.errors).toHaveProperty('content');
  });

  const load = (name: string) => readFile(new URL(`../../../../test/documents/${name}`, import.meta.url));

  it('records warnings about lost content and filters by them', async () => {
    const base = await newBase();
    const hidden = await add(base, 'prices.xlsx', await load('mixed-sheet.xlsx'));
    const plain = await add(base, 'notes.md', Buffer.from(handbook));
    await worker.drain();
    expect(await doc(hidden)).toMatchObject({ status: 'completed', format: 'xlsx', warnings: ['hiddenContent'] });
    expect((await doc(plain)).warnings ?? null).toBeNull();
    const service = space.api(await space.newClient({ scopes: ['knowledge'] }));
    const { items } = await service.call('knowledgeDocuments', { knowledgeId: base });
    expect(items.map(({ docId, warnings }) => [docId, warnings])).toEqual(
      expect.arrayContaining([
        [hidden, ['hiddenContent']],
        [plain, []],
      ]),
    );
    const listed = async (warnings: readonly string[]) =>
      (await space.admin('/know-doc/list', { filters: { knowledgeId: [base], warnings } })).data;
    expect(await listed(['hiddenContent', 'images'])).toMatchObject({ total: 1, items: [{ id: hidden }] });
    expect(await listed(['images'])).toMatchObject({ total: 0 });
    // A new file without lost content has no warning.
    await prompt('/know-doc/replace', { id: hidden, file: await upload('b.md', Buffer.from(`${handbook}\n\n二`)) });
    await worker.drain();
    const replaced = await doc(hidden);
    expect([replaced.status, replaced.warnings ?? null]).toEqual(['completed', null]);
  });

  it('rejects unreadable files with the name of their format', async () => {
    const refusal = async (name: string, bytes: Buffer) => {
      const { code, errors } = await space.admin('/document/upload', { name, content: bytes.toString('base64') });
      return [code, ...(errors?.content ?? [])].join(' ');
    };
    const compound = (stream: string) =>
      Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(512), Buffer.from(`${stream}\0`, 'utf16le')]);
    const open = new JSZip().file('mimetype', 'application/vnd.oasis.opendocument.text', { compression: 'STORE' });
    expect(await refusal('a.docx', await load('locked.docx'))).toMatch(/password|密码/);
    expect(await refusal('a.xlsx', compound('EncryptedPackage'))).toMatch(/password|密码/);
    expect(await refusal('a.doc', compound('WordDocument'))).toContain('.docx');
    expect(await refusal('a.xls', compound('Workbook'))).toContain('.xlsx');
    expect(await refusal('a.rtf', Buffer.from('{\\rtf1 text}'))).toContain('RTF');
    expect(await refusal('a.odt', await open.generateAsync({ type: 'nodebuffer' }))).toContain('OpenDocument');
    expect(await refusal('empty.txt', Buffer.alloc(0))).toMatch(/empty|空/);
  });

  it('reports the line of an unclosed quotation mark', async () => {
    const base = await newBase();
    const bytes = await load('open-quote-questions.csv');
    const id = await add(base, 'q.csv', bytes, { questions: true });
    await worker.drain();
    expect(await doc(id)).toMatchObject({ status: 'failed', errorCode: 'openQuote', error: 'line 2', attempts: 1 });
  });

  it('continues after a worker died and gives up when every attempt is interrupted', async () => {
    const base = await newBase();
    const id = await add(base, 'c.md', Buffer.from(`${handbook}\n\n崩溃`));
    const { database } = space.foundation;
    const terms = { owner: 'gone', leaseMs: 1000, maxAttempts: 5, fair: true, after: 0 };
    await claimWork({ database, kind: knowWork, now: space.now }, terms);
    await worker.drain();
    expect(await doc(id)).toMatchObject({ status: 'parsing' });
    space.now += 180_000;
    await maintain();
    expect(await doc(id)).toMatchObject({ stuck: true });
    await worker.drain();
    expect(await doc(id)).toMatchObject({ status: 'completed', stuck: false });
    const other = await add(base, 'd.md', Buffer.from('一再崩溃'));
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await claimWork({ database, kind: knowWork, now: space.now }, terms);
      space.now += 2000;
    }
    const crash = { ...terms, onGivenUp: () => Promise.reject(new Error('crash')) };
    await expect(claimWork({ database, kind: knowWork, now: space.now }, crash)).rejects.toThrow('crash');
    expect(await doc(other)).toMatchObject({ status: 'parsing' });
    await worker.drain();
    expect(await doc(other)).toMatchObject({ status: 'failed', errorCode: 'lost', attempts: 5 });
    await prompt('/know-doc/retry', { id: other });
    await worker.drain();
    expect(await doc(other)).toMatchObject({ status: 'completed' });
  });

  it('cancels immediately or through the worker, and active chunks stay in use', async () => {
    const base = await newBase();
    const id = await add(base, 'e.md', Buffer.from(`${handbook}\n\n取消`));
    await prompt('/know-doc/cancel', { id });
    await worker.drain();
    expect(await doc(id)).toMatchObject({ status: 'cancelled' });
    await prompt('/know-doc/retry', { id });
    await worker.drain();
    const before = (await getChunks(id)).map((row) => row.id);
    await prompt('/know-doc/rechunk', { id, keepEdited: false });
    const { database } = space.foundation;
    await claimWork(
      { database, kind: knowWork, now: space.now },
      { owner: 'slow', leaseMs: 1000, maxAttempts: 5, fair: true, after: 0 },
    );
    expect(await prompt('/know-doc/cancel', { id })).toMatchObject({ status: 'cancelling' });
    const rejected = await space.admin('/know-doc/delete', { id, version: Number((await doc(id)).version) });
    expect(rejected.code).toBe(40_902);
    space.now += 2000;
    await maintain();
    expect(await doc(id)).toMatchObject({ status: 'cancelled' });
    expect((await getChunks(id)).map((row) => row.id)).toEqual(before);
    await prompt('/know-doc/delete', { id, version: Number((await doc(id)).version) });
    expect(await getChunks(id)).toEqual([]);
    expect(await prompt('/knowledge/get', { id: base })).toMatchObject({ docCount: 0, chunkCount: 0 });
  });

  it('processes bases in turns', async () => {
    const [large, small] = [await newBase(), await newBase()];
    for (const word of ['甲', '乙', '丙']) await add(large, `${word}.txt`, Buffer.from(`大库 ${word}`));
    await add(small, '丁.txt', Buffer.from('小库'));
    const { database } = space.foundation;
    const served: number[] = [];
    for (let after = 0; served.length < 4; ) {
      const terms = { owner: `o${served.length}`, leaseMs: 60_000, maxAttempts: 5, fair: true, after };
      const row = await claimWork({ database, kind: knowWork, now: space.now }, terms);
      after = Number(row?.knowledge_id);
      served.push(after);
    }
    expect(served.slice(0, 2).sort()).toEqual([large, small].sort());
    space.now += 61_000;
    await worker.drain();
  });

  it('accepts question tables, typed text and allowed web pages', async () => {
    const base = await newBase();
    const table = '问题,答案,关键词\n怎么退款？,"七天内,全额",退款、七天\n如何续费？,在会员页续费,\n';
    const id = await add(base, 'faq.csv', Buffer.from(table), { questions: true });
    const typed = Number(
      (await prompt('/know-doc/add-text', { knowledgeId: base, name: '短文', content: '一段文字。' })).id,
    );
    const page = Number((await prompt('/know-doc/add-url', { knowledgeId: base, url: 'http://127.0.0.1:9/x' })).id);
    await worker.drain();
    const rows = await getChunks(id);
    expect(rows.map(({ content, answer }) => [content, answer])).toEqual([
      ['怎么退款？', '七天内,全额'],
      ['如何续费？', '在会员页续费'],
    ]);
    expect(await doc(typed)).toMatchObject({ status: 'completed', source: 'text', chunkCount: 1 });
    expect(await doc(page)).toMatchObject({ status: 'failed', errorCode: 'rejected' });
  });

  it('serves from the active index version while the next one is built', async () => {
    const base = await newBase();
    const id = await add(base, 'f.md', Buffer.from(`${handbook}\n\n重建`));
    await worker.drain();
    const before = await getChunks(id);
    await prompt('/knowledge/rebuild', { id: base, rechunk: false, keepEdited: true });
    await maintain();
    expect(await prompt('/knowledge/get', { id: base })).toMatchObject({ generation: 1, nextGeneration: 2 });
    expect(await getChunks(id)).toEqual(before);
    await worker.drain();
    await maintain();
    expect(await prompt('/knowledge/get', { id: base })).toMatchObject({ generation: 2, nextGeneration: null });
    await maintain();
    const after = await getChunks(id);
    expect(after.map(({ content, generation }) => [content, generation])).toEqual(
      before.map(({ content }) => [content, 2]),
    );
  });

  it('edits, splits, merges and disables chunks and keeps edited ones when re-chunking', async () => {
    const base = await newBase();
    const id = await add(base, 'g.md', Buffer.from(`${handbook}\n\n改动`));
    await worker.drain();
    const [first, second] = await getChunks(id);
    const edited = await prompt('/know-chunk/update', {
      id: first?.id,
      version: 1,
      content: '欢迎使用本手册。第二句。',
    });
    expect(edited).toMatchObject({ edited: true, status: 'pending' });
    await prompt('/know-chunk/split', { id: first?.id, before: '第二句' });
    await prompt('/know-chunk/add-question', { id: second?.id, question: '多久能退？' });
    await maintain();
    const rows = await getChunks(id);
    expect(rows.map(({ content, seq, status }) => [content, seq, status])).toEqual([
      ['欢迎使用本手册。', 1, 'indexed'],
      ['第二句。', 2, 'indexed'],
      [second?.content, 3, 'indexed'],
      [rows[3]?.content, 4, 'indexed'],
    ]);
    expect(await doc(id)).toMatchObject({ chunkCount: 4 });
    await prompt('/know-chunk/merge-next', { id: first?.id });
    await prompt('/know-chunk/disable', { id: second?.id });
    expect((await getChunks(id)).map(({ content, enabled }) => [content, enabled])).toEqual([
      ['欢迎使用本手册。\n第二句。', 1],
      [second?.content, 0],
      [rows[3]?.content, 1],
    ]);
    await prompt('/know-doc/rechunk', { id, keepEdited: true });
    await worker.drain();
    expect((await getChunks(id)).map(({ content, edited: isEdited, enabled }) => [content, isEdited, enabled])).toEqual(
      [
        ['欢迎使用本手册。\n第二句。', 1, 1],
        [second?.content, 1, 0],
        [rows[3]?.content, 0, 1],
      ],
    );
    await prompt('/know-doc/rechunk', { id, keepEdited: false });
    await worker.drain();
    expect((await getChunks(id)).map(({ edited: isEdited }) => isEdited)).toEqual([0, 0, 0]);
  });

  it('previews the chunks of a rule without saving', async () => {
    const rule = { chunkMode: 'delimiter', delimiter: '。', chunkTokens: 50, overlapTokens: 0 };
    const tried = await prompt('/know-doc/preview-text', { content: '一。二。三。', ...rule });
    expect(tried).toMatchObject({ chunks: 3, longest: 2 });
    expect(tried.text).toContain('#3 · 2 tokens\n三。');
  });

  it('imports an archive as a new base with edits and golden questions, or imports nothing', async () => {
    const base = await newBase({ chunkTokens: 20, overlapTokens: 0, topK: 7 });
    const id = await add(base, '手册.md', Buffer.from(`${handbook}\n\n=2+2`));
    await add(base, '问答.csv', Buffer.from('问题,答案\n几点开门,九点'), { questions: true });
    await worker.drain();
    const [first, second] = await getChunks(id);
    await prompt('/know-chunk/update', { id: first?.id, version: first?.version, content: '=改过，"引号"\n第二行' });
    await prompt('/know-chunk/disable', { id: second?.id, version: second?.version });
    await prompt('/golden-question/create', { knowledgeId: base, query: '怎么开始', chunks: [String(first?.id)] });
    const { foundation } = space;
    const { database } = foundation;
    const works = {
      knowledgeExport: createKnowledgeExportWork(foundation),
      knowledgeImport: createKnowledgeImportWork(foundation),
    };
    const jobs = createJobRunner(foundation, works);
    const { export: made } = await prompt('/knowledge/export-zip', { id: base, form: 'stored' });
    await jobs.drain();
    const stored = await findDocument(
      database.read,
      String((await prompt('/knowledge-export/get', { id: made })).file),
    );
    const zip = await readParts(database.read, stored?.id ?? 0);
    const file = await upload('base.zip', zip);

    const taken = await space.admin('/knowledge/check-zip', { file });
    expect(taken.errors).toMatchObject({ name: [expect.any(String)] });
    const counts = { documents: 2, chunks: (await getChunks(id)).length + 1, questions: 1 };
    expect(await prompt('/knowledge/check-zip', { file, name: '回来' })).toMatchObject({
      ...counts,
      name: '回来',
      edited: 1,
    });
    const { job } = await prompt('/knowledge/import-zip', { file, name: '回来' });
    await jobs.drain();
    const { status, result } = await prompt('/background-job/get', { id: job });
    expect({ status, result }).toMatchObject({ status: 'succeeded', result: counts });
    const back = Number((result as Row).base);
    expect(await prompt('/knowledge/get', { id: back })).toMatchObject({
      name: '回来',
      docCount: 2,
      chunkTokens: 20,
      topK: 7,
    });
    await worker.drain();
    const docs = database.read.selectFrom('know_docs').selectAll().where('knowledge_id', '=', back).orderBy('id');
    const [handbookBack, table] = await docs.execute();
    expect([handbookBack, table]).toMatchObject([
      { name: '手册.md', status: 'completed', source: 'upload', charged: null },
      { name: '问答.csv', status: 'completed', source: 'qa' },
    ]);
    const seen = ({ title, content, enabled, edited, span_start: from, hash }: Row) => ({
      title,
      content,
      enabled,
      edited,
      from,
      hash,
    });
    const backChunks = await getChunks(Number(handbookBack?.id));
    expect(backChunks.map(seen)).toEqual((await getChunks(id)).map(seen));
    expect(backChunks.every((chunk) => chunk.status === 'indexed')).toBe(true);
    const golden = database.read.selectFrom('golden_questions').selectAll().where('knowledge_id', '=', back);
    expect(await golden.execute()).toMatchObject([
      { query: '怎么开始', chunks: JSON.stringify([String(backChunks[0]?.id)]) },
    ]);
    await prompt('/know-doc/rechunk', { id: handbookBack?.id, version: handbookBack?.version, keepEdited: true });
    await worker.drain();
    expect((await getChunks(Number(handbookBack?.id)))[0]?.content).toBe('=改过，"引号"\n第二行');

    // A job that is restarted after it completed returns its existing result.
    const bases = async () => (await database.read.selectFrom('knowledge_bases').select('id').execute()).length;
    const before = await bases();
    const params = { file, name: '回来', ownerId: null, locale: 'en-US' };
    const again = { id: 1, kind: 'knowledgeImport', createdBy: null, attempts: 2, tries: 3 } as const;
    const context = { ...again, signal: new AbortController().signal, report: async () => undefined };
    const done = await works.knowledgeImport({ ...context, params: { ...params, made: result } });
    expect([done, await bases()]).toEqual([result, before]);
    // A job that was taken over creates nothing, nor does an invalid archive.
    const late = works.knowledgeImport({ ...context, id: Number(job), params: { ...params, name: '太晚' } });
    await expect(late).rejects.toThrow('Stopped before it finished');
    const opened = await JSZip.loadAsync(zip);
    const spoilt = async (name: string, change: (text: string) => string) => {
      const copy = await JSZip.loadAsync(zip);
      copy.file(name, change((await opened.file(name)?.async('string')) ?? ''));
      const changed = await upload('spoilt.zip', await copy.generateAsync({ type: 'nodebuffer' }));
      return (await space.admin('/knowledge/import-zip', { file: changed, name: '坏了' })).errors;
    };
    const wrong = { file: [expect.any(String)] };
    expect(await spoilt('manifest.json', (text) => text.replace('"version": 1', '"version": 2'))).toMatchObject(wrong);
    const asPage = (text: string) => text.replace(/"source":"upload",/, '"source":"url","url":"javascript:alert(1)",');
    expect(await spoilt('manifest.json', asPage)).toMatchObject(wrong);
    expect(await spoilt('chunks.csv', (text) => text.replace('\n1,1,', '\n9,1,'))).toMatchObject(wrong);
    expect(await spoilt('golden-questions.csv', (text) => text.replace('"seq""', '"seq'))).toMatchObject(wrong);
    const cut = await upload('cut.zip', zip.subarray(0, zip.length - 30));
    expect((await space.admin('/knowledge/import-zip', { file: cut, name: '坏了' })).errors).toMatchObject(wrong);
    // The checksum in the manifest is checked when a file is unpacked.
    const other = await JSZip.loadAsync(zip);
    other.file('documents/00001-手册.md', 'another text');
    const swapped = await upload('swapped.zip', await other.generateAsync({ type: 'nodebuffer' }));
    const failing = await prompt('/knowledge/import-zip', { file: swapped, name: '坏了' });
    await jobs.drain();
    expect(await prompt('/background-job/get', { id: failing.job })).toMatchObject({ status: 'failed' });
    expect(await bases()).toBe(before);
    // The partial base of an interrupted import is not used and is deleted after its job has ended.
    await database.transaction((tx) =>
      tx.updateTable('knowledge_bases').set({ status: 'importing' }).where('id', '=', back).execute(),
    );
    for (const path of ['transfer', 'rebuild', 'enable'])
      expect((await space.admin(`/knowledge/${path}`, { id: back })).code).toBe(40_902);
    expect((await space.admin('/know-doc/add-text', { knowledgeId: back, name: 'x', content: 'y' })).code).not.toBe(0);
    await createImportsJob(foundation).run();
    expect(await bases()).toBe(before - 1);
    for (const table of ['know_docs', 'know_chunks', 'know_vectors', 'golden_questions'])
      expect(
        await withNamedTables(database.read).selectFrom(table).selectAll().where('knowledge_id', '=', back).execute(),
      ).toEqual([]);
  });

  it('exports a base with chunks, edits and golden questions to an archive with limited retention', async () => {
    const base = await newBase({ chunkTokens: 20, overlapTokens: 0 });
    const bytes = Buffer.from(`${handbook}\n\n=1+1`);
    const id = await add(base, '手 册.md', bytes);
    const lost = await add(base, 'broken.pdf', Buffer.from('%PDF-1.7\nnone to pack'));
    await worker.drain();
    const [first] = await getChunks(id);
    await prompt('/know-chunk/update', { id: first?.id, version: first?.version, content: '欢迎，"改过"。' });
    await prompt('/golden-question/create', { knowledgeId: base, query: '怎么退款', chunks: [String(first?.id)] });
    const { foundation } = space;
    const jobs = createJobRunner(foundation, { knowledgeExport: createKnowledgeExportWork(foundation) });
    const { export: made } = await prompt('/knowledge/export-zip', { id: base, form: 'stored' });
    expect((await space.admin('/knowledge/export-zip', { id: base, form: 'text' })).code).toBe(40_902);
    expect((await space.admin('/knowledge-export/delete', { id: made, version: 1 })).code).toBe(40_902);
    await jobs.drain();
    const packed = await prompt('/knowledge-export/get', { id: made });
    expect(packed).toMatchObject({ status: 'ready', documentCount: 2, questionCount: 1, progress: 100 });
    // The archive is not a document.
    const zipFile = String(packed.file);
    const { version } = await doc(id);
    for (const [path, body] of [
      ['/know-doc/replace', { id, version, file: zipFile }],
      ['/know-doc/preview', { knowledgeId: base, file: zipFile }],
    ] as const)
      expect(await space.admin(path, body)).toMatchObject({ code: 42_200, errors: { file: [expect.any(String)] } });
    const stored = await findDocument(foundation.database.read, zipFile);
    const zip = await readParts(foundation.database.read, stored?.id ?? 0);
    expect([zip.length, hashBytes(zip)]).toEqual([packed.size, packed.contentHash]);
    const opened = await JSZip.loadAsync(zip);
    const text = async (name: string) => opened.file(name)?.async('string') ?? '';
    const manifest = JSON.parse(await text('manifest.json'));
    expect(manifest).toMatchObject({ kind: 'gantry-knowledge-base', version: 1, base: { chunkTokens: 20 } });
    expect(manifest.documents).toMatchObject([
      { no: 1, name: '手 册.md', status: 'completed', sha256: hashBytes(bytes), entry: 'documents/00001-手 册.md' },
      { no: 2, name: 'broken.pdf', status: 'failed', chunks: 0 },
    ]);
    expect(await text('documents/00001-手 册.md')).toBe(bytes.toString());
    const chunks = parseCsvRows((await text('chunks.csv')).slice(1));
    expect(chunks.length - 1).toBe(packed.chunkCount);
    expect(chunks[1]?.slice(0, 4)).toEqual(['1', '1', String(first?.title), '欢迎，"改过"。']);
    expect(chunks[1]?.[8]).toBe('true');
    expect(parseCsvRows((await text('golden-questions.csv')).slice(1))[1]).toEqual([
      '怎么退款',
      '[{"document":1,"seq":1}]',
      '',
    ]);

    await prompt('/know-doc/delete', { id: lost, version: (await doc(lost)).version });
    const again = await prompt('/knowledge/export-zip', { id: base, form: 'text' });
    await prompt('/background-job/cancel', { id: again.job });
    await jobs.drain();
    await createExportsJob(foundation).run();
    const stopped = { status: 'failed', problem: 'stopped', file: null };
    expect(await prompt('/knowledge-export/get', { id: again.export })).toMatchObject(stopped);
    await prompt('/background-job/retry', { id: again.job });
    await jobs.drain();
    const second = await prompt('/knowledge-export/get', { id: again.export });
    const asText = await findDocument(foundation.database.read, String(second.file));
    const texts = await JSZip.loadAsync(await readParts(foundation.database.read, asText?.id ?? 0));
    expect(await texts.file('documents/00001-手 册.md.txt')?.async('string')).toContain('七天内可以全额退款');

    const short = await prompt('/knowledge/export-zip', { id: base, form: 'stored' });
    const source = await findDocument(foundation.database.read, String((await doc(id)).file));
    await foundation.database.transaction((tx) =>
      tx
        .deleteFrom('document_parts')
        .where('document_id', '=', source?.id ?? 0)
        .execute(),
    );
    await jobs.drain();
    expect(await prompt('/knowledge-export/get', { id: short.export })).toMatchObject({
      ...stopped,
      problem: 'changed',
    });

    const empty = await newBase();
    const none = await prompt('/knowledge/export-zip', { id: empty, form: 'stored' });
    await jobs.drain();
    const { status, file } = await prompt('/knowledge-export/get', { id: none.export });
    expect(status).toBe('ready');
    await prompt('/knowledge/delete', { id: empty, version: 1 });
    expect(await findDocument(foundation.database.read, String(file))).toBeNull();

    // The partial file of an interrupted attempt is deleted by the next attempt or after the job has ended.
    const { database } = foundation;
    space.now += 1000;
    const cut = await prompt('/knowledge/export-zip', { id: base, form: 'text' });
    const piece = await openSink(database, 'cut.zip', null, space.now);
    await piece.take(Buffer.alloc(64));
    const note = (file: string) =>
      database.transaction((tx) =>
        tx.updateTable('knowledge_exports').set({ piece: file }).where('id', '=', Number(cut.export)).execute(),
      );
    await note(piece.file);
    await jobs.drain();
    expect(await findDocumentRow(database.read, piece.file)).toBeUndefined();
    const full = await prompt('/knowledge-export/get', { id: cut.export });
    expect(await findDocument(database.read, String(full.file))).toMatchObject({ size: full.size });
    // Backups do not contain archives, so a restored database has none.
    await database.transaction(async (tx) => {
      const stored = await findDocumentRow(tx, String(full.file));
      await removeDocuments(tx, [Number(stored?.id)]);
    });
    await createExportsJob(foundation).run();
    const gone = { status: 'failed', problem: 'notStored', file: null };
    expect(await prompt('/knowledge-export/get', { id: cut.export })).toMatchObject(gone);

    space.now += 4 * 24 * 3_600_000;
    await createExportsJob(foundation).run();
    const left = foundation.database.read.selectFrom('knowledge_exports').select('id');
    expect(await left.where('knowledge_id', '=', base).execute()).toEqual([]);
    expect(await findDocument(foundation.database.read, String(packed.file))).toBeNull();
  });
});
