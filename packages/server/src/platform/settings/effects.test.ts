import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDistributionHarness, type DistributionHarness } from '../../../test/distribution-harness.ts';
import { makePdf } from '../../../test/make-pdf.ts';
import { price } from '../../../test/order-harness.ts';
import { queryPending } from '../../modules/orders/expire-orders.ts';

const second = 1000;
const day = 86_400 * second;

/** The effects of settings on the calls that use them, on a complete server. */
describe('saved settings', () => {
  let harness: DistributionHarness;
  beforeAll(async () => {
    harness = await createDistributionHarness('sqlite');
  });
  afterAll(async () => {
    expect(await harness.harness.space.broken()).toEqual([]);
    await harness.harness.space.drop();
  });

  const save = async (page: string, group: string, values: object) => {
    await harness.harness.space.proveMyself();
    const { groups } = await harness.prompt('/settings/get', { page });
    const { version } = (groups as Readonly<Record<string, { version: number }>>)[group] ?? {};
    await harness.prompt('/settings/save', { page, group, version, values });
    harness.harness.space.now += 1001;
  };

  it('require the password length of loginSecurity.passwordMin', async () => {
    await harness.harness.space.proveMyself();
    const password = 'tundra-kite-93-x';
    const create = () =>
      harness.admin('/admin/create', {
        username: `a-${randomUUID().slice(0, 8)}`,
        name: 'A',
        role: 'user',
        permissionSet: ['all'],
        password,
      });
    await save('system', 'loginSecurity', { passwordMin: password.length + 1 });
    expect(await create()).toMatchObject({ code: 42_200, errors: { password: [expect.stringContaining('17')] } });
    await save('system', 'loginSecurity', { passwordMin: password.length });
    expect((await create()).code).toBe(20_000);
  });

  it('approve distributors immediately when commissions.reviewNeeded is off', async () => {
    const apply = async () => {
      const userId = await harness.harness.newUser();
      return (await harness.harness.api.call('distributionApply', { userId })).status;
    };
    expect(await apply()).toBe('pending');
    await harness.settings('commissions', { enabled: true, levels: 2, reviewNeeded: false });
    expect(await apply()).toBe('active');
  });

  it('deduct withdrawals.feeFixed from each withdrawal, in addition to the percentage', async () => {
    const id = await harness.rich(1000);
    await harness.settings('withdrawals', { minAmount: 1, feeFixed: 30, feeBps: 100 });
    expect(await harness.withdraw(id, 600)).toMatchObject({ fee: 36, payout: 564 });
    expect(
      (await harness.admin('/distributor/withdraw', { ...harness.account, id, amount: 30 })).errors.amount,
    ).toHaveLength(1);
    await harness.settings('withdrawals', { minAmount: 1, feeFixed: 0, feeBps: 0 });
  });

  it('accept a payment that differs by at most pay.amountToleranceFen', async () => {
    const userId = await harness.harness.newUser();
    const pay = async (amount: number) => {
      const no = await harness.harness.place(userId);
      await harness.harness.notify(harness.harness.notice(no, { amount }));
      return (await harness.harness.events(no)).at(-1);
    };
    expect(await pay(price - 1)).toBe('notify amountMismatch');
    await harness.harness.set({ amountToleranceFen: 3 });
    expect([await pay(price - 3), await pay(price + 3), await pay(price - 4)]).toEqual([
      'notify applied',
      'notify applied',
      'notify amountMismatch',
    ]);
    await harness.harness.set({ amountToleranceFen: 0 });
  });

  it('query an order at the gateway every pay.pollIntervalS', async () => {
    await harness.harness.set({ pollIntervalS: 300 });
    const no = await harness.harness.place(await harness.harness.newUser());
    const after = async (ms: number) => {
      harness.harness.space.now += ms;
      await queryPending(harness.harness.deps);
      return Number((await harness.harness.row(no)).next_query_at) - harness.harness.space.now;
    };
    expect(await after(0)).toBe(300 * second);
    expect(await after(299 * second)).toBe(second);
    expect(await after(second)).toBe(300 * second);
    await harness.harness.set({ pollIntervalS: 60 });
    await harness.harness.api.call('orderCancel', { orderNo: no });
  });

  it('remind of the end of a membership by membership.expireNoticeDays', async () => {
    const ends = async () => {
      const userId = await harness.harness.newUser();
      const no = await harness.harness.place(userId, { productType: 'vip' });
      await harness.harness.notify(harness.harness.notice(no));
      const row = await harness.harness.deps.database.read
        .selectFrom('user_memberships')
        .select(['end_at', 'notice_at'])
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow();
      return (Number(row.end_at) - Number(row.notice_at)) / day;
    };
    await save('system', 'membership', { expireNoticeDays: ['3', '1'] });
    expect(await ends()).toBe(3);
    await save('system', 'membership', { expireNoticeDays: ['10'] });
    expect(await ends()).toBe(10);
  });

  it('hold price.pricePage and priceOcrPage for a PDF, except for freePagesPerDay', async () => {
    const { api } = harness.harness;
    const userId = await harness.harness.newUser();
    await harness.harness.space.proveMyself();
    await harness.prompt('/user/adjust-balance', { id: userId, asset: 'compute', amount: 100, reason: 'for tests' });
    const submit = async (pages: number, parseMode: 'text' | 'ocr' = 'text') => {
      const content = makePdf(Array.from({ length: pages }, (_, page) => `第 ${page} 页`)).toString('base64');
      const { file } = await api.call('pdfUpload', { name: 'a.pdf', content });
      return (await api.call('pdfSubmit', { userId, requestId: randomUUID(), file, parseMode })).held;
    };
    await save('pdf', 'price', { asset: 'compute', pricePage: 3, priceOcrPage: 5, freePagesPerDay: 4 });
    expect([await submit(3), await submit(3), await submit(1)]).toEqual([0, 2 * 3, 3]);
    await save('pdf', 'ocr', { enabled: true, endpoint: 'https://ocr.example.com/v1/ocr', key: 'ocr-key' });
    expect(await submit(2, 'ocr')).toBe(2 * 3 + 2 * 5);
    harness.harness.space.now += day;
    expect(await submit(5)).toBe(3);
  });

  it('apply the cooldown of keyPool.coolFirstSeconds and the lease of leaseSeconds', async () => {
    const group = randomUUID();
    await harness.harness.space.signIn();
    const values = { secret: `sk-${randomUUID()}`, baseUrl: 'https://api.example.com/v1', keyGroup: group };
    const { id } = await harness.prompt('/api-key/create', values);
    const { api } = harness.harness;
    const lease = () => api.call('keyLease', { keyGroup: group, capability: 'chat' });
    await save('keyPool', 'lease', { leaseSeconds: 77 });
    const leased = await lease();
    expect(leased.expiresAt - harness.harness.space.now).toBe(77 * second);
    await save('keyPool', 'rules', { coolFirstSeconds: 123, coolMaxSeconds: 600 });
    await api.call('keyReport', { leaseId: leased.leaseId, outcome: 'rateLimited', status: 429 });
    const { status, coolUntil } = await harness.prompt('/api-key/get', { id });
    expect([status, Number(coolUntil) - harness.harness.space.now]).toEqual(['cooling', 123 * second]);
  });
});
