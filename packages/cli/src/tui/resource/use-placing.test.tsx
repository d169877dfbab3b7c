import { type AnyResource, catalogue, createClient, initialListState } from '@gantry/core';
import { expect, it } from 'vitest';
import { stage } from '../../../test/tui-stage.tsx';
import { createDeedLog } from '../parts/deed-log.ts';
import { usePlacing } from './use-placing.ts';

const resource = catalogue.resources.find(({ name }) => name === 'agentCategory');
const nothing = () => undefined;

it('remembers quick moves in the order they were made, however long the server thinks about each', async () => {
  const deeds = createDeedLog();
  const asked: string[] = [];
  let added = 0;
  deeds.subscribe(() => {
    added += 1;
  });
  const client = createClient({
    baseUrl: '',
    transport: async ({ body }) => {
      asked.push(JSON.parse(body).key);
      if (asked.length === 1) await new Promise((resolve) => setTimeout(resolve, 80));
      return { status: 200, body: JSON.stringify({ code: 20_000, message: '', data: { affected: 1 } }) };
    },
    token: () => null,
    locale: () => 'en-US',
  });
  const moves: (() => void)[] = [];
  function Moving({ of }: { readonly of: AnyResource }) {
    const items = [1, 2, 3].map((id) => ({ id, version: 1, name: `row ${id}`, sort: id }));
    const read = { loading: false, failed: false, from: 'first', next: null, summary: null } as const;
    const rows = { items, total: 3, capped: false, ...read };
    const list = { resource: of, state: initialListState(), rows, at: 0 };
    const { moveDown } = usePlacing({ ...list, step: nothing, change: nothing, reload: nothing });
    if (moveDown) moves.push(moveDown);
    return null;
  }
  const changes = { client, deeds, write: async () => null as never };
  const shown = await stage(resource && <Moving of={resource} />, { changes });
  moves[0]?.();
  moves[0]?.();
  await expect.poll(() => added).toBe(2);
  expect([deeds.take()?.keys, deeds.take()?.keys]).toEqual([[asked[1]], [asked[0]]]);
  shown.close();
});
