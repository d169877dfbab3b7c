import { bannedWord, createClient, createListState } from '@gantry/core';
import { type ReactNode, useState } from 'react';
import { expect, it } from 'vitest';
import { createTestTui, renderTui } from '../../../test/render-tui.tsx';
import { createKeyHub } from '../driver/key-hub.ts';
import type { Tui } from '../parts/tui-context.ts';
import { runBulk } from './bulk-flow.tsx';

it('offers to undo an interrupted run, and resumes it with the same keys', async () => {
  let show: (node: ReactNode) => void = () => undefined;
  function Layers() {
    const [layer, setLayer] = useState<ReactNode>(null);
    show = setLayer;
    return layer;
  }
  const parts = [
    { total: 2, affected: 2, items: [], next: 1 },
    { total: 2, affected: 1, items: [], next: 1 },
  ];
  const sent: string[] = [];
  const lost: string[] = [];
  const notices: string[] = [];
  const client = createClient({
    baseUrl: '',
    transport: async () => ({
      status: 200,
      body: JSON.stringify({ code: 20_000, message: '', data: { affected: 1 } }),
    }),
    token: () => null,
    locale: () => 'en-US',
  });
  const open: Tui['open'] = (_shape, build) => new Promise((resolve) => show(build(resolve)));
  const changes: Partial<Tui> = {
    client,
    open,
    notify: (text) => void notices.push(text),
    write: async (_path, _body, key) => {
      const part = parts.shift();
      if (!part) {
        lost.push(key ?? '');
        throw new Error('connection lost');
      }
      if (key !== undefined) sent.push(key);
      return part as never;
    },
  };
  const shown = await renderTui(<Layers />, { changes });
  const tui = await createTestTui(createKeyHub(), changes);
  const state = { ...createListState(), picked: { mode: 'some' as const, ids: new Set([1, 2]) } };
  const ran = runBulk(bannedWord, state, { name: 'delete', label: 'Delete' }, tui);
  await expect.poll(() => shown.text()).toContain('You can undo this.');
  await shown.type('y');
  await expect.poll(() => shown.text()).toContain('records? y');
  await shown.press('enter');
  expect(await ran).toBe('part');
  await expect.poll(() => tui.actionLog.last()?.keys).toEqual(sent);
  expect([sent.length, notices.at(-1)]).toEqual([1, expect.stringContaining('1 done')]);

  // The second run repeats the first call and then the one that was lost. A completed run is forgotten.
  const first = sent[0];
  parts.push({ total: 2, affected: 1, items: [], next: 1 }, { total: 2, affected: 1, items: [], next: null as never });
  const again = runBulk(bannedWord, state, { name: 'delete', label: 'Delete' }, tui);
  await expect.poll(() => shown.text()).toContain('The last run was interrupted');
  await shown.type('y');
  await expect.poll(() => shown.text()).toContain('records? y');
  await shown.press('enter');
  expect(await again).toBe(true);
  expect(sent).toEqual([first, first, lost[0]]);
  expect([...tui.memory.keys()]).toEqual([]);
  shown.close();
});
