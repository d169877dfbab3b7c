import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { madePdf } from '../../server/test/made-pdf.ts';
import { firstAdmin, type RunningServer, startServer } from '../../server/test/server-process.ts';
import { type Gantry, newGantry } from './gantry.ts';

let server: RunningServer;
let gantry: Gantry;

beforeAll(async () => {
  server = await startServer();
  await server.firstAdmin();
  gantry = newGantry();
  const { username, password } = firstAdmin;
  await gantry.run(['login', '--server', server.url, '--username', username, '--password-stdin'], password);
});
afterAll(() => server.stop());

const file = (name: string, content: string | Buffer) => {
  const place = path.join(gantry.directory, name);
  writeFileSync(place, content);
  return place;
};
const json = async (...args: readonly string[]) => JSON.parse((await gantry.run([...args, '--json'])).stdout);

/** Until a document is at rest; a busy machine takes its time to read one. */
async function settled(id: number): Promise<Readonly<Record<string, unknown>>> {
  for (;;) {
    const doc = await json('know-doc', 'get', String(id));
    if (['completed', 'failed', 'cancelled'].includes(doc.status)) return doc;
    await delay(300);
  }
}

it('takes several files into a base, says how each went, and the server reads them', { timeout: 120_000 }, async () => {
  const base = await json('knowledge', 'create', '--name', '手册', '--chunk-tokens', '4000', '--overlap-tokens', '0');
  const files = [
    file('规则.pdf', madePdf(['退款：七天内可以全额退款。', '会员：到期前三天会收到提醒。'])),
    file('about.md', `# About\n\n${'Gantry keeps the platform in view. '.repeat(150_000)}`),
    file('program.txt', Buffer.from([0, 1, 2, 3, 4, 5, 6, 7])),
    file('broken.pdf', '%PDF-1.7 and nothing else'),
  ];
  const done = await gantry.run(['know-doc', 'upload', ...files, '--knowledge-id', String(base.id), '--json']);
  expect(done.code).toBe(3);
  const { items } = JSON.parse(done.stdout);
  expect(items.map(({ error }: { error: string | null }) => error === null)).toEqual([true, true, false, true]);
  expect(await settled(items[0].id)).toMatchObject({ status: 'completed', format: 'pdf', pages: 2, chunkCount: 1 });
  expect(await settled(items[1].id)).toMatchObject({ status: 'completed', format: 'markdown', size: 5_250_009 });
  expect(await settled(items[3].id)).toMatchObject({ status: 'failed', errorCode: 'damaged' });
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
