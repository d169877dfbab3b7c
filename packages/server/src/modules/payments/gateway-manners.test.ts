import { createPublicKey, createVerify, type KeyObject, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AlipayHost } from '../../../test/alipay-host.ts';
import type { FakeGateway, WireNotice } from '../../../test/fake-gateway.ts';
import { createGatewayHarness, type GatewayHarness } from '../../../test/gateway-harness.ts';
import { type OrderHarness, price } from '../../../test/order-harness.ts';
import { parseRsaPrivateKey } from './rsa-keys.ts';

let drop: () => Promise<void>;
let save: GatewayHarness['save'];
let harness: OrderHarness;
let gateways: GatewayHarness['gateways'];
let versions: GatewayHarness['versions'];
beforeAll(async () => {
  ({ drop, gateways, save, harness, versions } = await createGatewayHarness('sqlite'));
});
afterAll(() => drop());

test('WeChat Pay opens an order inside WeChat and in a mobile browser, and requires the payer data of each method', async () => {
  const gateway = gateways.get('wechat') as FakeGateway;
  const place = async (how: object) => {
    const product = { productType: 'coin', productId: harness.products.coin, channel: 'wechat' } as const;
    const requested = { userId: await harness.newUser(), ...product, ...how };
    return harness.space.service('/order/create', requested, harness.token);
  };
  const inside = await place({ payMethod: 'jsapi', payerOpenid: 'oUpF8uMuAJO_M2pxb1Q9zNjWeS6o' });
  const { orderNo, payParams } = inside.data as { orderNo: string; payParams: Record<string, string> };
  const { appId, timeStamp, nonceStr, package: named, signType, paySign } = payParams;
  expect([named, signType]).toEqual([`prepay_id=wx${orderNo}`, 'RSA']);
  const signed = `${[appId, timeStamp, nonceStr, named].join('\n')}\n`;
  const key = createPublicKey(parseRsaPrivateKey(String(gateway.settings.privateKey)) as KeyObject);
  expect(
    createVerify('RSA-SHA256')
      .update(signed)
      .verify(key, paySign ?? '', 'base64'),
  ).toBe(true);
  const phone = await place({ payMethod: 'h5', payerIp: '203.0.113.9' });
  const onPhone = phone.data as { orderNo: string; payParams: Record<string, string> };
  expect(onPhone.payParams.payUrl).toContain(`prepay_id=wx${onPhone.orderNo}`);
  for (const [no, method] of [
    [orderNo, 'jsapi'],
    [onPhone.orderNo, 'h5'],
  ] as const) {
    gateway.pay(no);
    expect((await harness.act(no, 'query-upstream')).data.result).toBe('applied');
    expect(await harness.row(no)).toMatchObject({ status: 'fulfilled', pay_method: method });
  }
  for (const [how, field] of [
    [{ payMethod: 'jsapi' }, 'payerOpenid'],
    [{ payMethod: 'h5' }, 'payerIp'],
    [{ payMethod: 'h5', payerIp: 'here' }, 'payerIp'],
    [{ payMethod: 'h5', payerIp: '203.0.113.9', channel: 'stripe' }, 'payMethod'],
  ] as const)
    expect([field, Object.keys((await place(how)).errors)]).toEqual([field, [field]]);
});

test('Stripe opens a page for an existing order after the return URL has changed', async () => {
  const product = { productType: 'coin', productId: harness.products.coin, channel: 'stripe' } as const;
  const requested = { userId: await harness.newUser(), ...product, clientRef: randomUUID() };
  const { payParams } = await harness.api.call('orderCreate', requested);
  await save('pay', { returnUrl: 'https://elsewhere.example.com/' });
  expect((await harness.api.call('orderCreate', requested)).payParams).toEqual(payParams);
  await save('pay', { returnUrl: null });
});

test('an unsigned answer of WeChat Pay does not change an order', async () => {
  const gateway = gateways.get('wechat') as FakeGateway;
  const orderNo = await harness.place(await harness.newUser(), { channel: 'wechat' });
  await save('wechatPay', { platformKeyId: 'PUB_KEY_ID_99' });
  const probe = { page: 'system', group: 'wechatPay', action: 'probe', input: {} };
  expect((await harness.space.admin('/settings/run', probe)).data).toMatchObject({ ok: false, problem: 'answer' });
  gateway.pay(orderNo);
  const { id } = await harness.row(orderNo);
  expect((await harness.space.admin('/order/query-upstream', { id })).code).toBe(50_300);
  expect((await harness.row(orderNo)).status).toBe('pending');
  await save('wechatPay', gateway.settings);
  expect((await harness.act(orderNo, 'query-upstream')).data.result).toBe('applied');
});

describe('public notification endpoint', () => {
  const notify = (path: string, init?: RequestInit) => fetch(`${harness.space.url}/api/v1/pay/notify/${path}`, init);
  const orderBy = async (channel: 'epay' | 'alipay', rest: object = {}) => {
    const product = { productType: 'coin', productId: harness.products.coin } as const;
    return harness.api.call('orderCreate', { userId: await harness.newUser(), ...product, channel, ...rest });
  };
  const stored = async () => {
    const { rows } = await harness.space.foundation.database.read
      .selectFrom('payment_events')
      .select(({ fn }) => [fn.countAll().as('rows')])
      .executeTakeFirstOrThrow();
    return Number(rows);
  };

  test('returns 404 for channels without notifications', async () => {
    for (const channel of ['manual', 'bitcoin', '__proto__']) expect((await notify(channel)).status).toBe(404);
  });

  test('limits the number and size of stored notifications', async () => {
    const gateway = gateways.get('epay') as FakeGateway;
    const { orderNo } = await orderBy('epay');
    const before = await stored();
    for (const no of ['NOBODYS', orderNo])
      for (let n = 0; n < 25; n += 1)
        expect(await (await notify(`epay?out_trade_no=${no}&n=${n}`)).text()).toBe('fail');
    expect(await stored()).toBe(before + 20);
    const { raw } = gateway.notice(orderNo, { amount: price });
    for (let n = 0; n < 25; n += 1) expect(await (await notify(`epay?${raw}`)).text()).toBe('success');
    expect(await stored()).toBe(before + 40);
    expect((await harness.row(orderNo)).status).toBe('fulfilled');
    expect((await notify('epay', { method: 'POST', body: 'x'.repeat(70_000) })).status).toBe(413);
  });

  test('rejects an invalid gateway URL when it is saved', async () => {
    const { settings, host } = gateways.get('epay') as FakeGateway;
    const saved = (gatewayUrl: string) => {
      const values = { ...settings, gatewayUrl };
      return harness.space.admin('/settings/save', {
        page: 'system',
        group: 'epay',
        version: versions.get('epay'),
        values,
      });
    };
    for (const address of ['http://pay.example.com', 'http://8.8.8.8/pay'])
      expect(await saved(address)).toMatchObject({ code: 42_200, errors: { gatewayUrl: [expect.any(String)] } });
    expect(host.url).toMatch(/^http:/);
    await save('epay', { ...settings, gatewayUrl: 'https://pay.example.com' });
    await save('epay', settings);
  });

  test('books a payment for one order only', async () => {
    const gateway = gateways.get('epay') as FakeGateway;
    const [one, two] = [(await orderBy('epay')).orderNo, (await orderBy('epay')).orderNo];
    const reported = async (orderNo: string, tradeNo: string) => {
      const raw = gateway.notice(orderNo, { amount: price, tradeNo }).raw;
      return (await notify(`epay?${raw}`)).text();
    };
    expect([await reported(one, 'EP-ONE'), await reported(two, 'EP-ONE')]).toEqual(['success', 'fail']);
    expect(await harness.events(two)).toEqual(['notify tradeNoReused']);
    expect(await reported(two, 'EP-TWO')).toBe('success');
  });

  test('rejects a notification from another channel than that of the order', async () => {
    const gateway = gateways.get('epay') as FakeGateway;
    const clientRef = randomUUID();
    const first = await orderBy('alipay', { clientRef });
    const { user_id: userId } = await harness.row(first.orderNo);
    const again = await orderBy('epay', { clientRef, userId: Number(userId) });
    expect([again.orderNo, again.channel]).toEqual([first.orderNo, 'alipay']);
    const { raw } = gateway.notice(first.orderNo, { amount: price });
    expect(await (await notify(`epay?${raw}`)).text()).toBe('fail');
    expect(await harness.events(first.orderNo)).toEqual(['notify channelMismatch']);
  });

  test('has its URL shown read-only in the settings of each channel', async () => {
    const { groups } = (await harness.space.admin('/settings/get', { page: 'system' })).data as {
      groups: Record<string, { values: Record<string, unknown> }>;
    };
    for (const [group, channel] of [
      ['alipay', 'alipay'],
      ['wechatPay', 'wechat'],
      ['epay', 'epay'],
      ['stripe', 'stripe'],
    ] as const)
      expect(groups[group]?.values.notifyUrl).toBe(`https://shop.example.com/api/v1/pay/notify/${channel}`);
    const version = versions.get('epay');
    const values = { notifyUrl: 'https://evil.example.com' };
    const saved = await harness.space.admin('/settings/save', { page: 'system', group: 'epay', version, values });
    expect([saved.code, Object.keys(saved.errors)]).toEqual([42_200, ['notifyUrl']]);
  });
});

test('Alipay opens a mobile page, a QR code or a desktop page, depending on the product', async () => {
  const gateway = gateways.get('alipay') as FakeGateway;
  const paid = async (product: string) => {
    await save('alipay', { product });
    const requested = {
      userId: await harness.newUser(),
      productType: 'coin',
      productId: harness.products.coin,
    } as const;
    const { orderNo, payParams } = await harness.api.call('orderCreate', { ...requested, channel: 'alipay' });
    if (payParams.payUrl) expect((await fetch(String(payParams.payUrl))).status).toBe(200);
    gateway.pay(orderNo);
    expect((await harness.act(orderNo, 'query-upstream')).data).toMatchObject({
      result: 'applied',
      status: 'fulfilled',
    });
    return String(payParams.payUrl ?? payParams.qrCode).replace(orderNo, 'NO');
  };
  expect(await paid('wap')).toContain('alipay.trade.wap.pay');
  expect(await paid('qr')).toBe('https://qr.alipay.com/NO');
  expect(await paid('page')).toContain('alipay.trade.page.pay');
});

test('a channel whose key cannot be decrypted shows that status and rejects orders until the key is replaced', async () => {
  const { database, settings } = harness.space.foundation;
  const own = database.read.selectFrom('setting_secrets').select('sealed').where('group_name', '=', 'alipay');
  const { sealed } = await own.where('field', '=', 'privateKey').executeTakeFirstOrThrow();
  const setSealed = async (value: string) => {
    const stored = (tx: typeof database.read) => tx.updateTable('setting_secrets').where('group_name', '=', 'alipay');
    await database.transaction((tx) => stored(tx).where('field', '=', 'privateKey').set({ sealed: value }).execute());
    settings.purge();
  };
  const status = async () => {
    const { code, data } = await harness.space.admin('/settings/get', { page: 'system' });
    const groups = data.groups as Readonly<Record<string, { readonly values: { readonly status: string } }>>;
    return [code, groups.alipay?.values.status];
  };
  expect(await status()).toEqual([20_000, 'Ready']);
  await setSealed('damaged');
  expect(await status()).toEqual([20_000, expect.stringContaining('cannot be decrypted')]);
  const requested = { userId: await harness.newUser(), productType: 'coin', productId: harness.products.coin } as const;
  const rejected = await harness.space.service('/order/create', { ...requested, channel: 'alipay' }, harness.token);
  expect([rejected.code, rejected.errors.channel]).toEqual([42_200, [expect.stringContaining('cannot be decrypted')]]);
  const orders = database.read.selectFrom('orders').select('id').where('user_id', '=', requested.userId);
  expect(await orders.execute()).toEqual([]);
  await setSealed(sealed);
  expect(await status()).toEqual([20_000, 'Ready']);
});

test('answers of Alipay with another signature are rejected, and the connection test reports it', async () => {
  const gateway = gateways.get('alipay') as FakeGateway;
  const { settings } = gateway;
  const orderNo = await harness.place(await harness.newUser(), { channel: 'alipay' });
  const own = parseRsaPrivateKey(String(settings.privateKey));
  if (!own) throw new Error('there is no key');
  const notTheirs = createPublicKey(own).export({ type: 'spki', format: 'pem' });
  await save('alipay', { alipayPublicKey: String(notTheirs) });
  const probe = { page: 'system', group: 'alipay', action: 'probe', input: {} };
  expect((await harness.space.admin('/settings/run', probe)).data).toMatchObject({ ok: false, problem: 'answer' });
  const { id } = await harness.row(orderNo);
  expect((await harness.space.admin('/order/query-upstream', { id })).code).toBe(50_300);
  await save('alipay', settings);
  expect((await harness.space.admin('/order/query-upstream', { id })).data.result).toBe('notPaid');
  expect((await harness.space.admin('/settings/run', probe)).data).toMatchObject({
    ok: true,
    code: 'ACQ.TRADE_NOT_EXIST',
  });
});

test('Alipay requests use certificates when the app has them, and a wrong certificate is reported', async () => {
  const gateway = gateways.get('alipay') as AlipayHost;
  const { settings } = gateway;
  const probe = { page: 'system', group: 'alipay', action: 'probe', input: {} };
  const testConnection = async () => (await harness.space.admin('/settings/run', probe)).data;
  const given = gateway.certify(true);
  expect(await testConnection()).toMatchObject({ ok: false, problem: 'auth', code: 'isv.invalid-app-cert-sn' });
  await save('alipay', { ...settings, ...given, alipayPublicKey: null });
  expect(await testConnection()).toMatchObject({ ok: true, code: 'ACQ.TRADE_NOT_EXIST' });
  const orderNo = await harness.place(await harness.newUser(), { channel: 'alipay' });
  const { payParams } = await harness.api.call('orderCreate', {
    userId: await harness.newUser(),
    productType: 'coin',
    productId: harness.products.coin,
    channel: 'alipay',
  });
  expect((await fetch(String(payParams.payUrl))).status).toBe(200);
  expect((await harness.space.admin('/order/query-upstream', { id: (await harness.row(orderNo)).id })).code).toBe(
    20_000,
  );
  // Alipay's certificate in place of the app certificate does not match our private key.
  await save('alipay', { ...given, appCertificate: given.alipayCertificate });
  expect(await testConnection()).toMatchObject({ ok: false, problem: 'off' });
  await save('alipay', { ...settings, ...gateway.certify(false), appCertificate: null, alipayCertificate: null });
  expect(await testConnection()).toMatchObject({ ok: true });
});

test('a refund that Alipay credits to the payer’s balance after a bank rejected it is recorded once', async () => {
  const gateway = gateways.get('alipay') as AlipayHost;
  const product = { productType: 'coin', productId: harness.products.coin, channel: 'alipay' } as const;
  const { orderNo, payParams } = await harness.api.call('orderCreate', { userId: await harness.newUser(), ...product });
  await fetch(String(payParams.payUrl));
  gateway.pay(orderNo);
  await harness.act(orderNo, 'query-upstream');
  expect((await harness.act(orderNo, 'refund', { amount: 400, reason: 'as asked for' })).data.status).toBe(
    'partiallyRefunded',
  );
  const { no = '' } = gateway.refunds.at(-1) ?? {};
  const report = async ({ raw, headers }: WireNotice) => {
    const sent = { method: 'POST', body: raw, headers: { ...headers } };
    return (await fetch(`${harness.space.url}/api/v1/pay/notify/alipay`, sent)).text();
  };
  for (const status of ['S', 'F', 'F'] as const) expect(await report(gateway.depositBack(no, status))).toBe('success');
  const tampered = gateway.depositBack(no, 'F');
  expect(await report({ ...tampered, raw: tampered.raw.replace('dback_status', 'dback_state_') })).toBe('fail');
  const { read } = harness.space.foundation.database;
  const refund = await read.selectFrom('refunds').selectAll().where('no', '=', no).executeTakeFirstOrThrow();
  expect(refund).toMatchObject({ status: 'succeeded', came_back: 'no' });
  expect((await harness.events(orderNo)).filter((event) => event === 'refund rerouted')).toHaveLength(1);
});

test('Epay creates a QR code through its API for the configured payment method and the IP address of the payer', async () => {
  const { settings } = gateways.get('epay') as FakeGateway;
  await save('epay', { ...settings, opening: 'mapi' });
  const userId = await harness.newUser();
  const place = (rest: object) => {
    const product = { productType: 'coin', productId: harness.products.coin, channel: 'epay' };
    return harness.space.service('/order/create', { userId, ...product, ...rest }, harness.token);
  };
  expect((await place({ payerIp: '203.0.113.9' })).errors.channel).toEqual([
    expect.stringContaining('requires a payment method'),
  ]);
  await save('epay', { payType: 'alipay' });
  for (const rest of [{}, { payerIp: 'here' }]) expect(Object.keys((await place(rest)).errors)).toEqual(['payerIp']);
  const orders = harness.space.foundation.database.read.selectFrom('orders').select('id').where('user_id', '=', userId);
  expect(await orders.execute()).toEqual([]);
  const { orderNo, payParams } = (await place({ payerIp: '203.0.113.9' })).data as {
    orderNo: string;
    payParams: object;
  };
  expect(payParams).toMatchObject({ qrCode: `https://qr.example.com/${orderNo}`, amount: price });
  (gateways.get('epay') as FakeGateway).pay(orderNo);
  expect((await harness.act(orderNo, 'query-upstream')).data).toMatchObject({ result: 'applied', status: 'fulfilled' });
  await save('epay', { opening: 'submit', payType: 'any' });
});
