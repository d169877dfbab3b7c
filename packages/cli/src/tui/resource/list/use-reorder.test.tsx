import { type AnyResource, catalogue, createClient, createListState } from '@gantry/core';
import { expect, it } from 'vitest';
import { renderTui } from '../../../../test/render-tui.tsx';
import { createActionLog } from '../../parts/action-log.ts';
import { useReorder } from './use-reorder.ts';

const resource = catalogue.resources.find(({ name }) => name === 'agentCategory');
const noop = () => undefined;

it('records quick moves in their order, however long each request takes', async () => {
  const actionLog = createActionLog();
  const requested: string[] = [];
  let added = 0;
  actionLog.subscribe(() => {
    added += 1;
  });
  const client = createClient({
    baseUrl: '',
    transport: async ({ body }) => {
      requested.push(JSON.parse(body).key);
      if (requested.length === 1) await new Promise((resolve) => setTimeout(resolve, 80));
      return { status: 200, body: JSON.stringify({ code: 20_000, message: '', data: { affected: 1 } }) };
    },
    token: () => null,
    locale: () => 'en-US',
  });
  const moves: (() => void)[] = [];
  function Moving({ of }: { readonly of: AnyResource }) {
    const items = [1, 2, 3].map((id) => ({ id, version: 1, name: `row ${id}`, sort: id }));
    const read = { loading: false, failed: false, from: 'first', next: null, starts: [], summary: null } as const;
    const rows = { items, total: 3, capped: false, ...read };
    const list = { resource: of, state: createListState(), rows, isComplete: true, at: 0 };
    const { moveDown } = useReorder({ ...list, change: noop, reload: noop });
    if (moveDown) moves.push(moveDown);
    return null;
  }
  const changes = { client, actionLog, write: async () => null as never };
  const shown = await renderTui(resource && <Moving of={resource} />, { changes });
  moves[0]?.();
  moves[0]?.();
  await expect.poll(() => added).toBe(2);
  expect([actionLog.take()?.keys, actionLog.take()?.keys]).toEqual([[requested[1]], [requested[0]]]);
  shown.close();
});
