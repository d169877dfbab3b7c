import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../test/fresh-database.ts';
import { type ShareRoom, shareRoom } from '../../test/share-room.ts';
import { tendContracts } from './agent-contracts.ts';
import { settleDueCommissions } from './settle-due.ts';

describe.each(databaseKinds)('distribution on %s', (kind) => {
  let room: ShareRoom;
  beforeAll(async () => {
    room = await shareRoom(kind);
  });
  afterAll(() => room.shop.room.drop());

  const settleLater = async () => {
    await room.later(8);
    await settleDueCommissions(room.shop.needs);
  };
  const kept = async () => expect(await room.shop.room.broken()).toEqual([]);

  test('gives both levels a share of what is paid, at the rates of then, and settles it once', async () => {
    const { top, inviter: middle, buyer } = await room.chain();
    const [one, two] = [await room.distributor(top, 1000, 500), await room.distributor(middle, 2000, 0)];
    await room.buy(buyer);
    await room.ask('/distributor/change-rate', { id: two, directBps: 100, indirectBps: 0, reason: 'less from now' });
    expect(await room.payee(two)).toMatchObject({ pending: 200, available: 0 });
    expect(await room.payee(one)).toMatchObject({ pending: 50, available: 0 });
    await settleDueCommissions(room.shop.needs);
    expect(await room.payee(two)).toMatchObject({ pending: 200 });
    await settleLater();
    await settleLater();
    expect(await room.payee(two)).toMatchObject({ pending: 0, available: 200, totalIncome: 200 });
    await room.buy(buyer);
    expect(await room.payee(two)).toMatchObject({ pending: 10, available: 200 });
    await kept();
  });

  test('settles the others when one commission fails, tells of it, and settles that too once it can be', async () => {
    const { inviter, buyer } = await room.chain();
    const other = await room.chain();
    const [bad, good] = [await room.distributor(inviter, 1000), await room.distributor(other.inviter, 1000)];
    await room.buy(buyer);
    await room.buy(other.buyer);
    const { database } = room.shop.needs;
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
    const told = database.read.selectFrom('notifications').select(['happened', 'params']);
    const stuck = await told.where('event', '=', 'recordStuck').execute();
    expect(stuck).toMatchObject([{ happened: 1, params: expect.stringContaining('"resource":"commission"') }]);
    expect(await room.payee(good)).toMatchObject({ pending: 0, available: 100 });
    expect(await room.payee(bad)).toMatchObject({ available: 0 });
    await moved(-50);
    room.shop.room.now += 10_000;
    // Of rounds at one moment, that one counts it which did it.
    const counts = await Promise.all([1, 2, 3].map(() => settleDueCommissions(room.shop.needs)));
    expect(counts.sort()).toEqual([0, 0, 1]);
    expect(await room.payee(bad)).toMatchObject({ pending: 0, available: 100 });
    await kept();
  });

  test('takes back in proportion, keeps the time of what is pending, and shows what is owed', async () => {
    const { inviter, buyer } = await room.chain();
    const id = await room.distributor(inviter, 1500);
    const orderNo = await room.buy(buyer);
    await room.refund(orderNo, 333);
    expect(await room.payee(id)).toMatchObject({ pending: 100 });
    const [back, earned] = await room.commissions(id);
    expect(back).toMatchObject({ kind: 'refund', amount: -50, status: 'pending', settleAt: earned?.settleAt });
    await settleLater();
    expect(await room.payee(id)).toMatchObject({ pending: 0, available: 100, debt: 0 });
    const asked = { id: (await room.withdraw(id, 60)).id };
    const sent = { id: (await room.withdraw(id, 40)).id };
    await room.ask('/withdrawal/approve', sent);
    await room.ask('/withdrawal/start-paying', sent);
    await room.refund(orderNo, 667);
    expect(await room.payee(id)).toMatchObject({ available: 0, debt: 100, reserved: 100, totalIncome: 0 });
    // What was set aside goes to nobody who owes it; what has left already is noted with its proof.
    expect(await room.admin('/withdrawal/approve', asked)).toMatchObject({ code: 40_902, data: { state: 'owes' } });
    await room.settings('withdrawals', { fourEyes: false });
    const paid = { ...sent, externalNo: 'T-owed' };
    expect(Object.keys((await room.admin('/withdrawal/mark-paid', paid)).errors)).toEqual(['voucher']);
    expect(await room.ask('/withdrawal/get', sent)).toMatchObject({ status: 'paying' });
    await room.settings('withdrawals', { fourEyes: true });
    const states = (await room.commissions(id)).map(({ status }) => status);
    expect(states).toEqual(['reversed', 'reversed', 'reversed']);
    await room.buy(buyer);
    await settleLater();
    expect(await room.payee(id)).toMatchObject({ available: 50, debt: 0 });
    await kept();
  });

  test('earns nothing for whoever is frozen, and takes a commission back by hand', async () => {
    const { inviter, buyer } = await room.chain();
    const id = await room.distributor(inviter, 1000);
    await room.buy(buyer);
    await room.ask('/distributor/freeze', { id, reason: 'looks odd' });
    await room.buy(buyer);
    const [only, ...others] = await room.commissions(id);
    expect(others).toEqual([]);
    await room.ask('/commission/reverse', { id: only?.id, reason: 'bought it themselves' });
    expect(await room.payee(id)).toMatchObject({ pending: 0, available: 0, totalIncome: 0, status: 'frozen' });
    const [back] = await room.commissions(id);
    expect((await room.admin('/commission/reverse', { id: back?.id, reason: 'once more' })).code).toBe(40_902);
    expect(await room.ask('/distributor/figures', { id })).toMatchObject({ invited: 1, orders: 1, reversed: 100 });
    await room.ask('/distributor/close', { id, reason: 'is over' });
    await kept();
  });

  test('pays a withdrawal in steps, by two people, and shows its account to whoever proves themselves', async () => {
    const id = await room.rich(1000);
    const refused = await room.admin('/distributor/withdraw', { ...room.account, id, amount: 1001 });
    expect(refused).toMatchObject({ code: 40_200, data: { available: 1000 } });
    await room.settings('withdrawals', { feeBps: 100, dailyLimit: 900 });
    expect((await room.admin('/distributor/withdraw', { ...room.account, id, amount: 950 })).errors).toEqual({
      amount: [expect.stringContaining('9')],
    });
    const one = await room.withdraw(id, 600);
    expect(one).toMatchObject({ fee: 6, payout: 594, accountMask: '***5678', realNameMask: '李**' });
    expect(JSON.stringify(one)).not.toContain(room.account.account);
    expect(await room.payee(id)).toMatchObject({ available: 400, reserved: 600 });
    const rejected = await room.withdraw(id, 200);
    await room.ask('/withdrawal/reject', { id: rejected.id, reason: 'wrong name' });
    expect(await room.payee(id)).toMatchObject({ available: 400, reserved: 600 });
    await room.ask('/withdrawal/approve', { id: one.id });
    await room.shop.room.proveMyself();
    const paid = { id: one.id, externalNo: `T-${one.no}` };
    expect((await room.admin('/withdrawal/mark-paid', paid)).code).toBe(40_902);
    await room.ask('/withdrawal/start-paying', { id: one.id });
    expect((await room.admin('/withdrawal/mark-paid', paid)).code).toBe(40_300);
    expect(await room.ask('/withdrawal/reveal', { id: one.id })).toMatchObject({
      account: room.account.account,
      realName: room.account.realName,
    });
    const file = await room.payoutFile({ status: ['paying'] });
    expect(file).toContain(`,'=cmd()|bank,`);
    expect(file).toContain(room.account.account);
    await room.settings('withdrawals', { fourEyes: false });
    await room.ask('/withdrawal/mark-paid', paid);
    expect(await room.payee(id)).toMatchObject({ available: 400, reserved: 0, withdrawn: 600 });
    await room.settings('withdrawals', { fourEyes: true, feeBps: 0, dailyLimit: 0 });
    await kept();
  });

  test('asks again for a withdrawal that could not be paid, with the same money, once', async () => {
    const id = await room.rich(1000);
    const one = await room.withdraw(id, 700);
    const no = { id: one.id };
    const fail = async () => {
      await room.ask('/withdrawal/approve', no);
      await room.ask('/withdrawal/start-paying', no);
      await room.ask('/withdrawal/mark-failed', { ...no, reason: 'the account is closed' });
    };
    expect((await room.admin('/withdrawal/ask-again', no)).code).toBe(40_902);
    await fail();
    expect(await room.payee(id)).toMatchObject({ available: 1000, reserved: 0 });
    const asked = await Promise.all([1, 2, 3].map(() => room.admin('/withdrawal/ask-again', no)));
    expect(asked.map(({ code }) => code).sort()).toEqual([20_000, 40_902, 40_902]);
    expect(await room.ask('/withdrawal/get', no)).toMatchObject({
      ...{ status: 'requested', attempt: 2, reason: null, approvedBy: null, finishedAt: null },
    });
    expect(await room.payee(id)).toMatchObject({ available: 300, reserved: 700 });
    await fail();
    const other = await room.withdraw(id, 400);
    expect((await room.admin('/withdrawal/ask-again', no)).code).toBe(40_200);
    await room.ask('/withdrawal/reject', { id: other.id, reason: 'not now' });
    await room.settings('withdrawals', { dailyLimit: 600 });
    expect(Object.keys((await room.admin('/withdrawal/ask-again', no)).errors)).toEqual(['amount']);
    await room.settings('withdrawals', { dailyLimit: 0, fourEyes: false });
    await room.ask('/distributor/freeze', { id, reason: 'looks odd' });
    expect((await room.admin('/withdrawal/ask-again', no)).code).toBe(40_902);
    await room.ask('/distributor/unfreeze', { id });
    await room.ask('/withdrawal/ask-again', no);
    await room.ask('/withdrawal/approve', no);
    await room.ask('/withdrawal/start-paying', no);
    await room.ask('/withdrawal/mark-paid', { ...no, externalNo: 'T-asked-again' });
    const twin = { id: (await room.withdraw(id, 300)).id };
    await room.ask('/withdrawal/approve', twin);
    await room.ask('/withdrawal/start-paying', twin);
    // One transfer pays one withdrawal, in whatever case, width and blanks its number is typed.
    for (const externalNo of ['T-asked-again', '\uFF34-ASKED -again ']) {
      const { errors } = await room.admin('/withdrawal/mark-paid', { ...twin, externalNo });
      expect(errors).toEqual({ externalNo: [expect.stringContaining('taken')] });
    }
    await room.ask('/withdrawal/mark-failed', { ...twin, reason: 'paid to another' });
    expect(await room.payee(id)).toMatchObject({ available: 300, reserved: 0, withdrawn: 700 });
    await room.settings('withdrawals', { fourEyes: true });
    expect(await room.brokenBy(`update withdrawals set attempt = 2 where id = ${Number(one.id)}`)).not.toEqual([]);
    await kept();
  });

  test('counts what is set aside for an older withdrawal on the day on which it is asked for again, once', async () => {
    const id = await room.rich(1500);
    const { id: old } = await room.withdraw(id, 600);
    const no = { id: old };
    const fail = async () => {
      await room.ask('/withdrawal/approve', no);
      await room.ask('/withdrawal/start-paying', no);
      await room.ask('/withdrawal/mark-failed', { ...no, reason: 'the account is closed' });
    };
    await fail();
    await room.later(2);
    await room.settings('withdrawals', { dailyLimit: 900 });
    await room.ask('/withdrawal/ask-again', no);
    const asks = (amount: number) => room.admin('/distributor/withdraw', { ...room.account, id, amount });
    expect(Object.keys((await asks(400)).errors)).toEqual(['amount']);
    await fail();
    await room.ask('/withdrawal/ask-again', no);
    expect(Object.keys((await asks(301)).errors)).toEqual(['amount']);
    await room.withdraw(id, 300);
    expect(Object.keys((await asks(1)).errors)).toEqual(['amount']);
    await fail();
    await room.withdraw(id, 500);
    await room.later(1);
    await room.ask('/withdrawal/ask-again', no);
    await room.settings('withdrawals', { dailyLimit: 0 });
    await kept();
  });

  test('lets the platform apply, look and withdraw for its users', async () => {
    const { api } = room.shop;
    const { inviter, buyer } = await room.chain();
    const userId = inviter;
    expect((await api.call('distributionGet', { userId })).distributor).toMatchObject({ status: 'none', invited: 1 });
    expect(await api.call('distributionApply', { userId, note: 'I know many' })).toMatchObject({ status: 'pending' });
    const { id } = await room.find('distributor', { userId: [userId] });
    await room.ask('/distributor/reject', { id, reason: 'not yet, sorry' });
    expect(await api.call('distributionApply', { userId })).toMatchObject({ status: 'pending', reason: null });
    await room.ask('/distributor/approve', { id });
    await room.buy(buyer);
    const { items } = await api.call('distributionCommissions', { userId });
    expect(items).toMatchObject([{ amount: 100, level: 'direct', status: 'pending' }]);
    await settleLater();
    const asked = { userId, amount: 100, ...room.account };
    expect(await api.call('distributionWithdraw', asked)).toMatchObject({ status: 'requested', payout: 100 });
    await expect(api.call('distributionWithdraw', asked)).rejects.toMatchObject({ code: 40_200 });
    await expect(api.call('distributionWithdraw', { ...asked, userId: buyer })).rejects.toMatchObject({ code: 40_400 });
    await kept();
  });

  test('gives the agent of the buyer’s city a share, or of the province, and settles a month once', async () => {
    const [province, city] = [await room.agent('广东省'), await room.agent('深圳市')];
    const twice = await room.ask('/regional-agent/create', room.contract('440300'));
    expect((await room.admin('/regional-agent/approve', { id: twice.id })).errors.regionCode).toHaveLength(1);
    expect((await room.admin('/regional-agent/create', room.contract('999999'))).errors.regionCode).toHaveLength(1);
    const [near, far] = [await room.living('440305'), await room.living('440100')];
    const orderNo = await room.buy(near);
    await room.buy(far);
    expect(await room.agency(city)).toMatchObject({ pending: 30, regionName: '广东省深圳市' });
    expect(await room.agency(province)).toMatchObject({ pending: 30, level: 'province' });
    await room.refund(orderNo, 500);
    expect(await room.agency(city)).toMatchObject({ pending: 15 });
    const month = new Date(room.shop.room.now).toISOString().slice(0, 7);
    expect((await room.admin('/regional-agent/settle-month', { month })).errors.month).toHaveLength(1);
    await room.later(33);
    expect(await room.ask('/regional-agent/settle-month', { month })).toMatchObject({
      incomes: 2,
      totals: [{ currency: 'CNY', total: 45 }],
    });
    expect(await room.ask('/regional-agent/settle-month', { month })).toMatchObject({ incomes: 0, totals: [] });
    await room.refund(orderNo, 500);
    expect(await room.ask('/regional-agent/statement', { id: city, month })).toMatchObject({
      ...{ orders: 1, share: 30, refunds: 15, total: 15, settled: 15, pending: 0 },
    });
    expect(await room.agency(city)).toMatchObject({ available: 0, debt: 0, totalIncome: 0 });
    await kept();
  });

  test('settles a month of the agents that are chosen, after telling what it comes to', async () => {
    const [chosen, other] = [await room.agent('南京市'), await room.agent('苏州市')];
    for (const code of ['320102', '320508']) await room.buy(await room.living(code));
    const month = new Date(room.shop.room.now).toISOString().slice(0, 7);
    const key = randomUUID();
    const batch = async (more: object = {}, sentAs?: string) => {
      const body = { action: 'settle', ids: [chosen, 99_999], params: { month }, ...more };
      return (await room.shop.room.admin('/regional-agent/batch', body, sentAs)).data;
    };
    expect(await batch()).toMatchObject({ affected: 0 });
    await room.later(33);
    const { agents } = await room.ask('/regional-agent/pending-month', { month });
    expect((agents as object[]).slice(-2)).toMatchObject([
      { id: chosen, region: '江苏省南京市', incomes: 1, total: 30 },
      { id: other, incomes: 1, total: 30 },
    ]);
    expect(await batch({ dryRun: true })).toMatchObject({ affected: 1, sums: { incomes: 1 } });
    expect(await room.agency(chosen)).toMatchObject({ pending: 30, available: 0 });
    const settled = await batch({}, key);
    const { affected, items, sums } = settled;
    expect(sums).toEqual({ incomes: 1 });
    // Sent again it tells the same; asked anew, it came to nothing more.
    expect(await batch({}, key)).toEqual(settled);
    expect(await batch()).toMatchObject({ affected: 1, sums: { incomes: 0 } });
    expect([affected, (items as { id: number; code: number }[]).map(({ id, code }) => [id, code])]).toEqual([
      1,
      [
        [chosen, 20_000],
        [99_999, 40_400],
      ],
    ]);
    expect(await room.ask('/regional-agent/settle', { id: chosen, month })).toMatchObject({ incomes: 0, totals: [] });
    expect(await room.agency(chosen)).toMatchObject({ pending: 0, available: 30 });
    expect(await room.agency(other)).toMatchObject({ pending: 30, available: 0 });
    const { total } = await room.ask('/order/list', { filters: { regionCode: ['320000'] } });
    expect(total).toBe(2);
    await kept();
  });

  test('tells of a contract that ends, ends it, and renews it', async () => {
    const id = await room.agent('成都市', { endOn: room.dayIn(20) });
    const needs = { ...room.shop.needs, dayOf: room.dayOf };
    await tendContracts(needs);
    expect(await room.agency(id)).toMatchObject({ expiring: true, status: 'active' });
    await room.later(22);
    await tendContracts(needs);
    await tendContracts(needs);
    expect(await room.agency(id)).toMatchObject({ expiring: false, status: 'expired' });
    await room.ask('/regional-agent/renew', { id, endOn: room.dayIn(365) });
    await room.ask('/regional-agent/suspend', { id, reason: 'does not answer' });
    await room.ask('/regional-agent/terminate', { id, reason: 'as was agreed' });
    expect(await room.agency(id)).toMatchObject({ status: 'terminated' });
    await kept();
  });

  test('gives the agent of a district what its people pay, before the one of the city', async () => {
    const [city, within] = [await room.agent('杭州市'), await room.agent('330106 西湖区')];
    for (const code of ['330106', '330102']) await room.buy(await room.living(code));
    expect(await room.agency(within)).toMatchObject({
      pending: 30,
      level: 'district',
      regionName: '浙江省杭州市西湖区',
    });
    expect(await room.agency(city)).toMatchObject({ pending: 30 });
    const found = async (...regionCode: (string | null)[]) => {
      const { items } = await room.ask('/regional-agent/list', { filters: { regionCode } });
      return (items as { id: number }[]).map(({ id }) => id).sort((one, other) => one - other);
    };
    expect(await found('330000')).toEqual([city, within]);
    expect(await found('330106')).toEqual([within]);
    expect(await found('330200')).toEqual([]);
    expect((await found('330100', '440000')).slice(-2)).toEqual([city, within]);
    const { total } = await room.ask('/regional-income/list', { filters: { regionCode: ['330100'] } });
    expect(total).toBe(2);
    const names = await room.ask('/region/names', { codes: ['330106', '990000'] });
    expect(names).toEqual({ names: { 330106: '浙江省杭州市西湖区' } });
    const { regions } = await room.ask('/region/within', { code: '330100' });
    expect(regions).toContainEqual({ code: '330106', name: '西湖区', level: 'district' });
  });
});
