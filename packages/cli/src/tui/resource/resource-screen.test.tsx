import { auditLog, createClient } from '@gantry/core';
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
