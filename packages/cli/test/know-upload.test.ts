import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { makePdf } from '../../server/test/make-pdf.ts';
import type { Gantry } from './gantry.ts';
import { type SignedIn, signedIn } from './signed-in.ts';

let space: SignedIn;
let gantry: Gantry;

beforeAll(async () => {
  space = await signedIn();
  ({ gantry } = space);
});
afterAll(() => space.close());

const file = (name: string, content: string | Buffer) => {
  const place = path.join(gantry.directory, name);
  writeFileSync(place, content);
  return place;
};
const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const json = async (...args: readonly string[]) => JSON.parse((await gantry.run([...args, '--json'])).stdout);

/** Waits until a document is processed; on a busy machine this takes a while. */
async function waitUntilProcessed(id: number, entity = 'know-doc'): Promise<Readonly<Record<string, unknown>>> {
  for (;;) {
    const doc = await json(entity, 'get', String(id));
    if (['completed', 'ready', 'failed', 'cancelled'].includes(doc.status)) return doc;
    await delay(300);
  }
}

it('uploads several files to a knowledge base, reports each result, and the server parses them', {
  timeout: 120_000,
}, async () => {
  const base = await json('knowledge', 'create', '--name', '手册', '--chunk-tokens', '4000', '--overlap-tokens', '0');
  const files = [
    file('规则.pdf', makePdf(['退款：七天内可以全额退款。', '会员：到期前三天会收到提醒。'])),
    file('about.md', `# About\n\n${'Gantry keeps the platform in view. '.repeat(150_000)}`),
    file('program.txt', Buffer.from([0, 1, 2, 3, 4, 5, 6, 7])),
    file('broken.pdf', '%PDF-1.7 and nothing else'),
  ];
  const done = await gantry.run(['know-doc', 'upload', ...files, '--knowledge-id', String(base.id), '--json']);
  expect(done.code).toBe(3);
  const { items } = JSON.parse(done.stdout);
  expect(items.map(({ error }: { error: string | null }) => error === null)).toEqual([true, true, false, true]);
  expect(await waitUntilProcessed(items[0].id)).toMatchObject({
    status: 'completed',
    format: 'pdf',
    pages: 2,
    chunkCount: 1,
  });
  expect(await waitUntilProcessed(items[1].id)).toMatchObject({
    status: 'completed',
    format: 'markdown',
    size: 5_250_009,
  });
  expect(await waitUntilProcessed(items[3].id)).toMatchObject({ status: 'failed', errorCode: 'damaged' });
  const chunks = await json('know-chunk', 'list', '--keyword', '全额退款');
  expect(chunks.items[0]?.content).toContain('七天内可以全额退款');
  const preview = await gantry.run([
    'know-doc',
    'preview',
    String(items[0].id),
    '--chunk-tokens',
    '20',
    '--overlap-tokens',
    '0',
  ]);
  expect(preview.stdout).toContain('#2');
});

it('saves the original file of a document, and does not overwrite an existing one without --force', {
  timeout: 120_000,
}, async () => {
  const base = await json('knowledge', 'create', '--name', '原文件');
  const bytes = makePdf(['原样取回']);
  const up = await json('know-doc', 'upload', file('原 件.pdf', bytes), '--knowledge-id', String(base.id));
  const id = String(up.items[0].id);
  const target = path.join(gantry.directory, 'saved.pdf');
  expect(await gantry.run(['know-doc', 'download', id, target])).toMatchObject({ code: 0, stdout: '' });
  expect(digest(readFileSync(target))).toBe(digest(bytes));
  writeFileSync(target, 'mine');
  const rejected = await gantry.run(['know-doc', 'download', id, target]);
  expect(rejected.code).toBe(2);
  expect(rejected.stderr).toContain('File already exists');
  expect(readFileSync(target, 'utf8')).toBe('mine');
  expect((await gantry.run(['know-doc', 'download', id, target, '--force'])).code).toBe(0);
  expect(digest(readFileSync(target))).toBe(digest(bytes));
  const piped = await gantry.run(['know-doc', 'download', id, '-']);
  expect(piped.stdout.startsWith('%PDF')).toBe(true);
  const none = path.join(gantry.directory, 'none.pdf');
  expect((await gantry.run(['know-doc', 'download', '9999', none])).code).toBe(6);
  expect(existsSync(none)).toBe(false);
});

it('restores a knowledge base from a ZIP with one command, after checking it', { timeout: 120_000 }, async () => {
  const base = await json('knowledge', 'create', '--name', '出门');
  const up = await json('know-doc', 'upload', file('手册.md', '# 一\n\n第一段'), '--knowledge-id', String(base.id));
  await waitUntilProcessed(up.items[0].id);
  const { export: made } = await json('knowledge', 'export-zip', String(base.id), '--form', 'stored');
  await expect.poll(async () => (await json('knowledge-export', 'get', String(made))).status).toBe('ready');
  const zip = path.join(gantry.directory, 'base.zip');
  expect((await gantry.run(['knowledge-export', 'download', String(made), zip])).code).toBe(0);
  const taken = await gantry.run(['knowledge', 'check-zip', '--file', zip]);
  expect([taken.code, taken.stderr]).toEqual([
    2,
    expect.stringContaining('The owner already has a knowledge base with this name'),
  ]);
  const found = await json('knowledge', 'check-zip', '--file', zip, '--name', '回来');
  expect(found).toMatchObject({ documents: 1, chunks: 1 });
  const { job } = await json('knowledge', 'import-zip', '--file', zip, '--name', '回来');
  await expect.poll(async () => (await json('background-job', 'get', String(job))).status).toBe('succeeded');
  const listRestored = async () => (await json('knowledge', 'list', '--keyword', '回来')).items;
  // Chunks are counted after they are indexed.
  await expect.poll(listRestored, { timeout: 30_000 }).toMatchObject([{ docCount: 1, chunkCount: 1 }]);
});

it('uploads PDFs for a user, without a charge by default', { timeout: 120_000 }, async () => {
  const user = await json('user', 'create', '--username', 'reader');
  const files = [file('合同.pdf', makePdf(['第一条', '第二条'])), file('note.txt', 'no PDF')];
  const done = await gantry.run(['pdf-doc', 'upload', ...files, '--user-id', String(user.id), '--json']);
  expect(done.code).toBe(3);
  const { items } = JSON.parse(done.stdout);
  expect(items[1].error).toContain('format is not supported');
  expect(await waitUntilProcessed(items[0].id, 'pdf-doc')).toMatchObject({
    status: 'ready',
    pages: 2,
    amount: 0,
    charged: 0,
  });
  const dear = await gantry.run(['pdf-doc', 'upload', String(files[0]), '--user-id', String(user.id), '--charge']);
  expect(dear.code).toBe(1);
  const toUser = ['pdf-doc', 'upload', String(files[0]), '--user-id', String(user.id), '--parse-mode'];
  const scanned = await gantry.run([...toUser, 'ocr', '--json']);
  expect([scanned.code, JSON.parse(scanned.stdout).items[0].error]).toEqual([1, expect.stringContaining('OCR')]);
  expect((await gantry.run([...toUser, 'columns'])).code).toBe(2);
  const target = path.join(gantry.directory, 'again.pdf');
  expect((await gantry.run(['pdf-doc', 'download', String(items[0].id), target])).code).toBe(0);
  expect(readFileSync(target).subarray(0, 4).toString()).toBe('%PDF');
});

it('adds a file once although the response to the first attempt was lost', { timeout: 120_000 }, async () => {
  const user = await json('user', 'create', '--username', 'unheard');
  let isDeaf = true;
  const between = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    const headers = Object.fromEntries(
      ['content-type', 'authorization', 'idempotency-key'].flatMap((name) => {
        const value = request.headers[name];
        return value === undefined ? [] : [[name, String(value)]];
      }),
    );
    const passed = await fetch(`${space.server.url}${request.url}`, { method: 'POST', headers, body });
    const answer = await passed.text();
    if (isDeaf && request.url?.endsWith('/pdf-doc/add')) response.destroy();
    else response.writeHead(passed.status, { 'content-type': 'application/json' }).end(answer);
  }).listen(0, '127.0.0.1');
  await once(between, 'listening');
  onTestFinished(() => void between.close());
  const { port } = between.address() as AddressInfo;
  const far = await gantry.another({ GANTRY_TOKEN: space.token, GANTRY_SERVER: `http://127.0.0.1:${port}` });
  const upload = ['pdf-doc', 'upload', file('once.pdf', makePdf(['只收一次'])), '--user-id', String(user.id), '--json'];
  const lost = await far.run(upload);
  expect([lost.code, JSON.parse(lost.stdout).items[0].id]).toEqual([1, null]);
  isDeaf = false;
  const received = await far.run(upload);
  expect(received.code).toBe(0);
  const { items } = await json('pdf-doc', 'list', '--where', `userId=${user.id}`);
  expect(items.map(({ id }: { id: number }) => id)).toEqual([JSON.parse(received.stdout).items[0].id]);
});

it('creates an icon from each image, named after its file, and reports which were rejected', {
  timeout: 60_000,
}, async () => {
  const picture = (seed: number) => {
    const png = new PNG({ width: 2, height: 2 });
    png.data.fill(seed);
    return PNG.sync.write(png);
  };
  const files = [file('chat.v2.png', picture(1)), file('画笔.png', picture(2)), file('not-one.png', 'text')];
  const run = () =>
    gantry.run(['ai-icon', 'import-files', ...files, '--group', 'menu', '--bg-color', '#165DFF', '--json']);
  const done = await run();
  expect(done.code).toBe(3);
  const { items } = JSON.parse(done.stdout);
  expect(items.map(({ error }: { error: string | null }) => error === null)).toEqual([true, true, false]);
  expect(await json('ai-icon', 'get', String(items[0].id))).toMatchObject({ name: 'chat.v2', group: 'menu' });
  expect(await json('ai-icon', 'get', String(items[1].id))).toMatchObject({ name: '画笔', bgColor: '#165DFF' });
  expect((await run()).code).toBe(1);
  expect((await json('ai-icon', 'list', '--where', 'group=menu')).total).toBe(2);
});
