import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDistributionHarness, type DistributionHarness } from '../../../test/distribution-harness.ts';
import { databaseKinds } from '../../../test/test-database.ts';
import { processContracts, settleDueCommissions } from './distribution-jobs.ts';

describe.each(databaseKinds)('distribution on %s', (kind) => {
  let space: DistributionHarness;
  beforeAll(async () => {
    space = await createDistributionHarness(kind);
  });
  afterAll(() => space.harness.space.drop());

  const settleLater = async () => {
    await space.later(8);
    await settleDueCommissions(space.harness.deps);
  };
  const stored = async () => expect(await space.harness.space.broken()).toEqual([]);

  test('gives both levels a share of each payment, at the rates of that time, and settles it once', async () => {
    const { top, inviter: middle, buyer } = await space.chain();
    const [one, two] = [await space.distributor(top, 1000, 500), await space.distributor(middle, 2000, 0)];
    await space.buy(buyer);
    await space.prompt('/distributor/change-rate', {
      id: two,
      directBps: 100,
      indirectBps: 0,
      reason: 'less from now',
    });
    expect(await space.payee(two)).toMatchObject({ pending: 200, available: 0 });
    expect(await space.payee(one)).toMatchObject({ pending: 50, available: 0 });
    await settleDueCommissions(space.harness.deps);
    expect(await space.payee(two)).toMatchObject({ pending: 200 });
    await settleLater();
    await settleLater();
    expect(await space.payee(two)).toMatchObject({ pending: 0, available: 200, totalIncome: 200 });
    await space.buy(buyer);
    expect(await space.payee(two)).toMatchObject({ pending: 10, available: 200 });
    await stored();
  });

  test('settles the others when one commission fails, reports the failure, and settles that one later', async () => {
    const { inviter, buyer } = await space.chain();
    const other = await space.chain();
    const [bad, good] = [await space.distributor(inviter, 1000), await space.distributor(other.inviter, 1000)];
    await space.buy(buyer);
    await space.buy(other.buyer);
    const { database } = space.harness.deps;
    const moved = (by: number) =>
      database.transaction((tx) =>
        tx
          .updateTable('payable_balances')
          .set((eb) => ({ pending: eb('pending', '-', by) }))
          .where('distributor_id', '=', bad)
          .execute(),
      );
    await moved(50);
    await settleLater();
    const reported = database.read.selectFrom('notifications').select(['happened', 'params']);
    const stuck = await reported.where('event', '=', 'recordStuck').execute();
    expect(stuck).toMatchObject([{ happened: 1, params: expect.stringContaining('"resource":"commission"') }]);
    expect(await space.payee(good)).toMatchObject({ pending: 0, available: 100 });
    expect(await space.payee(bad)).toMatchObject({ available: 0 });
    await moved(-50);
    space.harness.space.now += 10_000;
    // Of concurrent runs, only the one that settled a commission counts it.
    const counts = await Promise.all([1, 2, 3].map(() => settleDueCommissions(space.harness.deps)));
    expect(counts.sort()).toEqual([0, 0, 1]);
    expect(await space.payee(bad)).toMatchObject({ pending: 0, available: 100 });
    await stored();
  });

  test('reverses commissions in proportion to a refund, keeps the settlement time of pending ones, and shows the debt', async () => {
    const { inviter, buyer } = await space.chain();
    const id = await space.distributor(inviter, 1500);
    const orderNo = await space.buy(buyer);
    await space.refund(orderNo, 333);
    expect(await space.payee(id)).toMatchObject({ pending: 100 });
    const [back, earned] = await space.commissions(id);
    expect(back).toMatchObject({ kind: 'refund', amount: -50, status: 'pending', settleAt: earned?.settleAt });
    await settleLater();
    expect(await space.payee(id)).toMatchObject({ pending: 0, available: 100, debt: 0 });
    const requested = { id: (await space.withdraw(id, 60)).id };
    const sent = { id: (await space.withdraw(id, 40)).id };
    await space.prompt('/withdrawal/approve', sent);
    await space.prompt('/withdrawal/start-paying', sent);
    await space.refund(orderNo, 667);
    expect(await space.payee(id)).toMatchObject({ available: 0, debt: 100, reserved: 100, totalIncome: 0 });
    // A payee in debt is not paid what was set aside; a payment already made is recorded with its voucher.
    expect(await space.admin('/withdrawal/approve', requested)).toMatchObject({
      code: 40_902,
      data: { state: 'owes' },
    });
    await space.settings('withdrawals', { fourEyes: false });
    const paid = { ...sent, externalNo: 'T-owed' };
    expect(Object.keys((await space.admin('/withdrawal/mark-paid', paid)).errors)).toEqual(['voucher']);
    expect(await space.prompt('/withdrawal/get', sent)).toMatchObject({ status: 'paying' });
    await space.settings('withdrawals', { fourEyes: true });
    const states = (await space.commissions(id)).map(({ status }) => status);
    expect(states).toEqual(['reversed', 'reversed', 'reversed']);
    await space.buy(buyer);
    await settleLater();
    expect(await space.payee(id)).toMatchObject({ available: 50, debt: 0 });
    await stored();
  });

  test('gives a frozen distributor no commission, and reverses a commission by hand', async () => {
    const { inviter, buyer } = await space.chain();
    const id = await space.distributor(inviter, 1000);
    await space.buy(buyer);
    await space.prompt('/distributor/freeze', { id, reason: 'looks odd' });
    await space.buy(buyer);
    const [only, ...others] = await space.commissions(id);
    expect(others).toEqual([]);
    await space.prompt('/commission/reverse', { id: only?.id, reason: 'bought it themselves' });
    expect(await space.payee(id)).toMatchObject({ pending: 0, available: 0, totalIncome: 0, status: 'frozen' });
    const [back] = await space.commissions(id);
    expect((await space.admin('/commission/reverse', { id: back?.id, reason: 'once more' })).code).toBe(40_902);
    expect(await space.prompt('/distributor/stats', { id })).toMatchObject({ invited: 1, orders: 1, reversed: 100 });
    await space.prompt('/distributor/close', { id, reason: 'is over' });
    await stored();
  });

  test('pays a withdrawal in steps, by two admins, and shows its account after identity confirmation', async () => {
    const id = await space.rich(1000);
    const turnedDown = await space.admin('/distributor/withdraw', { ...space.account, id, amount: 1001 });
    expect(turnedDown).toMatchObject({ code: 40_200, data: { available: 1000 } });
    await space.settings('withdrawals', { feeBps: 100, dailyLimit: 900 });
    expect((await space.admin('/distributor/withdraw', { ...space.account, id, amount: 950 })).errors).toEqual({
      amount: [expect.stringContaining('9')],
    });
    const one = await space.withdraw(id, 600);
    expect(one).toMatchObject({ fee: 6, payout: 594, accountMask: '***5678', realNameMask: '李**' });
    expect(JSON.stringify(one)).not.toContain(space.account.account);
    expect(await space.payee(id)).toMatchObject({ available: 400, reserved: 600 });
    const rejected = await space.withdraw(id, 200);
    await space.prompt('/withdrawal/reject', { id: rejected.id, reason: 'wrong name' });
    expect(await space.payee(id)).toMatchObject({ available: 400, reserved: 600 });
    await space.prompt('/withdrawal/approve', { id: one.id });
    await space.harness.space.proveMyself();
    const paid = { id: one.id, externalNo: `T-${one.no}` };
    expect((await space.admin('/withdrawal/mark-paid', paid)).code).toBe(40_902);
    await space.prompt('/withdrawal/start-paying', { id: one.id });
    expect((await space.admin('/withdrawal/mark-paid', paid)).code).toBe(40_300);
    expect(await space.prompt('/withdrawal/reveal', { id: one.id })).toMatchObject({
      account: space.account.account,
      realName: space.account.realName,
    });
    const file = await space.payoutFile({ status: ['paying'] });
    expect(file).toContain(`,'=cmd()|bank,`);
    expect(file).toContain(space.account.account);
    await space.settings('withdrawals', { fourEyes: false });
    await space.prompt('/withdrawal/mark-paid', paid);
    expect(await space.payee(id)).toMatchObject({ available: 400, reserved: 0, withdrawn: 600 });
    await space.settings('withdrawals', { fourEyes: true, feeBps: 0, dailyLimit: 0 });
    await stored();
  });

  test('requests a failed withdrawal again with the same money, once', async () => {
    const id = await space.rich(1000);
    const one = await space.withdraw(id, 700);
    const no = { id: one.id };
    const fail = async () => {
      await space.prompt('/withdrawal/approve', no);
      await space.prompt('/withdrawal/start-paying', no);
      await space.prompt('/withdrawal/mark-failed', { ...no, reason: 'the account is closed' });
    };
    expect((await space.admin('/withdrawal/request-again', no)).code).toBe(40_902);
    await fail();
    expect(await space.payee(id)).toMatchObject({ available: 1000, reserved: 0 });
    const requested = await Promise.all([1, 2, 3].map(() => space.admin('/withdrawal/request-again', no)));
    expect(requested.map(({ code }) => code).sort()).toEqual([20_000, 40_902, 40_902]);
    expect(await space.prompt('/withdrawal/get', no)).toMatchObject({
      ...{ status: 'requested', attempt: 2, reason: null, approvedBy: null, finishedAt: null },
    });
    expect(await space.payee(id)).toMatchObject({ available: 300, reserved: 700 });
    await fail();
    const other = await space.withdraw(id, 400);
    expect((await space.admin('/withdrawal/request-again', no)).code).toBe(40_200);
    await space.prompt('/withdrawal/reject', { id: other.id, reason: 'not now' });
    await space.settings('withdrawals', { dailyLimit: 600 });
    expect(Object.keys((await space.admin('/withdrawal/request-again', no)).errors)).toEqual(['amount']);
    await space.settings('withdrawals', { dailyLimit: 0, fourEyes: false });
    await space.prompt('/distributor/freeze', { id, reason: 'looks odd' });
    expect((await space.admin('/withdrawal/request-again', no)).code).toBe(40_902);
    await space.prompt('/distributor/unfreeze', { id });
    await space.prompt('/withdrawal/request-again', no);
    await space.prompt('/withdrawal/approve', no);
    await space.prompt('/withdrawal/start-paying', no);
    await space.prompt('/withdrawal/mark-paid', { ...no, externalNo: 'T-asked-again' });
    const twin = { id: (await space.withdraw(id, 300)).id };
    await space.prompt('/withdrawal/approve', twin);
    await space.prompt('/withdrawal/start-paying', twin);
    // One transfer pays one withdrawal, in whatever case, width and blanks its number is typed.
    for (const externalNo of ['T-asked-again', '\uFF34-ASKED -again ']) {
      const { errors } = await space.admin('/withdrawal/mark-paid', { ...twin, externalNo });
      expect(errors).toEqual({ externalNo: [expect.stringContaining('taken')] });
    }
    await space.prompt('/withdrawal/mark-failed', { ...twin, reason: 'paid to another' });
    expect(await space.payee(id)).toMatchObject({ available: 300, reserved: 0, withdrawn: 700 });
    await space.settings('withdrawals', { fourEyes: true });
    expect(await space.brokenBy(`update withdrawals set attempt = 2 where id = ${Number(one.id)}`)).not.toEqual([]);
    await stored();
  });

  test('counts the money reserved for an older withdrawal once, on the day it is requested again', async () => {
    const id = await space.rich(1500);
    const { id: old } = await space.withdraw(id, 600);
    const no = { id: old };
    const fail = async () => {
      await space.prompt('/withdrawal/approve', no);
      await space.prompt('/withdrawal/start-paying', no);
      await space.prompt('/withdrawal/mark-failed', { ...no, reason: 'the account is closed' });
    };
    await fail();
    await space.later(2);
    await space.settings('withdrawals', { dailyLimit: 900 });
    await space.prompt('/withdrawal/request-again', no);
    const requests = (amount: number) => space.admin('/distributor/withdraw', { ...space.account, id, amount });
    expect(Object.keys((await requests(400)).errors)).toEqual(['amount']);
    await fail();
    await space.prompt('/withdrawal/request-again', no);
    expect(Object.keys((await requests(301)).errors)).toEqual(['amount']);
    await space.withdraw(id, 300);
    expect(Object.keys((await requests(1)).errors)).toEqual(['amount']);
    await fail();
    await space.withdraw(id, 500);
    await space.later(1);
    await space.prompt('/withdrawal/request-again', no);
    await space.settings('withdrawals', { dailyLimit: 0 });
    await stored();
  });

  test('lets the platform apply, query and withdraw for its users', async () => {
    const { api } = space.harness;
    const { inviter, buyer } = await space.chain();
    const userId = inviter;
    expect((await api.call('distributionGet', { userId })).distributor).toMatchObject({ status: 'none', invited: 1 });
    expect(await api.call('distributionApply', { userId, note: 'I know many' })).toMatchObject({ status: 'pending' });
    const { id } = await space.find('distributor', { userId: [userId] });
    await space.prompt('/distributor/reject', { id, reason: 'not yet, sorry' });
    expect(await api.call('distributionApply', { userId })).toMatchObject({ status: 'pending', reason: null });
    await space.prompt('/distributor/approve', { id });
    await space.buy(buyer);
    const { items } = await api.call('distributionCommissions', { userId });
    expect(items).toMatchObject([{ amount: 100, level: 'direct', status: 'pending' }]);
    await settleLater();
    const requested = { userId, amount: 100, ...space.account };
    expect(await api.call('distributionWithdraw', requested)).toMatchObject({ status: 'requested', payout: 100 });
    await expect(api.call('distributionWithdraw', requested)).rejects.toMatchObject({ code: 40_200 });
    await expect(api.call('distributionWithdraw', { ...requested, userId: buyer })).rejects.toMatchObject({
      code: 40_400,
    });
    await stored();
  });

  test('gives the agent of the buyer’s city or province a share, and settles a month once', async () => {
    const [province, city] = [await space.agent('广东省'), await space.agent('深圳市')];
    const twice = await space.prompt('/regional-agent/create', space.contract('440300'));
    expect((await space.admin('/regional-agent/approve', { id: twice.id })).errors.regionCode).toHaveLength(1);
    expect((await space.admin('/regional-agent/create', space.contract('999999'))).errors.regionCode).toHaveLength(1);
    const [near, far] = [await space.living('440305'), await space.living('440100')];
    const orderNo = await space.buy(near);
    await space.buy(far);
    expect(await space.agency(city)).toMatchObject({ pending: 30, regionName: '广东省深圳市' });
    expect(await space.agency(province)).toMatchObject({ pending: 30, level: 'province' });
    await space.refund(orderNo, 500);
    expect(await space.agency(city)).toMatchObject({ pending: 15 });
    const month = new Date(space.harness.space.now).toISOString().slice(0, 7);
    expect((await space.admin('/regional-agent/settle-month', { month })).errors.month).toHaveLength(1);
    await space.later(33);
    expect(await space.prompt('/regional-agent/settle-month', { month })).toMatchObject({
      incomes: 2,
      totals: [{ currency: 'CNY', total: 45 }],
    });
    expect(await space.prompt('/regional-agent/settle-month', { month })).toMatchObject({ incomes: 0, totals: [] });
    await space.refund(orderNo, 500);
    expect(await space.prompt('/regional-agent/statement', { id: city, month })).toMatchObject({
      ...{ orders: 1, share: 30, refunds: 15, total: 15, settled: 15, pending: 0 },
    });
    expect(await space.agency(city)).toMatchObject({ available: 0, debt: 0, totalIncome: 0 });
    await stored();
  });

  test('settles a month of the selected agents after a preview of the sums', async () => {
    const [chosen, other] = [await space.agent('南京市'), await space.agent('苏州市')];
    for (const code of ['320102', '320508']) await space.buy(await space.living(code));
    const month = new Date(space.harness.space.now).toISOString().slice(0, 7);
    const key = randomUUID();
    const batch = async (more: object = {}, sentAs?: string) => {
      const body = { action: 'settle', ids: [chosen, 99_999], params: { month }, ...more };
      return (await space.harness.space.admin('/regional-agent/batch', body, sentAs)).data;
    };
    expect(await batch()).toMatchObject({ affected: 0 });
    await space.later(33);
    const { agents } = await space.prompt('/regional-agent/pending-month', { month });
    expect((agents as object[]).slice(-2)).toMatchObject([
      { id: chosen, region: '江苏省南京市', incomes: 1, total: 30 },
      { id: other, incomes: 1, total: 30 },
    ]);
    expect(await batch({ dryRun: true })).toMatchObject({ affected: 1, sums: { incomes: 1 } });
    expect(await space.agency(chosen)).toMatchObject({ pending: 30, available: 0 });
    const settled = await batch({}, key);
    const { affected, items, sums } = settled;
    expect(sums).toEqual({ incomes: 1 });
    // The same call returns the same answer; a repeated request changes nothing more.
    expect(await batch({}, key)).toEqual(settled);
    expect(await batch()).toMatchObject({ affected: 1, sums: { incomes: 0 } });
    expect([affected, (items as { id: number; code: number }[]).map(({ id, code }) => [id, code])]).toEqual([
      1,
      [
        [chosen, 20_000],
        [99_999, 40_400],
      ],
    ]);
    expect(await space.prompt('/regional-agent/settle', { id: chosen, month })).toMatchObject({
      incomes: 0,
      totals: [],
    });
    expect(await space.agency(chosen)).toMatchObject({ pending: 0, available: 30 });
    expect(await space.agency(other)).toMatchObject({ pending: 30, available: 0 });
    const { total } = await space.prompt('/order/list', { filters: { regionCode: ['320000'] } });
    expect(total).toBe(2);
    await stored();
  });

  test('notifies admins of a contract that ends soon, ends it, and renews it', async () => {
    const id = await space.agent('成都市', { endOn: space.dayIn(20) });
    const deps = { ...space.harness.deps, dayOf: space.dayOf };
    await processContracts(deps);
    expect(await space.agency(id)).toMatchObject({ expiring: true, status: 'active' });
    await space.later(22);
    await processContracts(deps);
    await processContracts(deps);
    expect(await space.agency(id)).toMatchObject({ expiring: false, status: 'expired' });
    await space.prompt('/regional-agent/renew', { id, endOn: space.dayIn(365) });
    await space.prompt('/regional-agent/suspend', { id, reason: 'does not answer' });
    await space.prompt('/regional-agent/terminate', { id, reason: 'as was agreed' });
    expect(await space.agency(id)).toMatchObject({ status: 'terminated' });
    await stored();
  });

  test('gives the share of a district to its agent rather than to the agent of the city', async () => {
    const [city, within] = [await space.agent('杭州市'), await space.agent('330106 西湖区')];
    for (const code of ['330106', '330102']) await space.buy(await space.living(code));
    expect(await space.agency(within)).toMatchObject({
      pending: 30,
      level: 'district',
      regionName: '浙江省杭州市西湖区',
    });
    expect(await space.agency(city)).toMatchObject({ pending: 30 });
    const found = async (...regionCode: (string | null)[]) => {
      const { items } = await space.prompt('/regional-agent/list', { filters: { regionCode } });
      return (items as { id: number }[]).map(({ id }) => id).sort((one, other) => one - other);
    };
    expect(await found('330000')).toEqual([city, within]);
    expect(await found('330106')).toEqual([within]);
    expect(await found('330200')).toEqual([]);
    expect((await found('330100', '440000')).slice(-2)).toEqual([city, within]);
    const { total } = await space.prompt('/regional-income/list', { filters: { regionCode: ['330100'] } });
    expect(total).toBe(2);
    const names = await space.prompt('/region/names', { codes: ['330106', '990000'] });
    expect(names).toEqual({ names: { 330106: '浙江省杭州市西湖区' } });
    const { regions } = await space.prompt('/region/within', { code: '330100' });
    expect(regions).toContainEqual({ code: '330106', name: '西湖区', level: 'district' });
  });
});
