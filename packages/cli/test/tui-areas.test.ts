import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { firstAdmin, type RunningServer } from '../../server/test/server-process.ts';
import type { Gantry } from './gantry.ts';
import { platformClient } from './platform-client.ts';
import { type SignedIn, signedIn } from './signed-in.ts';
import { openTui, type TerminalWindow } from './terminal-window.ts';

let session: SignedIn;
let server: RunningServer;
let token: string;
let gantry: Gantry;
let tui: TerminalWindow | null = null;

beforeAll(async () => {
  session = await signedIn();
  ({ server, token, gantry } = session);
});
afterAll(() => session.close());
afterEach(() => {
  tui?.close();
  tui = null;
});

async function call(path: string, body: object): Promise<Readonly<Record<string, unknown>>> {
  const { code, data, errors } = await server.insist(path, body, { token });
  expect([code, errors]).toEqual([20_000, expect.anything()]);
  return data;
}

async function openList(place: string, waitFor: string): Promise<TerminalWindow> {
  tui = openTui(gantry, server.url, { columns: 80, rows: 24 });
  await tui.openList(place, waitFor);
  return tui;
}

describe('areas in a terminal of 80x24', () => {
  it('approves a distributor and shows what they may earn', async () => {
    const { id: userId } = await call('/user/create', { username: 'li.lei' });
    const { id } = await call('/distributor/create', { userId, directBps: 2000, indirectBps: 0 });
    const window = await openList('distributor', 'li.lei');
    await window.press('x');
    expect(await window.waitFor('1 Approve')).toMatch(/Cannot Close while the status is “Waiting/);
    await window.press('1');
    await window.waitFor('Approve: done');
    await window.waitFor(/li\.lei.*20%.*Active/);
    expect(await call('/distributor/get', { id })).toMatchObject({ status: 'active' });
    await window.press('3');
    expect(await window.waitFor('Nothing here yet')).toContain('[3 Withdrawals]');
  });

  it('creates a backup and lists it', async () => {
    const window = await openList('backup', '[2 Backups]');
    await window.press('x');
    await window.waitFor('1 Create backup');
    await window.press('1');
    await window.waitFor('Background job: 1');
    const job = async () => (await call('/background-job/get', { id: 1 })).status;
    await expect.poll(job, { timeout: 60_000, interval: 500 }).toBe('succeeded');
    await window.press('Escape');
    await window.waitFor('[2 Backups]');
    await window.press('4');
    await window.waitFor(/\[4 Background jobs\][\s\S]*1 total/);
    await window.press('2');
    await window.waitFor(/\[2 Backups\][\s\S]*1 total/);
  });
});

/** Drives a window as a user does, and counts the keys other than typed text. */
function createKeyCounter(window: TerminalWindow) {
  let keys = 0;
  return {
    keys: () => keys,
    async press(...names: string[]) {
      keys += names.length;
      await window.press(...names);
    },
    /** Chooses an item of the command bar by typed words. */
    async find(words: string, offer: string) {
      keys += 2;
      await window.press(':');
      window.type(words);
      await window.waitFor(`▌ ${offer}`);
      await window.press('Enter');
    },
    /** Returns to the workplace and resets the count. It waits for the effect of each Escape, so that no key is sent too late. */
    async home() {
      for (let seen = window.text(); !seen.includes('q Quit'); seen = window.text()) {
        await window.press('Escape');
        await expect.poll(() => window.text(), { timeout: 30_000 }).not.toBe(seen);
      }
      keys = 0;
    },
  };
}

async function openCountedWindow() {
  tui = openTui(gantry, server.url, { columns: 80, rows: 24 });
  await tui.waitFor('q Quit');
  return { window: tui, work: createKeyCounter(tui) };
}

const listRecords = async (entity: string) =>
  (await call(`/${entity}/list`, {})).items as readonly Readonly<Record<string, unknown>>[];

describe('number of keys for daily tasks', () => {
  it('adjusts a balance in three keys, and bans a user with the reclaim of invite rewards in four', async () => {
    await call('/user/create', { username: 'zhao.min' });
    await call('/user/create', { username: 'spam.mer' });
    const { window, work } = await openCountedWindow();
    await work.find('zhao.min +500', 'zhao.min · Adjust balance +500');
    expect(await window.waitFor(/Previous balance 0/)).toMatch(/Amount \* +500/);
    window.type('for the outage');
    await work.press('C-s');
    await window.waitFor('Adjust balance: done');
    expect(work.keys()).toBe(3);
    await work.home();
    await work.find('spam.mer ban revoke', 'spam.mer · Ban + Revoke invite rewards');
    await window.waitFor(/Ban reason \* .*Posted spam \/ Registered accounts in bulk/);
    await work.press('Right');
    await window.waitFor('Coins reclaimed 0');
    await work.press('C-s');
    await window.waitFor('Ban: done');
    expect(work.keys()).toBe(4);
    const person = (await listRecords('user')).find(({ username }) => username === 'spam.mer');
    expect(person).toMatchObject({ status: 'banned' });
    expect(await call('/user/get', { id: Number(person?.id) })).toMatchObject({ banReason: 'Posted spam' });
    const entries = await listRecords('ledger-entry');
    expect(entries).toContainEqual(expect.objectContaining({ delta: 500, reason: 'for the outage' }));
  });

  it('generates and saves codes in seven keys, and voids them and shows their redemptions in six', async () => {
    const { window, work } = await openCountedWindow();
    await work.find('generate', 'Generate (Code batch)');
    await window.waitFor(/Name \* +Codes 20/);
    window.type(' spring');
    await work.press('Tab');
    window.type('3');
    await work.press('Tab', 'Tab');
    window.type('20');
    await work.press('C-s');
    await window.waitFor('Save to');
    await window.press('C-u');
    window.type(`${gantry.directory}/codes.csv`);
    await work.press('Enter');
    if ((await window.waitFor(/Saved: |Password/)).includes('Password')) {
      window.type(firstAdmin.password);
      await window.press('Enter');
    }
    await window.waitFor('Saved: ');
    expect(work.keys()).toBe(7);
    expect((await listRecords('redeem-batch'))[0]).toMatchObject({ count: 3, coin: 20, status: 'active' });
    await work.home();
    await work.find('spring void', 'Codes 20');
    await window.waitFor(/Reason \*/);
    await work.press('Right');
    await window.waitFor('Unused 3');
    await work.press('C-s');
    await window.waitFor('Void the batch: done');
    expect((await listRecords('redeem-batch'))[0]).toMatchObject({ status: 'voided', voided: 3 });
    await work.press('o');
    await window.waitFor('2 Redemptions');
    await work.press('2');
    await window.waitFor('[3 Redemptions]');
    expect(work.keys()).toBe(6);
  });

  it('tests and allows a blocked text in five keys, clones a model in five, adds an admin in six', async () => {
    await call('/banned-word/create', { word: '刷单', category: 'ad' });
    const like = { name: 'gpt-like', code: 'gpt-like', keyGroup: 'g', priceIn: 20 };
    await call('/ai-model/create', like);
    const { window, work } = await openCountedWindow();
    await work.find('test a text', 'Test a text (Banned word)');
    await window.waitFor('^S Run');
    window.type('客服刷单');
    await work.press('C-s');
    await window.waitFor('1 match');
    await work.press('a');
    await window.waitFor(/Phrase \* +刷单/);
    await work.press('C-s');
    await window.waitFor('Pass');
    expect(work.keys()).toBe(5);
    await work.home();
    await work.find('gpt-like members -> gpt-dear', 'gpt-like · Clone');
    await window.waitFor(/Upstream ID \* +gpt-dear/);
    await work.press('Tab', 'Tab');
    window.type('150%');
    await work.press('C-s');
    await window.waitFor('Clone: done');
    expect(work.keys()).toBe(5);
    const copied = { name: 'gpt-dear', priceIn: 30, requiredVipLevel: 1 };
    expect(await listRecords('ai-model')).toContainEqual(expect.objectContaining(copied));
    await work.home();
    await work.find('colleague', 'Add a colleague (Admin)');
    await window.waitFor('^S Run');
    window.type('qian.duo');
    await work.press('Tab', 'Tab', 'o');
    await window.waitFor(/▌ Permission set \*? +Orders/);
    await work.press('C-s');
    await window.waitFor('Add a colleague: done');
    expect(work.keys()).toBe(6);
    const colleague = { username: 'qian.duo', permissionSet: ['orders'], requireTwoFactor: true };
    expect(await listRecords('admin')).toContainEqual(expect.objectContaining(colleague));
  });

  it('marks an order as paid in seven keys, and shows the user with the highest usage in four', async () => {
    const api = await platformClient(server, token);
    const { userId } = await api.call('userRegister', { username: 'lost.buyer' });
    const { id: productId } = await call('/currency-pack/create', { name: 'Coins', coin: 280, price: 2800 });
    await call('/currency-pack/publish', { id: productId });
    const wanted = { userId, productType: 'coin', productId: Number(productId), channel: 'manual' } as const;
    await api.call('orderCreate', { ...wanted, clientRef: randomUUID() });
    const [{ no = '' } = {}] = (await listRecords('order')) as { no?: string }[];
    const { window, work } = await openCountedWindow();
    await work.find(no, no);
    await window.waitFor('lost.buyer');
    await work.press('x');
    const [, mark = ''] = /(\d) Mark as paid/.exec(await window.waitFor('Mark as paid')) ?? [];
    await work.press(mark);
    await window.waitFor(/Paid \*/);
    window.type('28');
    await work.press('Tab');
    window.type('T-1');
    await work.press('Tab');
    window.type('seen at the bank');
    await work.press('C-s');
    if ((await window.waitFor(/Mark as paid: done|Password/)).includes('Password')) {
      window.type(firstAdmin.password);
      await window.press('Enter');
    }
    await window.waitFor('Mark as paid: done');
    expect(work.keys()).toBe(7);
    expect((await listRecords('order'))[0]).toMatchObject({ paid: 2800, status: 'fulfilled' });
    const use = { userId, requestId: randomUUID(), capability: 'chat', asset: 'coin', amount: 9 } as const;
    const { holdNo } = await api.call('billingHold', use);
    await api.call('billingCapture', { holdNo, amount: 9 });
    await work.home();
    await work.find('usage report', 'Consumption / Consumption');
    await window.waitFor('Day · 7 days');
    await work.press('b');
    await window.waitFor('3 User');
    await work.press('3');
    await window.waitFor(/▌ lost\.buyer/);
    expect(work.keys()).toBe(4);
  });

  it('schedules an announcement for members in two languages in eight keys, and retries failed documents in four', async () => {
    const { id: knowledgeId } = await call('/knowledge/create', { name: 'Base' });
    const broken = path.join(gantry.directory, 'broken.pdf');
    writeFileSync(broken, '%PDF-1.7 and nothing else');
    await gantry.run(['know-doc', 'upload', broken, '--knowledge-id', String(knowledgeId)]);
    const { window, work } = await openCountedWindow();
    await work.find('write and schedule', 'Write and schedule (Announcement)');
    await window.waitFor('^S Run');
    for (const words of ['维护', '今晚停机', 'Maintenance']) {
      window.type(words);
      await work.press('Enter');
    }
    window.type('Down tonight');
    await work.press('Tab', 'm');
    // The default is tomorrow at nine.
    await window.waitFor(/Starts \* +\S+ 09:00/);
    await work.press('C-s');
    await window.waitFor('Write and schedule: done');
    expect(work.keys()).toBe(8);
    const announced = { title: '维护', titleEn: 'Maintenance', audience: 'vip', status: 'scheduled' };
    expect(await listRecords('notice')).toContainEqual(expect.objectContaining(announced));
    await expect.poll(async () => (await listRecords('know-doc'))[0]?.status, { timeout: 60_000 }).toBe('failed');
    await work.home();
    await work.find('documents failed retry', 'Document · Failed · Retry');
    // The reason of each failure is shown above the confirmation.
    expect(await window.waitFor(/Retry.*: 1 record\?/)).toMatch(/broken\.pdf.*Failed.*The file/);
    await work.press('y', 'Enter');
    await window.waitFor('1 done, 0 failed');
    expect(work.keys()).toBe(4);
  });

  it('runs an action on all matching records in eight keys, and opens a pending task by its number in one', async () => {
    const plan = { name: 'plan', price: 100, level: 1, durationUnit: 'day', durationValue: 30 };
    const { id: planId } = await call('/vip-plan/create', plan);
    await call('/step-up', { password: firstAdmin.password });
    for (const username of ['wang.fang', 'sun.li']) {
      const { id } = await call('/user/create', { username });
      await call('/user/grant-membership', { id, planId, reason: 'for a test' });
    }
    await call('/notice/create', { title: 'Closed on Sunday', content: 'All day' });
    const before = (await listRecords('user-membership')).map(({ endAt }) => Number(endAt) + 2 * 86_400_000);
    const { window, work } = await openCountedWindow();
    await work.find('membership active', 'Membership · Active');
    await window.waitFor('2 total');
    await work.press('X');
    await window.waitFor('1 Extend');
    await work.press('1');
    await window.waitFor('Days *');
    window.type('2');
    await work.press('Tab');
    window.type('for the outage');
    await work.press('C-s');
    await window.waitFor('Extend: 2 records?');
    await work.press('y', 'Enter');
    await window.waitFor('2 done, 0 failed');
    expect(work.keys()).toBe(8);
    expect((await listRecords('user-membership')).map(({ endAt }) => endAt)).toEqual(before);
    await work.home();
    const [, number = ''] = /(\d) Announcements in draft/.exec(await window.waitFor('Announcements in draft')) ?? [];
    await work.press(number);
    await window.waitFor('Closed on Sunday');
    expect(work.keys()).toBe(1);
  });
});
