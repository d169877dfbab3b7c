import { type Action, type AnyResource, text, user } from '@gantry/core';
import { type ReactNode, useState } from 'react';
import { expect, it } from 'vitest';
import { createTestTui, renderTui } from '../../../test/render-tui.tsx';
import { createKeyHub } from '../driver/key-hub.ts';
import type { Tui } from '../parts/tui-context.ts';
import { runAction } from './action-run.tsx';

it('sends the same input with the same key until there is a response, and other input with another key', async () => {
  let show: (node: ReactNode) => void = () => undefined;
  function Layers() {
    const [layer, setLayer] = useState<ReactNode>(null);
    show = setLayer;
    return layer;
  }
  const sent: unknown[] = [];
  const open: Tui['open'] = (_shape, build) => new Promise((resolve) => show(build(resolve)));
  const changes: Partial<Tui> = {
    open,
    write: async (_path, body, key) => {
      sent.push([body, key]);
      if (sent.length < 4) throw new Error('gone');
      return {} as never;
    },
  };
  const shown = await renderTui(<Layers />, { changes });
  const tui = await createTestTui(createKeyHub(), changes);
  const action: Action = {
    label: { zh: '赠送', en: 'Give' },
    on: 'collection',
    roles: ['admin'],
    input: { reason: text({ zh: '原因', en: 'Reason' }, { required: true, max: 20 }) },
  };
  const resource: AnyResource = { ...user, actions: { give: action } };
  const pages = { custom: {}, extra: {}, preview: {}, next: {} };
  const ran = runAction({ resource, name: 'give', action, record: null, pages }, tui);
  await expect.poll(() => shown.text()).toContain('Reason');
  await shown.type('a');
  await shown.press('ctrl-s', 'ctrl-s');
  await shown.type('b');
  await shown.press('ctrl-s', 'ctrl-s');
  expect(await ran).toMatchObject({ done: true });
  const [first, second, third, fourth] = sent as [unknown, string][];
  expect(second).toEqual(first);
  expect(third).toEqual([{ reason: 'ab' }, expect.any(String)]);
  expect(third?.[1]).not.toBe(first?.[1]);
  expect(fourth).toEqual(third);
  shown.close();
});

it('shows a password that the server sends only once, also when the response is a record', async () => {
  const opened: ReactNode[] = [];
  const open: Tui['open'] = async (_shape, build) => void opened.push(build(() => undefined)) as never;
  const answer = { id: 4, version: 2, temporaryPassword: 'amber-lantern-7' };
  const tui = await createTestTui(createKeyHub(), { open, write: async () => answer as never });
  const action: Action = { label: { zh: '重置', en: 'Reset' }, on: 'record', roles: ['admin'] };
  const resource: AnyResource = { ...user, actions: { reset: action } };
  const pages = { custom: {}, extra: {}, preview: {}, next: {} };
  await runAction({ resource, name: 'reset', action, record: { id: 4, version: 1 }, pages }, tui);
  expect(opened).toHaveLength(1);
  const shown = await renderTui(opened[0]);
  expect(shown.text()).toMatch(/(临时密码|Temporary password): amber-lantern-7/);
  shown.close();
});
