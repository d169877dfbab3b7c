import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { firstAdmin, type RunningServer, startServer } from '../../server/test/server-process.ts';
import { type Gantry, newGantry } from './gantry.ts';

let server: RunningServer;
let gantry: Gantry;
let token: string;

beforeAll(async () => {
  server = await startServer();
  token = await server.firstAdmin();
  await server.call('/step-up', { password: firstAdmin.password }, { token });
  gantry = newGantry({ GANTRY_TOKEN: token, GANTRY_SERVER: server.url });
  await save('commissions', { enabled: true, settleDays: 0 });
  await save('withdrawals', { minAmount: 100, fourEyes: false });
});
afterAll(async () => {
  await server?.stop();
  if (gantry) rmSync(gantry.directory, { recursive: true, force: true });
});

const save = (group: string, values: object) =>
  server.call('/settings/save', { page: 'distribution', group, version: 0, values }, { token });
const json = async (...args: string[]) => {
  const done = await gantry.run([...args, '--json', '--yes']);
  expect([done.code, done.stderr]).toEqual([0, expect.not.stringContaining('"error"')]);
  return JSON.parse(done.stdout);
};

/** Calls the service API as a service client of the platform. */
async function platform() {
  const { data } = await server.call('/service-client/create', { name: 'gateway', scopes: ['all'] }, { token });
  return async (path: string, body: object) => {
    const answer = await fetch(`${server.url}/api/v1/service${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${String(data.clientId)}.${String(data.secret)}`,
        'idempotency-key': crypto.randomUUID(),
      },
    });
    return (await answer.json()) as { readonly code: number; readonly data: Readonly<Record<string, unknown>> };
  };
}

it('follows a commission from the application to the payout', async () => {
  const service = await platform();
  const inviter = (await service('/user/register', { username: 'li.lei' })).data;
  const buyer = (await service('/user/register', { username: 'han.mei', inviterCode: inviter.inviteCode })).data;
  await service('/distribution/apply', { userId: inviter.userId, note: 'I know many' });
  const [{ id }] = (await json('distributor', 'list', '-w', 'status=pending')).items;
  await json('distributor', 'approve', String(id));
  await json(
    'distributor',
    'change-rate',
    String(id),
    '--direct-bps',
    '2000',
    '--indirect-bps',
    '0',
    '--reason',
    'good',
  );

  const { data: pack } = await server.call('/currency-pack/create', { name: 'P', coin: 10, price: 1000 }, { token });
  await server.call('/currency-pack/publish', { id: pack.id }, { token });
  const requested = { userId: buyer.userId, productType: 'coin', productId: pack.id, channel: 'manual' };
  expect((await service('/order/create', requested)).code).toBe(20_000);
  await json('order', 'mark-paid', '1', '--paid', '10.00', '--external-no', 'T-100', '--evidence', 'seen it');
  const [earned] = (await json('commission', 'list')).items;
  expect(earned).toMatchObject({ amount: 200, level: 'direct', distributorIdLabel: 'li.lei' });
  const available = async () => (await json('distributor', 'get', String(id))).available;
  await expect.poll(available, { timeout: 60_000, interval: 1_000 }).toBe(200);

  const account = path.join(gantry.directory, 'account');
  writeFileSync(account, '6222020200012345678\n');
  const to = ['--channel', 'bank', '--account', `@${account}`, '--real-name', '李雷'];
  expect((await gantry.run(['distributor', 'withdraw', String(id), '--amount', '3', ...to, '--yes'])).code).not.toBe(0);
  const { withdrawalId } = await json('distributor', 'withdraw', String(id), '--amount', '1.50', ...to);
  for (const step of ['approve', 'start-paying']) await json('withdrawal', step, String(withdrawalId));
  expect(await json('withdrawal', 'get', String(withdrawalId))).toMatchObject({ accountMask: '***5678' });
  const file = await gantry.run(['withdrawal', 'export', '-w', 'status=paying']);
  expect(file.stdout).toContain('6222020200012345678');
  await json('withdrawal', 'mark-failed', String(withdrawalId), '--reason', 'the account is closed');
  expect((await json('distributor', 'get', String(id))).available).toBe(200);
  for (const step of ['request-again', 'approve', 'start-paying']) await json('withdrawal', step, String(withdrawalId));
  await json('withdrawal', 'mark-paid', String(withdrawalId), '--external-no', 'T-900');
  expect(await json('distributor', 'get', String(id))).toMatchObject({ available: 50, reserved: 0, withdrawn: 150 });
  expect(await json('distributor', 'stats', String(id))).toMatchObject({ invited: 1, earned: 200, withdrawals: 1 });
  const { invariants } = await json('ledger', 'verify');
  const ofDistribution = invariants.filter(({ no }: { no: number }) => no >= 20 && no <= 23);
  expect(ofDistribution.map(({ ok }: { ok: boolean }) => ok)).toEqual([true, true, true, true]);
});

it('signs a regional agent by the name of the city, and rejects a second one', async () => {
  const contract = ['--user-id', '1', '--start-on', '2026-01-01', '--end-on', '2099-12-31'];
  const sign = (name: string) =>
    json('regional-agent', 'create', '--name', name, '--region-code', '深圳市', ...contract);
  const [one, two] = [await sign('first'), await sign('second')];
  expect(one).toMatchObject({ regionCode: '440300', regionName: '广东省深圳市', level: 'city', rateBps: 300 });
  await json('regional-agent', 'approve', String(one.id));
  const rejected = await gantry.run(['regional-agent', 'approve', String(two.id), '--yes']);
  expect([rejected.code === 0, rejected.stderr]).toEqual([false, expect.stringContaining('Region')]);
  const { regions } = await json('regional-agent', 'regions', '--keyword', '深圳');
  expect(regions[0]).toEqual({ code: '440300', name: '广东省深圳市', level: 'city', agent: 'first' });
  expect(regions).toContainEqual({ code: '440305', name: '广东省深圳市南山区', level: 'district', agent: null });
  const within = await json('regional-agent', 'list', '--where', 'region-code=440000');
  expect(within.items.map(({ id }: { id: number }) => id).sort()).toEqual([one.id, two.id]);
  const file = path.join(gantry.directory, 'contract.md');
  writeFileSync(file, '# 合同\n\n甲方与乙方');
  expect(await gantry.run(['regional-agent', 'upload', String(one.id), file])).toMatchObject({ code: 0 });
  expect(await json('regional-agent', 'get', String(one.id))).toMatchObject({ format: 'markdown' });
  const back = await gantry.run(['regional-agent', 'download', String(one.id), '-']);
  expect(back.stdout).toBe('# 合同\n\n甲方与乙方');
  const { items } = await json('audit-log', 'list', '--where', 'resource=document');
  expect(items.map(({ action }: { action: string }) => action).sort()).toEqual(['download', 'upload']);
});
