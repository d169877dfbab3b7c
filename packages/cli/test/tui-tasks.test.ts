import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { firstAdmin } from '../../server/test/server-process.ts';
import { platformClient } from './platform-client.ts';
import { type SignedIn, signedIn } from './signed-in.ts';
import { openTui, type TerminalWindow } from './terminal-window.ts';

/** Daily tasks of admins at a terminal, each with the number of keys that it may take beyond typed words. */
const sizes = [
  ['80x24', { columns: 80, rows: 24 }],
  ['200x50', { columns: 200, rows: 50 }],
] as const;

let space: SignedIn;
let window: TerminalWindow | null = null;
let api: Awaited<ReturnType<typeof platformClient>>;
let keys = 0;

beforeAll(async () => {
  space = await signedIn();
  api = await platformClient(space.server, space.token);
});
afterAll(() => space.close());
afterEach(() => {
  window?.close();
  window = null;
});

async function call(name: string, body: object): Promise<Readonly<Record<string, unknown>>> {
  const { code, data, errors } = await space.server.insist(name, body, { token: space.token });
  expect([code, errors]).toEqual([20_000, expect.anything()]);
  return data;
}

/** Opens the workplace; `press` counts keys from here. */
async function open(size: { readonly columns: number; readonly rows: number }) {
  const tui = openTui(space.gantry, space.server.url, size);
  window = tui;
  await tui.waitFor('q Quit');
  keys = 0;
  const press = async (...names: string[]) => {
    keys += names.length;
    await tui.press(...names);
  };
  /** Opens what the command bar offers first for some words. */
  const find = async (words: string, offer: string) => {
    await press(':');
    tui.type(words);
    await tui.waitFor(`▌ ${offer}`);
    await press('Enter');
  };
  const confirmIdentity = async (done: string) => {
    if (!(await tui.waitFor(new RegExp(`${done}|Password`))).includes('Password')) return;
    tui.type(firstAdmin.password);
    await tui.press('Enter');
    await tui.waitFor(done);
  };
  return { tui, press, find, confirmIdentity };
}

describe.each(sizes)('in a window of %s', (name, size) => {
  it('refunds an order whose credits are half spent in six keys, with the shortfall shown before', async () => {
    const username = `buyer.${name}`;
    const { userId } = await api.call('userRegister', { username });
    const { id: productId } = await call('/currency-pack/create', { name: `Coins ${name}`, coin: 280, price: 2800 });
    await call('/currency-pack/publish', { id: productId });
    const wanted = { userId, productType: 'coin', productId: Number(productId), channel: 'manual' } as const;
    const { orderNo } = await api.call('orderCreate', { ...wanted, clientRef: randomUUID() });
    const [{ id } = {}] = (await call('/order/list', { keyword: orderNo })).items as { id?: number }[];
    await call('/step-up', { password: firstAdmin.password });
    await call('/order/mark-paid', { id, paid: 2800, externalNo: `T-${name}`, evidence: 'seen at the bank' });
    const use = { userId, requestId: randomUUID(), capability: 'chat', asset: 'coin', amount: 140 } as const;
    const { holdNo } = await api.call('billingHold', use);
    await api.call('billingCapture', { holdNo, amount: 140 });
    const { tui, press, find, confirmIdentity } = await open(size);
    await find(`${orderNo} refund`, `${orderNo} · Refund`);
    await tui.waitFor(/Has a shortfall Yes/);
    await press('Right', 'Tab', 'Tab');
    tui.type(`B-${name}`);
    await press('C-s');
    await confirmIdentity('Refund: done');
    expect(keys).toBeLessThanOrEqual(6);
    expect(await call('/order/get', { id })).toMatchObject({ status: 'partiallyRefunded' });
  });

  it('says who changed a setting and what it was before, and restores it in five keys', async () => {
    const set = await space.gantry.run(['config', 'set', 'site.timezone', 'Asia/Tokyo']);
    expect(set.stderr).toBe('site.timezone: Asia/Shanghai -> Asia/Tokyo\n');
    const { tui, press, find } = await open(size);
    await find('time zone', 'Site · Time zone');
    await tui.waitFor('h History');
    await press('h');
    expect(await tui.waitFor('Time zone: Asia/Shanghai › Asia/Tokyo')).toContain('  Root  v');
    await press('Enter');
    await tui.waitFor('Type y and press Enter');
    tui.type('y');
    await press('Enter');
    await tui.waitFor('Rolled back');
    expect(keys).toBeLessThanOrEqual(5);
    expect((await space.gantry.run(['config', 'get', 'site.timezone'])).stdout).toBe('Asia/Shanghai\n');
  });

  it('tests a question, edits the chunk that answers badly, and tests again in eight keys', async () => {
    const base = `Manual ${name}`;
    const { id: knowledgeId } = await call('/knowledge/create', { name: base });
    const file = path.join(space.gantry.directory, `refunds-${name}.md`);
    writeFileSync(file, `# Refunds\n\nRefunds of ${name} take a week.`);
    await space.gantry.run(['know-doc', 'upload', file, '--knowledge-id', String(knowledgeId)]);
    const status = async () => (await call('/know-doc/list', { filters: { knowledgeId: [knowledgeId] } })).items;
    await expect.poll(status, { timeout: 60_000 }).toEqual([expect.objectContaining({ status: 'completed' })]);
    const { tui, press, find } = await open(size);
    await find('retrieval test', 'Run a retrieval test (Retrieval log entry)');
    await tui.waitFor('^S Run');
    tui.type(String(knowledgeId));
    await press('Tab');
    tui.type(`refunds of ${name}`);
    await press('C-s');
    await tui.waitFor('take a week');
    await press('1');
    await tui.waitFor('^S Save');
    tui.type('At most three days. ');
    await press('C-s');
    await tui.waitFor('r Test again');
    await press('r');
    await tui.waitFor('At most three days');
    expect(keys).toBeLessThanOrEqual(8);
  });

  it('shows the health of the database, the disk and the keys without a key', async () => {
    const { tui } = await open(size);
    await tui.waitFor(/Database +sqlite/);
    await tui.waitFor(/Disk +\S+ +\d+%/);
    expect(keys).toBe(0);
  });
});
