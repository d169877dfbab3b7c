import { readFile } from 'node:fs/promises';
import { createServiceClient, type ServiceApiClient } from '@gantry/core';
import type { Locator, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firstAdmin } from '../../server/test/server-process.ts';
import { atRest } from './browser.ts';
import {
  type AppShell,
  choose,
  chooseAction,
  countActs,
  field,
  getActionLabel,
  openConsole,
} from './console-harness.ts';

const approvals = '/comsums/consum-table?tab=approval';
const price = 1000;
let console: AppShell;
/** A session of another admin who has just confirmed their identity. */
let second: string;
let api: ServiceApiClient;
/** A pack of 100 coins, for sale through the sandbox gateway. */
let packId: number;

async function secondAdmin(): Promise<string> {
  const person = { username: 'second-admin', name: 'Second', role: 'admin', permissionSet: ['all'] };
  const [first, own] = ['a-first-password-of-theirs-4', 'tundra-violet-29-harbor-kite'];
  await console.call('/admin/create', { ...person, password: first });
  const begun = await console.server.signIn(person.username, first);
  await console.server.insist('/password/change', { current: first, next: own }, { token: begun });
  const token = await console.server.signIn(person.username, own);
  await console.server.insist('/step-up', { password: own }, { token });
  return token;
}

async function serviceClient(): Promise<ServiceApiClient> {
  const made = { name: 'platform', scopes: ['all'] };
  const credentials = await console.call<{ clientId: string; secret: string }>('/service-client/create', made);
  return createServiceClient({
    baseUrl: console.server.url,
    transport: async ({ url, body, headers }) => {
      const answer = await fetch(url, { method: 'POST', body, headers: { ...headers } });
      return { status: answer.status, body: await answer.text() };
    },
    credentials,
    newKey: () => crypto.randomUUID(),
  });
}

beforeAll(async () => {
  console = await openConsole();
  await console.call('/step-up', { password: firstAdmin.password });
  second = await secondAdmin();
  api = await serviceClient();
  const values = { adjustCredits: 500, refundAmount: 600, markPaidAmount: 0, hours: 72 };
  await console.call('/settings/save', { page: 'system', group: 'approval', version: 0, values });
  const sandbox = { sandboxEnabled: true, sandboxSecret: 'a-secret-of-the-sandbox-1' };
  await console.call('/settings/save', { page: 'system', group: 'pay', version: 0, values: sandbox });
  packId = Number((await console.call('/currency-pack/create', { name: 'small pack', price: 500, coin: 100 })).id);
  await console.call('/currency-pack/publish', { id: packId });
});
afterAll(() => console?.close());

const newUser = async (username: string) => Number((await console.call('/user/create', { username })).id);
const coins = async (userId: number) => (await api.call('userGet', { userId })).wallets.coin?.balance ?? 0;
const getStatus = async (resource: string, filters: object) => {
  const { items } = await console.call<{ items: { status: string }[] }>(`/${resource}/list`, { filters });
  return items.map(({ status }) => status);
};

/** Selects an action of a record and confirms it in the dialog. */
async function press(page: Page, at: Locator, name: string, fill?: () => Promise<void>): Promise<void> {
  await at.getByRole('button', { name, exact: true }).click();
  const question = page.locator('.arco-modal', { hasText: name });
  await fill?.();
  await question.getByRole('button', { name, exact: true }).click();
}

/** Creates an order of 100 coins through the sandbox gateway that was paid but whose webhook never arrived. */
async function unheardOrder(userId: number): Promise<{ readonly orderNo: string; readonly id: number }> {
  const wanted = { userId, productType: 'coin', productId: packId, channel: 'sandbox' } as const;
  const { orderNo } = await api.call('orderCreate', wanted);
  const { items } = await console.call<{ items: { id: number }[] }>('/order/list', { filters: { userId: [userId] } });
  const id = items[0]?.id ?? 0;
  await console.call('/step-up', { password: firstAdmin.password });
  await console.call('/order/sandbox-pay', { id });
  return { orderNo, id };
}

/** Creates a paid and delivered order, of which some coins are spent. */
async function getOrder(userId: number, spent: number): Promise<string> {
  const { orderNo, id } = await unheardOrder(userId);
  await console.call('/order/query-upstream', { id });
  await console.call('/user/adjust-balance', { id: userId, asset: 'coin', amount: -spent, reason: 'spent elsewhere' });
  return orderNo;
}

describe('daily tasks from the workplace', () => {
  it('refunds with a shortfall in three actions, grants credits in four, and bans with reclaimed invite rewards in three', async () => {
    const userId = await newUser('zhao.min');
    const orderNo = await getOrder(userId, 50);
    const { page, leave, problems } = await console.open('/workplace');
    const dialog = page.locator('.arco-modal:not(.palette)');
    const refunding = countActs(page);
    await refunding.search(`${orderNo}: asked for by mail`);
    await refunding.click(getActionLabel(page, `${orderNo} · Refund “asked for by mail”`));
    const short = dialog.locator('.refund-preview tr', { hasText: 'Coins' });
    await expect.poll(() => short.locator('td').allTextContents()).toEqual(['100', '100', '50', '50']);
    await refunding.click(dialog.getByRole('button', { name: 'Refund', exact: true }));
    await expect.poll(() => coins(userId)).toBe(0);
    expect(refunding.acts()).toBe(3);

    await page.goto('/workplace');
    const giving = countActs(page);
    await giving.search('zhao.min +400');
    await giving.click(getActionLabel(page, 'zhao.min · Adjust balance +400'));
    expect(await field(page, 'Reason').inputValue()).toBe('');
    await giving.click(dialog.getByRole('button', { name: 'Compensation for an outage' }));
    expect(await field(page, 'Reason').inputValue()).toBe('Compensation for an outage');
    await giving.click(dialog.getByRole('button', { name: 'Adjust balance' }));
    await expect.poll(() => coins(userId)).toBe(400);
    expect(giving.acts()).toBe(4);
    const { items } = await console.call<{ items: { id: number }[] }>('/ledger-entry/list', {
      filters: { userId: [userId], cause: ['adminAdjust'] },
    });
    await page.goto(`/comsums/consum-table?tab=ledger-entry&id=${items[0]?.id}`);
    const other = page.getByTestId('counterpart').locator('tbody tr');
    await expect
      .poll(() => other.locator('th, td').allTextContents())
      .toEqual(['Manual adjustment', '-400', '–', 'Admin adjustment']);

    await page.goto('/workplace');
    const banning = countActs(page);
    await banning.search('zhao.min: Posted spam');
    await banning.click(getActionLabel(page, 'zhao.min · Ban “Posted spam” + Revoke invite rewards'));
    await dialog.getByText('No invites to reverse').waitFor();
    await banning.click(dialog.getByRole('button', { name: 'Ban', exact: true }));
    const person = () => console.call('/user/get', { id: userId });
    await expect.poll(person).toMatchObject({ status: 'banned', banReason: 'Posted spam', tokenVersion: 2 });
    expect(banning.acts()).toBe(3);
    expect(problems).toEqual([]);
    await leave();
  }, 120_000);
});

describe('paid order that was not delivered', () => {
  it('is found by its number and delivered in three actions', async () => {
    const userId = await newUser('qian.duo');
    const { orderNo } = await unheardOrder(userId);
    const { page, leave, problems } = await console.open('/workplace');
    const work = countActs(page);
    await work.search(orderNo);
    await work.click(getActionLabel(page, orderNo));
    const drawer = page.getByRole('dialog');
    await drawer.getByText('Timeline').first().waitFor();
    await work.click(drawer.getByRole('button', { name: 'Check payment status', exact: true }));
    await expect.poll(() => coins(userId)).toBe(100);
    expect(work.acts()).toBe(3);
    expect(problems).toEqual([]);
    await leave();
  });
});

describe('action above a limit', () => {
  it('waits for another admin, who approves it once; the requester cannot approve it', async () => {
    const userId = await newUser('li.lei');
    const mine = await console.open(`/user/user-table?id=${userId}`);
    await mine.page.getByRole('button', { name: 'All tabs' }).click();
    await mine.page.getByRole('menuitemradio', { name: 'Orders', exact: true }).click();
    await mine.page.getByRole('tab', { name: 'Orders', exact: true, selected: true }).waitFor();
    await press(mine.page, mine.page.getByRole('dialog'), 'Adjust balance', async () => {
      await choose(mine.page, 'Asset', 'Coin');
      await field(mine.page, 'Amount').fill('5000');
      await mine.page.getByText('Coin: 0 → 5,000 (+5,000)').waitFor();
      await field(mine.page, 'Reason').fill('a gift for a friend');
    });
    await expect.poll(() => getStatus('approval', { userId: [userId] })).toEqual(['pending']);
    expect(await coins(userId)).toBe(0);
    await mine.page.goto(approvals);
    const mineRow = mine.page.locator('.grid-row', { hasText: 'li.lei' });
    await mineRow.getByRole('button', { name: 'Withdraw' }).waitFor();
    await mineRow.locator('[data-row-menu]').click();
    const closed = mine.page.getByRole('menuitem', { name: 'Approve and execute' });
    expect(await closed.getAttribute('aria-disabled')).toBe('true');
    expect(await closed.getAttribute('title')).toBe('You cannot decide on your own request.');
    await mine.page.keyboard.press('Escape');
    expect(await getStatus('approval', { userId: [userId] })).toEqual(['pending']);

    const theirs = await console.open(approvals, { token: second });
    const theirRow = theirs.page.locator('.grid-row', { hasText: 'li.lei' });
    await press(theirs.page, theirRow, 'Approve and execute', () => field(theirs.page, 'Decision note').fill('agreed'));
    await expect.poll(() => getStatus('approval', { userId: [userId] })).toEqual(['approved']);
    expect(await coins(userId)).toBe(5000);
    await theirRow.locator('.option-tag', { hasText: 'Done' }).waitFor();
    const quick = theirs.page.getByRole('button', { name: /^Waiting for approval/ });
    await quick.click();
    await expect.poll(() => theirRow.count()).toBe(0);
    await expect.poll(() => quick.getAttribute('aria-pressed')).toBe('true');
    await quick.click();
    await theirRow.locator('.option-tag', { hasText: 'Done' }).waitFor();
    await expect.poll(() => theirRow.getByRole('button', { name: 'Approve and execute' }).count()).toBe(0);
    expect(mine.problems.concat(theirs.problems)).toEqual([]);
    await mine.context.close();
    await theirs.context.close();
  });
});

describe('balance adjustment', () => {
  it('takes effect once when its response is lost, however often it is retried and rejected', async () => {
    const userId = await newUser('wei.wei');
    const { page, context } = await console.open(`/user/user-table?id=${userId}`);
    const busy = { code: 42900, message: 'one at a time', data: null };
    const ends = [
      async (route: Route) => {
        await route.fetch();
        await route.abort();
      },
      (route: Route) => route.fulfill({ status: 429, json: busy }),
    ];
    await page.route('**/user/adjust-balance', (route) => (ends.shift() ?? ((last: Route) => last.continue()))(route));
    await press(page, page.getByRole('dialog'), 'Adjust balance', async () => {
      await field(page, 'Amount').fill('300');
      await field(page, 'Reason').fill('for the outage');
    });
    await expect.poll(() => coins(userId)).toBe(300);
    await page.locator('[data-testid=toast]').first().waitFor();
    const again = page.locator('.arco-modal').getByRole('button', { name: 'Adjust balance', exact: true });
    // A rejection of the second attempt says nothing about the first.
    await again.click();
    await page.getByText('one at a time').waitFor();
    await again.click();
    await page.getByText('Result: Adjust balance').waitFor();
    expect(await coins(userId)).toBe(300);
    await context.close();
  });
});

describe('refund requested by a user', () => {
  it('is rejected with a reason, or approved and reclaims what the order granted', async () => {
    const userId = await newUser('han.meimei');
    const pack = await console.call('/currency-pack/create', { name: 'pack', price, coin: 100 });
    await console.call('/currency-pack/publish', { id: pack.id });
    const wanted = { userId, productType: 'coin', productId: Number(pack.id), channel: 'manual' } as const;
    const order = await api.call('orderCreate', wanted);
    const { items } = await console.call<{ items: { id: number }[] }>('/order/list', { filters: { userId: [userId] } });
    const evidence = { paid: price, externalNo: 'T-1', evidence: 'seen on the account' };
    await console.call('/order/mark-paid', { id: items[0]?.id, ...evidence });
    expect(await coins(userId)).toBe(100);
    const prompt = (amount: number) =>
      api.call('refundRequest', { userId, orderNo: order.orderNo, amount, reason: 'not what I wanted' });
    const { refundNo } = await prompt(500);
    const { page, leave, problems } = await console.open('/orders/order-table?tab=refund');
    const getRow = (no: string) => page.locator('.grid-row', { hasText: no });
    await page.goto('/orders/order-table');
    await chooseAction(getRow(order.orderNo), 'Refund');
    await page.getByText('Up to ¥10.00 can be refunded').waitFor();
    expect(await field(page, 'Refund amount').inputValue()).toBe('10.00');
    await page.getByText('Reclaims 100 Coins, then refunds ¥10.00 to han.meimei.').waitFor();
    await page.goto('/orders/order-table?tab=refund');
    // A number that is shortened in the middle is copied in full.
    expect(await getRow(refundNo).locator('.middle-cut').first().innerText()).toBe(refundNo);
    await getRow(refundNo)
      .getByRole('button', { name: `More actions: ${refundNo}` })
      .click();
    await page.getByRole('menuitem', { name: 'Reject' }).click();
    await field(page, 'Rejection reason').fill('it was used already');
    await page.locator('.arco-modal').getByRole('button', { name: 'Reject' }).click();
    await expect.poll(async () => (await api.call('refundGet', { refundNo })).status).toBe('rejected');
    expect((await api.call('refundGet', { refundNo })).decision).toBe('it was used already');
    expect(await coins(userId)).toBe(100);
    const again = (await prompt(500)).refundNo;
    await page.goto('/orders/order-table?tab=refund');
    await press(page, getRow(again), 'Approve refund', () => field(page, 'External number').fill('T-back-1'));
    await expect
      .poll(async () => (await api.call('refundGet', { refundNo: again })).status)
      .toMatch(/processing|succeeded/);
    expect(await coins(userId)).toBe(50);
    expect(problems).toEqual([]);
    await leave();
  });
});

describe('refund of a membership', () => {
  it('shows its effect on the duration and quotas before the confirmation', async () => {
    const userId = await newUser('xiao.ming');
    const quotas = [{ capability: 'chat', amount: 80, period: 'total' }];
    const sold = { name: 'plan', price, level: 1, durationUnit: 'day', durationValue: 30, renewalPolicy: 'inherit' };
    const plan = await console.call('/vip-plan/create', { ...sold, quotas });
    await console.call('/vip-plan/publish', { id: plan.id });
    const wanted = { userId, productType: 'vip', productId: Number(plan.id), channel: 'manual', quantity: 2 } as const;
    const { orderNo } = await api.call('orderCreate', wanted);
    const { items } = await console.call<{ items: { id: number }[] }>('/order/list', { filters: { userId: [userId] } });
    const evidence = { paid: 2 * price, externalNo: 'T-2', evidence: 'seen on the account' };
    await console.call('/order/mark-paid', { id: items[0]?.id, ...evidence });
    const requestId = crypto.randomUUID();
    await api.call('billingHold', { requestId, userId, capability: 'chat', asset: 'coin', amount: 90 });
    const { page, leave, problems } = await console.open('/orders/order-table');
    const row = page.locator('.grid-row', { hasText: orderNo });
    await chooseAction(row, 'Refund');
    await field(page, 'Refund amount').fill('10');
    await page.getByText('Membership expires then').waitFor();
    const reported = page.locator('.refund-preview tr', { hasText: 'Chat · Whole term' });
    await expect.poll(() => reported.locator('td').allTextContents()).toEqual(['160', '90', '70', '0']);
    await field(page, 'Refund amount').fill('20');
    await page.getByText(/Reclaims 70 Quota and 26 .*, then refunds ¥8\.75 to xiao\.ming\./).waitFor();
    await choose(page, 'With a shortfall', 'Refund in full and record the shortfall as debt');
    await page.getByText('The membership ends').waitFor();
    expect(problems).toEqual([]);
    await leave();
  });
});

describe('members after an outage', () => {
  it('extends all memberships in four actions', async () => {
    const members = () => console.call<{ items: { endAt: number }[] }>('/user-membership/list', {});
    const before = (await members()).items.map(({ endAt }) => endAt + 2 * 86_400_000);
    const { page, leave, problems } = await console.open('/workplace');
    const work = countActs(page);
    await work.click(page.getByRole('link', { name: 'Extend memberships' }));
    await work.type('Days', '2');
    await work.type('Reason', 'for the outage');
    await work.click(
      page
        .locator('.arco-modal')
        .getByRole('button', { name: /Extend/ })
        .last(),
    );
    await expect.poll(async () => (await members()).items.map(({ endAt }) => endAt)).toEqual(before);
    expect(before).toHaveLength(1);
    expect(work.acts()).toBe(4);
    expect(problems).toEqual([]);
    await leave();
  });
});

describe('code batch', () => {
  it('is created and handed over in four actions, and voided in three with a view of who redeemed it', async () => {
    const userId = await newUser('lin.tao');
    const { page, context, problems } = await console.open('/workplace');
    const dialog = page.locator('.arco-modal');
    const making = countActs(page);
    await making.click(page.getByRole('link', { name: 'Generate codes' }));
    await making.type('Coins', '20');
    await making.type('Codes', '3');
    await dialog.getByText('3 redemptions, Coin 60 in total').waitFor();
    const name = await field(page, 'Name').inputValue();
    // A field of another type is hidden but keeps its typed value.
    await choose(page, 'Kind', 'Compute');
    await field(page, 'Compute').waitFor();
    expect(await field(page, 'Coins').count()).toBe(0);
    await choose(page, 'Kind', 'Coins');
    const saved = page.waitForEvent('download');
    await making.click(dialog.getByRole('button', { name: 'Generate' }));
    const lines = (await readFile(await (await saved).path(), 'utf8')).trimEnd().split('\r\n');
    expect(lines).toHaveLength(4);
    await api.call('redeemUse', { userId, code: String(lines[1]?.split(',')[1]) });
    await dialog.first().waitFor({ state: 'hidden' });
    expect(making.acts()).toBe(4);
    await page.goto('/workplace');
    const voiding = countActs(page);
    await voiding.search(`${name}: The codes leaked`);
    await voiding.click(getActionLabel(page, `${name} · Void the batch “The codes leaked”`));
    await dialog.getByText('2 codes worth Coin 40 can still be redeemed and will be voided.').waitFor();
    await voiding.click(dialog.getByRole('button', { name: 'Void the batch' }));
    expect(voiding.acts()).toBe(3);
    await dialog.getByText('2 codes are void').waitFor();
    await dialog.getByRole('link', { name: 'lin.tao' }).waitFor();
    expect(await coins(userId)).toBe(20);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('reclaims a redemption, with its spent part as a debt', async () => {
    await console.call('/step-up', { password: firstAdmin.password });
    const userId = await newUser('zhou.jie');
    const { id: batchId } = await console.call('/redeem-batch/generate', { name: 'leaked', kind: 'coin', coin: 20 });
    const { items } = await console.call<{ items: { id: number }[] }>('/redeem-code/list', {
      filters: { batchId: [batchId] },
    });
    const { code } = await console.call<{ code: string }>('/redeem-code/reveal', { id: items[0]?.id });
    await api.call('redeemUse', { userId, code });
    await console.call('/user/adjust-balance', { id: userId, asset: 'coin', amount: -5, reason: 'used up' });
    const { page, context, problems } = await console.open('/market/kami-table?tab=redemption');
    const made = await console.call<{ items: { id: number }[] }>('/redemption/list', { filters: { userId: [userId] } });
    await page.goto(`/market/kami-table?tab=redemption&id=${made.items[0]?.id}`);
    await page.getByRole('dialog').getByRole('button', { name: 'Reclaim', exact: true }).click();
    await page.getByText('Part of it was used.').waitFor();
    await choose(page, 'With a shortfall', 'Reclaim, record the rest as debt');
    await page.getByText('Reclaims 15 Coins from zhou.jie.').waitFor();
    await page.getByText('zhou.jie will owe 5 Coins.').waitFor();
    await field(page, 'Reason').fill('leaked on a forum');
    await page.locator('.arco-modal').getByRole('button', { name: 'Reclaim' }).click();
    await expect.poll(() => coins(userId)).toBe(-5);
    expect(await getStatus('redeem-code', { batchId: [batchId] })).toEqual(['reversed']);
    expect(problems).toEqual([]);
    await context.close();
  });
});

describe('usage', () => {
  it('filters totals, groups and chart by result and by minimum amount', async () => {
    const userId = await newUser('wang.fang');
    await console.call('/user/adjust-balance', { id: userId, asset: 'coin', amount: 400, reason: 'to begin with' });
    for (const [amount, status] of [
      [3, 'success'],
      [40, 'success'],
      [5, 'failed'],
    ] as const) {
      const use = { userId, capability: 'chat', asset: 'coin', amount: 50, requestId: crypto.randomUUID() } as const;
      const { holdNo } = await api.call('billingHold', use);
      await api.call('billingCapture', { holdNo, amount, usage: { modelName: 'm', status } });
    }
    const visited = await console.open('/comsums/consum-table?tab=usage-record');
    const { page, leave, problems } = visited;
    await page.goto('/comsums/consum-table?by=user&range=today');
    const total = (coin: string) => page.locator('[data-testid=usage-coin] dd', { hasText: coin }).waitFor();
    const take = async (label: string, option: string) => {
      await page.locator(`[aria-label="${label}"]`).first().click();
      await page.locator('.arco-select-option:visible').filter({ hasText: option }).click();
      await page.locator('.arco-select-option:visible').first().waitFor({ state: 'hidden' });
    };
    await total('48');
    await take('Result', 'Success');
    await total('43');
    await page.getByText('Read from individual records').waitFor();
    await page.getByText('Data table').click();
    const drawn = () => page.locator('.stat-table tbody td').allTextContents();
    await expect.poll(async () => (await drawn()).filter((text) => text !== '0')).toEqual(['43']);
    await page.getByRole('textbox', { name: 'Minimum charge' }).fill('10');
    await page.keyboard.press('Enter');
    await total('40');
    await expect.poll(async () => (await drawn()).filter((text) => text !== '0')).toEqual(['40']);
    await page.locator('.usage-card tbody tr', { hasText: 'wang.fang' }).first().waitFor();
    await take('Result', 'Failed');
    await page.getByText('No usage in this period').waitFor();
    expect(problems).toEqual([]);
    await leave();
  });

  it('renders its chart in the theme of the body', async () => {
    const { page, leave, problems } = await console.open('/comsums/consum-table?tab=usage-record');
    await page.goto('/comsums/consum-table?by=user&range=today');
    const chart = page.locator('.line-chart canvas');
    const draw = () => chart.evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL());
    const setTheme = (theme: string) => page.evaluate((name) => document.body.setAttribute('arco-theme', name), theme);
    await chart.waitFor();
    await atRest(page);
    const light = await draw();
    await setTheme('dark');
    await expect.poll(draw).not.toBe(light);
    await setTheme('sepia');
    await expect.poll(draw).toBe(light);
    expect(problems).toEqual([]);
    await leave();
  });
});
