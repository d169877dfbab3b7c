import { auditLog, bannedWord, createClient } from '@gantry/core';
import { expect, it } from 'vitest';
import { renderTui } from '../../../test/render-tui.tsx';
import { RecordPage } from './record/record-page.tsx';
import { ResourceScreen } from './resource-screen.tsx';

it('shows an audit log entry with labels, and copies it as the server sent it', async () => {
  const entry = { id: 7, createdAt: 0, actorName: 'root', action: 'update', resource: 'bannedWord', via: 'web' };
  const page = { items: [entry], total: 1, totalIsCapped: false, nextCursor: null };
  const client = createClient({
    baseUrl: '',
    transport: async () => ({ status: 200, body: JSON.stringify({ code: 20_000, message: '', data: page }) }),
    token: () => null,
    locale: () => 'en-US',
  });
  const copied: string[] = [];
  const changes = { client, copy: (text: string) => void copied.push(text) };
  const shown = await renderTui(
    <ResourceScreen resource={auditLog} pages={{ custom: {}, extra: {}, preview: {}, next: {} }} start={null} />,
    {
      changes,
      width: 120,
    },
  );
  await expect.poll(() => shown.text()).toContain('Banned word');
  await shown.press('Y');
  expect(copied.map((text) => JSON.parse(text))).toEqual([entry]);
  shown.close();
});

it('keeps its rows while the server cannot be reached, but not when the keyword changes', async () => {
  let isAway = false;
  const items = [{ id: 7, word: 'old-word', status: 'enabled' }];
  const page = { items, total: 1, totalIsCapped: false, nextCursor: null, summary: null };
  const client = createClient({
    baseUrl: '',
    transport: async () => {
      if (isAway) throw new Error('connection refused');
      return { status: 200, body: JSON.stringify({ code: 20_000, message: '', data: page }) };
    },
    token: () => null,
    locale: () => 'en-US',
  });
  const changes = { client, open: async () => 'other' as never };
  const pages = { custom: {}, extra: {}, preview: {}, next: {} };
  const shown = await renderTui(<ResourceScreen resource={bannedWord} pages={pages} start={null} />, { changes });
  await expect.poll(() => shown.text()).toContain('old-word');
  const keys = shown.hub.shown().flatMap((one) => one.keys);
  // No resource refers to banned words, so there is no key for related records.
  expect([keys.includes('/'), keys.includes('o')]).toEqual([true, false]);
  isAway = true;
  await shown.press('r');
  await expect.poll(() => shown.text()).toContain('Press r to retry');
  expect(shown.text()).toContain('old-word');
  await shown.press('/');
  await expect.poll(() => shown.text()).not.toContain('old-word');
  expect(shown.text()).toContain('Press r to retry');
  expect(shown.text()).not.toContain('0 ');
  isAway = false;
  await shown.press('r');
  await expect.poll(() => shown.text()).toContain('old-word');
  shown.close();
});

/** A server with `count` banned words, newest first, that returns pages from either end. */
function createWordServer(count: number, { capped = false } = {}) {
  const requested: { readonly order: string; readonly cursor: string | undefined }[] = [];
  let isAway = false;
  const client = createClient({
    baseUrl: '',
    transport: async ({ body }) => {
      if (isAway) throw new Error('connection refused');
      const { sort, cursor, pageSize } = JSON.parse(body);
      requested.push({ order: sort[0].order, cursor });
      const ids = Array.from({ length: count }, (_, at) => at + 1);
      if (sort[0].order === 'desc') ids.reverse();
      const start = Number(cursor ?? 0);
      const items = ids.slice(start, start + pageSize).map((id) => ({ id, word: `word-${id}`, status: 'enabled' }));
      const next = start + pageSize < count ? String(start + pageSize) : null;
      const total = { total: capped ? 10_000 : count, totalIsCapped: capped };
      return { status: 200, body: JSON.stringify({ code: 20_000, data: { items, ...total, nextCursor: next } }) };
    },
    token: () => null,
    locale: () => 'en-US',
  });
  return { client, requested, setAway: (away: boolean) => (isAway = away) };
}
const noPages = { custom: {}, extra: {}, preview: {}, next: {} };
const findPointedLine = (text: string) => /▌.*/.exec(text)?.[0] ?? '';

it('jumps to the end of a long list with one call, pages back from there, and returns to its start', async () => {
  const { client, requested, setAway } = createWordServer(950);
  const shown = await renderTui(<ResourceScreen resource={bannedWord} pages={noPages} start={null} />, {
    changes: { client },
  });
  await expect.poll(() => shown.text()).toContain('word-950');
  await shown.press('G');
  await expect.poll(() => findPointedLine(shown.text())).toContain('word-1 ');
  expect(shown.text()).toContain('950/950');
  expect(requested).toEqual([
    { order: 'desc', cursor: undefined },
    { order: 'asc', cursor: undefined },
  ]);
  for (let page = 0; page < 6; page += 1) await shown.press('pageup');
  await expect.poll(() => shown.text()).toContain('848/950');
  expect(findPointedLine(shown.text())).toContain('word-103 ');
  expect(requested.slice(2)).toEqual([{ order: 'asc', cursor: '100' }]);
  await shown.press('g');
  await expect.poll(() => findPointedLine(shown.text())).toContain('word-950');
  expect(shown.text()).toContain('1/950');
  setAway(true);
  await shown.press('G');
  await expect.poll(() => shown.text()).toContain('Press r to retry');
  expect(findPointedLine(shown.text())).toContain('word-851');
  setAway(false);
  const before = requested.length;
  await shown.press('k', 'k');
  expect([requested.length, findPointedLine(shown.text())]).toEqual([before, expect.stringContaining('word-853')]);
  shown.close();
});

it('counts from the end when the server did not count the entire list', async () => {
  const { client } = createWordServer(950, { capped: true });
  const shown = await renderTui(<ResourceScreen resource={bannedWord} pages={noPages} start={null} />, {
    changes: { client },
  });
  await expect.poll(() => shown.text()).toContain('1/10,000+');
  await shown.press('G', 'k');
  await expect.poll(() => shown.text()).toContain('No. 2 from the end');
  shown.close();
});

it('shows that a record could not be loaded, and loads it again on request', async () => {
  let isAway = true;
  const record = { id: 7, version: 1, word: 'old-word', status: 'enabled' };
  const client = createClient({
    baseUrl: '',
    transport: async () => {
      if (isAway) throw new Error('connection refused');
      return { status: 200, body: JSON.stringify({ code: 20_000, message: '', data: record }) };
    },
    token: () => null,
    locale: () => 'en-US',
  });
  const pages = { custom: {}, extra: {}, preview: {}, next: {} };
  const page = <RecordPage resource={bannedWord} id={7} pages={pages} onDone={() => undefined} />;
  const shown = await renderTui(page, { changes: { client } });
  await expect.poll(() => shown.text()).toContain('Press r to retry');
  isAway = false;
  await shown.press('r');
  await expect.poll(() => shown.text()).toContain('old-word');
  shown.close();
});
