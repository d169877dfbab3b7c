import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDistributionHarness, type DistributionHarness } from '../../../test/distribution-harness.ts';
import { madePdf } from '../../../test/made-pdf.ts';
import { price } from '../../../test/order-harness.ts';
import { queryPending } from '../../modules/orders/expire-orders.ts';

const second = 1000;
const day = 86_400 * second;

/** What a value of the settings page does, by the calls that feel it, on a whole server. */
describe('a setting that is saved', () => {
  let space: DistributionHarness;
  beforeAll(async () => {
    space = await createDistributionHarness('sqlite');
  });
  afterAll(async () => {
    expect(await space.harness.space.broken()).toEqual([]);
    await space.harness.space.drop();
  });

  const set = async (page: string, group: string, values: object) => {
    await space.harness.space.proveMyself();
    const { groups } = await space.prompt('/settings/get', { page });
    const { version } = (groups as Readonly<Record<string, { version: number }>>)[group] ?? {};
    await space.prompt('/settings/save', { page, group, version, values });
    space.harness.space.now += 1001;
  };

  it('asks of new passwords as many characters as loginSecurity.passwordMin says', async () => {
    await space.harness.space.proveMyself();
    const password = 'tundra-kite-93-x';
    const create = () =>
      space.admin('/admin/create', {
        username: `a-${randomUUID().slice(0, 8)}`,
        name: 'A',
        role: 'user',
        permissionSet: ['all'],
        password,
      });
    await set('system', 'loginSecurity', { passwordMin: password.length + 1 });
    expect(await create()).toMatchObject({ code: 42_200, errors: { password: [expect.stringContaining('17')] } });
    await set('system', 'loginSecurity', { passwordMin: password.length });
    expect((await create()).code).toBe(20_000);
  });

  it('makes whoever applies a distributor at once when commissions.reviewNeeded is off', async () => {
    const apply = async () => {
      const userId = await space.harness.newUser();
      return (await space.harness.api.call('distributionApply', { userId })).status;
    };
    expect(await apply()).toBe('pending');
    await space.settings('commissions', { enabled: true, levels: 2, reviewNeeded: false });
    expect(await apply()).toBe('active');
  });

  it('deducts withdrawals.feeFixed from each withdrawal, in addition to the share', async () => {
    const id = await space.rich(1000);
    await space.settings('withdrawals', { minAmount: 1, feeFixed: 30, feeBps: 100 });
    expect(await space.withdraw(id, 600)).toMatchObject({ fee: 36, payout: 564 });
    expect(
      (await space.admin('/distributor/withdraw', { ...space.account, id, amount: 30 })).errors.amount,
    ).toHaveLength(1);
    await space.settings('withdrawals', { minAmount: 1, feeFixed: 0, feeBps: 0 });
  });

  it('takes a payment that is off by no more than pay.amountToleranceFen', async () => {
    const userId = await space.harness.newUser();
    const pay = async (amount: number) => {
      const no = await space.harness.place(userId);
      await space.harness.notify(space.harness.notice(no, { amount }));
      return (await space.harness.events(no)).at(-1);
    };
    expect(await pay(price - 1)).toBe('notify amountMismatch');
    await space.harness.set({ amountToleranceFen: 3 });
    expect([await pay(price - 3), await pay(price + 3), await pay(price - 4)]).toEqual([
      'notify applied',
      'notify applied',
      'notify amountMismatch',
    ]);
    await space.harness.set({ amountToleranceFen: 0 });
  });

  it('asks a gateway about an order every pay.pollIntervalS', async () => {
    await space.harness.set({ pollIntervalS: 300 });
    const no = await space.harness.place(await space.harness.newUser());
    const after = async (ms: number) => {
      space.harness.space.now += ms;
      await queryPending(space.harness.deps);
      return Number((await space.harness.row(no)).next_query_at) - space.harness.space.now;
    };
    expect(await after(0)).toBe(300 * second);
    expect(await after(299 * second)).toBe(second);
    expect(await after(second)).toBe(300 * second);
    await space.harness.set({ pollIntervalS: 60 });
    await space.harness.api.call('orderCancel', { orderNo: no });
  });

  it('reminds of a membership as many days ahead as membership.expireNoticeDays says', async () => {
    const ends = async () => {
      const userId = await space.harness.newUser();
      const no = await space.harness.place(userId, { productType: 'vip' });
      await space.harness.notify(space.harness.notice(no));
      const row = await space.harness.deps.database.read
        .selectFrom('user_memberships')
        .select(['end_at', 'notice_at'])
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow();
      return (Number(row.end_at) - Number(row.notice_at)) / day;
    };
    await set('system', 'membership', { expireNoticeDays: ['3', '1'] });
    expect(await ends()).toBe(3);
    await set('system', 'membership', { expireNoticeDays: ['10'] });
    expect(await ends()).toBe(10);
  });

  it('holds what price.pricePage and priceOcrPage say of a PDF, but for freePagesPerDay', async () => {
    const { api } = space.harness;
    const userId = await space.harness.newUser();
    await space.harness.space.proveMyself();
    await space.prompt('/user/adjust-balance', { id: userId, asset: 'compute', amount: 100, reason: 'for tests' });
    const hand = async (pages: number, parseMode: 'text' | 'ocr' = 'text') => {
      const content = madePdf(Array.from({ length: pages }, (_, page) => `第 ${page} 页`)).toString('base64');
      const { file } = await api.call('pdfUpload', { name: 'a.pdf', content });
      return (await api.call('pdfSubmit', { userId, requestId: randomUUID(), file, parseMode })).held;
    };
    await set('pdf', 'price', { asset: 'compute', pricePage: 3, priceOcrPage: 5, freePagesPerDay: 4 });
    expect([await hand(3), await hand(3), await hand(1)]).toEqual([0, 2 * 3, 3]);
    await set('pdf', 'ocr', { enabled: true, endpoint: 'https://ocr.example.com/v1/ocr', key: 'ocr-key' });
    expect(await hand(2, 'ocr')).toBe(2 * 3 + 2 * 5);
    space.harness.space.now += day;
    expect(await hand(5)).toBe(3);
  });

  it('cools a key for keyPool.coolFirstSeconds, and ends a lease after leaseSeconds', async () => {
    const group = randomUUID();
    await space.harness.space.signIn();
    const values = { secret: `sk-${randomUUID()}`, baseUrl: 'https://api.example.com/v1', keyGroup: group };
    const { id } = await space.prompt('/api-key/create', values);
    const { api } = space.harness;
    const lease = () => api.call('keyLease', { keyGroup: group, capability: 'chat' });
    await set('keyPool', 'lease', { leaseSeconds: 77 });
    const taken = await lease();
    expect(taken.expiresAt - space.harness.space.now).toBe(77 * second);
    await set('keyPool', 'rules', { coolFirstSeconds: 123, coolMaxSeconds: 600 });
    await api.call('keyReport', { leaseId: taken.leaseId, outcome: 'rateLimited', status: 429 });
    const { status, coolUntil } = await space.prompt('/api-key/get', { id });
    expect([status, Number(coolUntil) - space.harness.space.now]).toEqual(['cooling', 123 * second]);
  });
});
