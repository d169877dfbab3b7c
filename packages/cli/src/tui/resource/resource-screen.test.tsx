import { auditLog, bannedWord, createClient } from '@gantry/core';
import { expect, it } from 'vitest';
import { stage } from '../../../test/tui-stage.tsx';
import { ResourceScreen } from './resource-screen.tsx';

it('shows an entry of the log in words, and copies it as the server told it', async () => {
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
  const shown = await stage(
    <ResourceScreen resource={auditLog} pages={{ own: {}, beside: {}, outlook: {}, next: {} }} start={null} />,
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

it('keeps its rows while the server is away, but not under words that they do not answer', async () => {
  let isAway = false;
  const items = [{ id: 7, word: 'old-word', status: 'enabled' }];
  const page = { items, total: 1, totalIsCapped: false, nextCursor: null, summary: null };
  const client = createClient({
    baseUrl: '',
    transport: async () => {
      if (isAway) throw new Error('nobody is there');
      return { status: 200, body: JSON.stringify({ code: 20_000, message: '', data: page }) };
    },
    token: () => null,
    locale: () => 'en-US',
  });
  const changes = { client, open: async () => 'other' as never };
  const pages = { own: {}, beside: {}, outlook: {}, next: {} };
  const shown = await stage(<ResourceScreen resource={bannedWord} pages={pages} start={null} />, { changes });
  await expect.poll(() => shown.text()).toContain('old-word');
  isAway = true;
  await shown.press('r');
  await expect.poll(() => shown.text()).toContain('press r to retry');
  expect(shown.text()).toContain('old-word');
  await shown.press('/');
  await expect.poll(() => shown.text()).not.toContain('old-word');
  expect(shown.text()).toContain('press r to retry');
  expect(shown.text()).not.toContain('0 ');
  isAway = false;
  await shown.press('r');
  await expect.poll(() => shown.text()).toContain('old-word');
  shown.close();
});
