import { createServiceClient } from '@gantry/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AppShell, openConsole } from './console-harness.ts';
import { plainPicture } from './some-slides.ts';

let console: AppShell;
let userId: number;

beforeAll(async () => {
  console = await openConsole();
  ({ userId } = await (await service()).call('userRegister', { username: 'painter' }));
});
afterAll(() => console?.close());

async function service() {
  const { clientId, secret } = await console.call<{ clientId: string; secret: string }>('/service-client/create', {
    name: crypto.randomUUID(),
    scopes: ['task', 'user'],
  });
  return createServiceClient({
    baseUrl: console.server.url,
    credentials: { clientId, secret },
    newKey: () => crypto.randomUUID(),
    transport: async ({ url, body, headers }) => {
      const answer = await fetch(url, { method: 'POST', body, headers: { ...headers } });
      return { status: answer.status, body: await answer.text(), retryAfter: null };
    },
  });
}

describe('result of a creative task', () => {
  it('is embedded if it is safe, linked if it is external, and shown as text if it could be harmful', async () => {
    const api = await service();
    const content = plainPicture(4, 4);
    const { path } = await console.call<{ path: string }>('/file/upload', { name: 'dot.png', content });
    const { no } = await api.call('taskCreate', {
      kind: 'draw',
      requestId: 'one',
      userId,
      prompt: 'A crane',
      amount: 0,
    });
    await api.call('taskClaim', { kind: 'draw' });
    const results = [
      { kind: 'draw', url: path },
      { kind: 'draw', url: 'https://cdn.example.com/crane.png', title: 'Crane' },
      { kind: 'draw', url: 'javascript:window.ran=1' },
    ];
    await api.call('taskReport', { no, attempt: 1, status: 'succeeded', results });
    const { page, leave, problems } = await console.open('/ai/ai_draw/ai_draws?id=1');
    const preview = page.locator('.task-preview');
    await preview.locator(`img[src="${path}"]`).waitFor();
    await expect.poll(() => preview.locator('img').evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(4);
    await expect
      .poll(() => preview.locator('a').evaluateAll((links) => links.map((a) => a.getAttribute('href'))))
      .toEqual([path, 'https://cdn.example.com/crane.png']);
    await preview.getByText('Open at cdn.example.com').waitFor();
    await preview.getByText('javascript:window.ran=1').waitFor();
    expect(problems).toEqual([]);
    await leave();
  });

  it('is a thumbnail in the list that does not increase the row height', async () => {
    const { page, leave, problems } = await console.open('/ai/ai_draw/ai_draws');
    const image = page.locator('.task-thumbnail img').first();
    await image.waitFor();
    await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(4);
    expect(await image.getAttribute('loading')).toBe('lazy');
    expect((await page.locator('.grid-row[data-id="1"]').boundingBox())?.height).toBe(36);
    expect(problems).toEqual([]);
    await leave();
  });

  it('plays media of a host once the settings allow it, and the policy allows only that host', async () => {
    const before = (await fetch(`${console.server.url}/workplace`)).headers.get('content-security-policy') ?? '';
    expect(before).toContain("media-src 'self';");
    const { groups } = await console.call<{ groups: Record<string, { version: number }> }>('/settings/get', {
      page: 'system',
    });
    const { version } = groups.outbound ?? { version: 0 };
    const values = { mediaHosts: ['media.invalid'] };
    await console.call('/settings/save', { page: 'system', group: 'outbound', version, values });
    await expect
      .poll(async () => (await fetch(`${console.server.url}/workplace`)).headers.get('content-security-policy'))
      .toContain("media-src 'self' https://media.invalid;");
    const api = await service();
    for (const [kind, ending] of [
      ['video', 'mp4'],
      ['music', 'mp3'],
    ] as const) {
      const { no } = await api.call('taskCreate', { kind, requestId: kind, userId, prompt: 'A crane', amount: 0 });
      await api.call('taskClaim', { kind });
      const results = { url: `https://media.invalid/work.${ending}` };
      await api.call('taskReport', { no, attempt: 1, status: 'succeeded', results });
    }
    const { page, leave } = await console.open('/ai/ai_video/ai_videos');
    const player = page.waitForRequest('https://media.invalid/work.mp4');
    await page.goto('/ai/ai_video/ai_videos?id=1');
    await player;
    const sound = page.waitForRequest('https://media.invalid/work.mp3');
    await page.goto('/ai/ai_music?id=1');
    await sound;
    await leave();
  });

  it('shows a written text with its headings', async () => {
    const api = await service();
    const { no } = await api.call('taskCreate', {
      kind: 'writing',
      requestId: 'w',
      userId,
      prompt: 'Cranes',
      amount: 0,
    });
    await api.call('taskClaim', { kind: 'writing' });
    const content = '# Of cranes\n\n<img src=x onerror="window.ran=1">';
    await api.call('taskReport', { no, attempt: 1, status: 'succeeded', content });
    const { page, context, problems } = await console.open('/ai/ai_write?id=1');
    await page.locator('.task-preview h3:has-text("Of cranes")').waitFor();
    await expect.poll(() => page.evaluate(() => 'ran' in window)).toBe(false);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('renders a mind map and saves it in both image formats', async () => {
    const outline = '# 鹤\n## Red & white\n- <b>wings</b>\n## 迁徙';
    await console.call('/mind-map-template/create', { name: 'Cranes', outline, layout: 'right' });
    const { page, context, problems } = await console.open('/ai/ai_mark?tab=mind-map-template&id=1');
    const save = async (name: string) => {
      const saving = page.waitForEvent('download');
      await page.locator('.mind-map').getByRole('button', { name, exact: true }).click();
      const saved = await saving;
      const pieces: Buffer[] = [];
      for await (const piece of await saved.createReadStream()) pieces.push(piece as Buffer);
      return { name: saved.suggestedFilename(), bytes: Buffer.concat(pieces) };
    };
    const svg = await save('Save as SVG');
    const drawing = svg.bytes.toString('utf8');
    expect(svg.name).toBe('mind-map.svg');
    expect(drawing).toContain('>&lt;b&gt;wings&lt;/b&gt;</text>');
    const png = await save('Save as PNG');
    expect(png.name).toBe('mind-map.png');
    expect(png.bytes.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
    expect(png.bytes.readUInt32BE(16)).toBe(2 * Number(/ width="(\d+)"/.exec(drawing)?.[1]));
    // An image of one color would be far smaller.
    expect(png.bytes.length).toBeGreaterThan(4_000);
    expect(problems).toEqual([]);
    await context.close();
  });
});
