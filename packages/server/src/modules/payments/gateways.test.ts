import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EpayHost } from '../../../test/epay-host.ts';
import type { Bent, FakeGateway, WireNotice } from '../../../test/fake-gateway.ts';
import { createGatewayHarness, type GatewayHarness } from '../../../test/gateway-harness.ts';
import { type OrderHarness, price } from '../../../test/order-harness.ts';
import { databaseKinds } from '../../../test/test-database.ts';
import { withNamedTables } from '../../platform/store/database.ts';
import { queryPending } from '../orders/expire-orders.ts';
import { reconcileRefunds } from '../orders/refunds/reconcile-refunds.ts';
import { sendDueRefunds, sendRefund } from '../orders/refunds/send-refund.ts';

describe.each(databaseKinds)('payment gateways on %s', (kind) => {
  let drop: () => Promise<void>;
  let save: GatewayHarness['save'];
  let harness: OrderHarness;
  let gateways: GatewayHarness['gateways'];
  beforeAll(async () => {
    ({ drop, gateways, save, harness } = await createGatewayHarness(kind));
  });
  afterAll(() => drop());

  describe.each(['stripe', 'wechat', 'alipay', 'epay'] as const)('payments through %s', (channel) => {
    let gateway: FakeGateway;
    beforeAll(() => {
      gateway = gateways.get(channel) as FakeGateway;
    });

    /** Opens the payment page when it is served by the fake gateway. */
    async function visit({ payUrl }: Readonly<Record<string, unknown>>): Promise<void> {
      if (typeof payUrl !== 'string' || !payUrl.startsWith(gateway.host.url)) return;
      const answer = await fetch(payUrl);
      expect([answer.status, ((await answer.json()) as { code?: number }).code ?? 1]).toEqual([200, 1]);
    }
    const order = async () => {
      const requested = {
        userId: await harness.newUser(),
        productType: 'coin',
        productId: harness.products.coin,
        channel,
      } as const;
      const { orderNo, payParams } = await harness.api.call('orderCreate', requested);
      await visit(payParams);
      return orderNo;
    };
    /** Sends a notification over HTTP, in the format of the gateway. */
    async function send({ raw, headers }: WireNotice) {
      const url = `${harness.space.url}/api/v1/pay/notify/${channel}`;
      const sent = { method: 'POST', body: raw, headers: { 'content-type': 'application/json', ...headers } };
      const answer = gateway.signsBy === 'query' ? await fetch(`${url}?${raw}`) : await fetch(url, sent);
      return { status: answer.status, body: await answer.text() };
    }
    const isTaken = async (notice: WireNotice) => {
      const { status, body } = await send(notice);
      return gateway.signsBy === 'headers' ? status < 300 : body === 'success';
    };
    const paidOrder = async () => {
      const orderNo = await order();
      gateway.pay(orderNo);
      expect(await isTaken(gateway.notice(orderNo))).toBe(true);
      return orderNo;
    };
    const refund = (orderNo: string, amount: number) =>
      harness.act(orderNo, 'refund', { amount, reason: 'as asked for' });
    /** Creates a fully refunded order. Returns its refund at the gateway and a reader of the stored refund. */
    const refundedOrder = async () => {
      const orderNo = await paidOrder();
      expect((await refund(orderNo, price)).data.status).toBe('refunded');
      const made = gateway.refunds.at(-1);
      if (!made) throw new Error('no refund was made');
      const refunds = harness.space.foundation.database.read.selectFrom('refunds').selectAll();
      return { orderNo, made, row: () => refunds.where('no', '=', made.no).executeTakeFirstOrThrow() };
    };
    /** Advances the clock and reconciles refunds. Returns whether the gateway was queried. */
    const reconcileAfter = async (days: number) => {
      harness.space.now += days * 86_400_000 + 1000;
      const before = gateway.host.requested.length;
      await reconcileRefunds(harness.deps);
      await harness.space.signIn();
      return gateway.host.requested.length > before;
    };
    const sendDue = async (later = 120_000) => {
      harness.space.now += later;
      await sendDueRefunds(harness.deps);
    };

    const testConnection = async () => {
      const requested = { page: 'system', group: gateway.group, action: 'probe', input: {} };
      return (await harness.space.admin('/settings/run', requested)).data;
    };

    test('books a payment once when its notification arrives several times', async () => {
      const userId = await harness.newUser();
      const requested = {
        userId,
        productType: 'coin',
        productId: harness.products.coin,
        channel,
        clientRef: randomUUID(),
      } as const;
      const { orderNo, payParams } = await harness.api.call('orderCreate', requested);
      expect(String(payParams.payUrl ?? payParams.qrCode)).toContain(orderNo);
      await visit(payParams);
      expect((await harness.api.call('orderCreate', requested)).payParams.amount).toBe(price);
      gateway.pay(orderNo);
      const notice = gateway.notice(orderNo);
      expect(await Promise.all([isTaken(notice), isTaken(notice), isTaken(gateway.notice(orderNo))])).not.toContain(
        false,
      );
      expect(await harness.row(orderNo)).toMatchObject({ status: 'fulfilled', paid: price, pay_channel: channel });
      expect(await harness.coins(userId)).toBe(1200);
      expect((await harness.events(orderNo)).sort()).toEqual([
        'notify applied',
        'notify duplicate',
        'notify duplicate',
      ]);
    });

    test.each<[string, Bent]>([
      ['amountMismatch', { amount: price - 1 }],
      ['amountMismatch', { amount: 0 }],
      ['currencyMismatch', { currency: 'USD' }],
      ['otherMerchant', { isOthers: true }],
    ])('rejects a signed notification that does not match the order: %s %j', async (reason, tampered) => {
      // Notifications of the other gateways have no currency field.
      if (reason === 'currencyMismatch' && gateway.signsBy !== 'headers') return;
      const orderNo = await order();
      expect(await isTaken(gateway.notice(orderNo, tampered))).toBe(false);
      expect(await harness.events(orderNo)).toEqual([`notify ${reason}`]);
      expect((await harness.row(orderNo)).status).toBe('pending');
    });

    test('rejects a notification without a valid and current signature of its exact content', async () => {
      const orderNo = await order();
      const right = gateway.notice(orderNo);
      const other = gateway.notice(await order());
      const extra: readonly WireNotice[] = [
        gateway.notice(orderNo, { at: harness.space.now - 301_000 }),
        gateway.notice(orderNo, { at: harness.space.now + 302_000 }),
        { ...right, raw: `${right.raw} ` },
        { ...right, headers: {} },
        { ...right, headers: other.headers },
        { ...right, raw: '{' },
      ];
      const within: readonly WireNotice[] = [
        { ...right, raw: `${right.raw}&more=1` },
        { ...right, raw: `${right.raw}&out_trade_no=${orderNo}` },
        { ...right, raw: right.raw.replace(/sign=[^&]+&?/, '') },
        { ...right, raw: other.raw.replace(/out_trade_no=[^&]+/, `out_trade_no=${orderNo}`) },
      ];
      const wrong = [gateway.notice(orderNo, { isForged: true }), ...(gateway.signsBy === 'headers' ? extra : within)];
      for (const notice of wrong) expect(await isTaken(notice)).toBe(false);
      expect((await harness.row(orderNo)).status).toBe('pending');
      expect(await isTaken(right)).toBe(true);
    });

    test('leaves an order pending after an authentic notification without a payment', async () => {
      const orderNo = await order();
      expect(await isTaken(gateway.notice(orderNo, { isUnpaid: true }))).toBe(true);
      expect((await harness.row(orderNo)).status).toBe('pending');
    });

    test('finds a payment whose notification was lost, by the job and by a query of an admin', async () => {
      const [one, two] = [await order(), await order()];
      expect((await harness.act(one, 'query-upstream')).data.result).toBe('notPaid');
      for (const orderNo of [one, two]) gateway.pay(orderNo);
      expect((await harness.act(one, 'query-upstream')).data).toMatchObject({ result: 'applied', status: 'fulfilled' });
      harness.space.now += 60_000;
      await queryPending(harness.deps);
      expect(await harness.row(two)).toMatchObject({ status: 'fulfilled', paid: price });
      expect(await isTaken(gateway.notice(two))).toBe(true);
      expect(await harness.events(two)).toEqual(['query applied', 'notify duplicate']);
    });

    test('refunds a payment in parts up to the full amount', async () => {
      const orderNo = await paidOrder();
      expect((await refund(orderNo, 300)).data.status).toBe('partiallyRefunded');
      expect((await refund(orderNo, 700)).data.status).toBe('refunded');
      expect(gateway.refunds.slice(-2).map(({ amount }) => amount)).toEqual([300, 700]);
    });

    test('refunds once when the gateway was down or its answer was lost', async () => {
      for (const how of ['down', 'lost'] as const) {
        const orderNo = await paidOrder();
        const before = gateway.refunds.length;
        gateway.refunding = how;
        expect((await refund(orderNo, price)).data.status).toBe('refunding');
        gateway.refunding = 'works';
        await sendDue();
        expect((await harness.row(orderNo)).status).toBe('refunded');
        expect(gateway.refunds.length).toBe(before + 1);
      }
    });

    test('keeps a refund in progress until the gateway reports success or failure', async () => {
      for (const [state, status] of gateway.laterStates ?? []) {
        const orderNo = await paidOrder();
        gateway.refunding = 'later';
        expect((await refund(orderNo, price)).data.status).toBe('refunding');
        // Banks may need days, and admins are not notified in the meantime.
        for (let round = 0; round < (gateway.signsBy === 'headers' ? 10 : 1); round += 1) await sendDue(2_700_000);
        expect((await harness.row(orderNo)).status).toBe('refunding');
        const made = gateway.refunds.at(-1);
        if (!made) throw new Error('no refund was made');
        made.state = state;
        await sendDue(2_700_000);
        expect((await harness.row(orderNo)).status).toBe(status);
        await harness.space.signIn();
      }
      gateway.refunding = 'works';
    });

    test('books each refund made in the dashboard of the gateway once, however it is reported', async () => {
      if (!gateway.outsideNotice) return;
      const { read } = harness.space.foundation.database;
      const orderNo = await paidOrder();
      const { id, user_id: userId } = await harness.row(orderNo);
      const reportRefund = async (no: string | null, amount: number, total: number) =>
        expect(await isTaken(gateway.outsideNotice?.(orderNo, { no, amount, total }) as WireNotice)).toBe(true);
      const refunds = read.selectFrom('refunds').selectAll().where('order_id', '=', Number(id)).orderBy('id');
      const theirs = async () =>
        (await refunds.where('requested_by', '=', 'gateway').execute()).map((row) => row.amount);
      const requested = gateway.refunds.length;
      await Promise.all([1, 2, 3].map(() => reportRefund(`back-1-${orderNo}`, 200, 200)));
      await reportRefund(`back-2-${orderNo}`, 100, 300);
      await reportRefund(`back-1-${orderNo}`, 200, 200);
      expect(await theirs()).toEqual([200, 100]);
      expect(gateway.refunds.length).toBe(requested);
      expect(await harness.row(orderNo)).toMatchObject({ status: 'partiallyRefunded', refunded: 300, paid: price });
      expect(await harness.coins(Number(userId))).toBe(1200 - 360);
      const reported = await read
        .selectFrom('notifications')
        .selectAll()
        .where('event', '=', 'moneyTakenBack')
        .execute();
      expect(reported.filter(({ params }) => params.includes(orderNo))).toMatchObject([{ happened: 2 }]);
      if (channel === 'alipay') {
        expect((await refund(orderNo, 300)).code).toBe(20_000);
        // A report about our own refund without its number must not be booked as a second refund.
        await reportRefund(null, 300, 600);
        await reportRefund(orderNo, 300, 600);
        expect(await theirs()).toEqual([200, 100]);
        await reportRefund(null, 50, 650);
        await reportRefund(null, 50, 650);
        expect(await theirs()).toEqual([200, 100, 50]);
        expect(await harness.row(orderNo)).toMatchObject({ refunded: 650 });
      }
      expect(await harness.space.broken()).toEqual([]);
    });

    test('notifies admins of a refund that failed after its success, and posts nothing to the ledger', async () => {
      if (!gateway.lostState) return;
      const [lost, why] = gateway.lostState;
      const { orderNo, made, row } = await refundedOrder();
      const { read } = harness.space.foundation.database;
      const report = () => send(gateway.refundNotice?.(made.no) as WireNotice);
      expect((await report()).status).toBeLessThan(300);
      expect(await row()).toMatchObject({ status: 'succeeded', came_back: 'no' });
      const coins = await harness.coins((await row()).user_id);
      made.state = lost;
      for (const { status } of await Promise.all([report(), report(), report()])) expect(status).toBeLessThan(300);
      expect(await row()).toMatchObject({ status: 'returned', came_back: 'waiting', came_back_why: why });
      expect(await harness.space.broken()).toEqual([]);
      expect(await harness.row(orderNo)).toMatchObject({ status: 'refunded', refunded: price });
      expect(await harness.coins((await row()).user_id)).toBe(coins);
      expect((await harness.events(orderNo)).filter((event) => event === 'refund cameBack')).toHaveLength(1);
      const reported = await read
        .selectFrom('notifications')
        .selectAll()
        .where('event', '=', 'refundCameBack')
        .execute();
      expect(reported.map(({ params }) => params).join()).toContain(made.no);
      const settle = async (externalNo: string) => {
        await harness.space.proveMyself();
        const body = { id: (await row()).id, externalNo, reason: 'paid to the new card' };
        return (await harness.space.admin('/refund/mark-paid-manually', body)).code;
      };
      // The number of another refund's transfer is rejected, however it is typed.
      const byHand = await harness.place(await harness.newUser(), { channel: 'manual' });
      await harness.act(byHand, 'mark-paid', { paid: price, externalNo: `IN-${orderNo}`, evidence: 'bank statement' });
      const transfer = { amount: price, reason: 'as asked for', externalNo: `${channel}-76` };
      expect((await harness.act(byHand, 'refund', transfer)).code).toBe(20_000);
      expect(await settle(` ${channel.toUpperCase()} - 76`)).toBe(42_200);
      expect(await row()).toMatchObject({ status: 'returned', hand_paid_no: null });
      expect(await settle(`${channel.toUpperCase()}-77`)).toBe(20_000);
      expect(await row()).toMatchObject({
        status: 'succeeded',
        came_back: 'settled',
        hand_paid_no: `${channel.toUpperCase()}-77`,
      });
      expect(await settle(`${channel.toUpperCase()}-78`)).toBe(40_902);
      await report();
      expect((await row()).came_back).toBe('settled');
    });

    test('leaves a refund with another amount at the gateway unchanged, and notifies admins', async () => {
      if (!gateway.lostState) return;
      const { orderNo, made } = await refundedOrder();
      Object.assign(made, { amount: made.amount - 1 });
      expect((await send(gateway.refundNotice?.(made.no) as WireNotice)).status).toBeGreaterThan(299);
      expect((await harness.events(orderNo)).filter((event) => event === 'refund amountMismatch')).toHaveLength(1);
      expect(await harness.row(orderNo)).toMatchObject({ status: 'refunded', refunded: price });
      const { read } = harness.space.foundation.database;
      const reported = await read.selectFrom('notifications').selectAll().where('event', '=', 'refundOdd').execute();
      const ours = reported.map(({ type, params }) => `${type} ${params}`).filter((one) => one.includes(made.no));
      expect(ours).toEqual([`todo ${JSON.stringify({ no: made.no })}`]);
    });

    test('queries a refund for a month, in case the notification of its failure was lost', async () => {
      if (!gateway.lostState) return;
      const [lost, why] = gateway.lostState;
      const { orderNo, made, row } = await refundedOrder();
      expect(await reconcileAfter(0)).toBe(false);
      expect(await reconcileAfter(1)).toBe(true);
      expect(await row()).toMatchObject({ status: 'succeeded', came_back: 'no' });
      made.state = lost;
      expect(await reconcileAfter(2)).toBe(true);
      expect(await row()).toMatchObject({ status: 'returned', came_back: 'waiting', came_back_why: why });
      for (const days of [4, 8, 15, 30]) await reconcileAfter(days);
      expect((await row()).next_look_at).toBeNull();
      expect((await harness.events(orderNo)).filter((event) => event === 'refund cameBack')).toHaveLength(1);
    });

    test('does not mark a refund as returned while Alipay processes it or after Alipay credits the payer’s balance', async () => {
      if (gateway.channel !== 'alipay') return;
      const { orderNo, made, row } = await refundedOrder();
      const reported = async () => (await harness.events(orderNo)).filter((event) => event === 'refund rerouted');
      for (const [state, events] of [
        ['REFUND_PROCESSING', []],
        ['REFUND_DETOUR', ['refund rerouted']],
        ['REFUND_DETOUR', ['refund rerouted']],
      ] as const) {
        made.state = state;
        await reconcileAfter(8);
        expect(await row()).toMatchObject({ status: 'succeeded', came_back: 'no' });
        expect(await reported()).toEqual(events);
      }
      made.state = 'REFUND_FAIL';
      await reconcileAfter(16);
      expect(await row()).toMatchObject({ status: 'returned', came_back: 'waiting', came_back_why: 'REFUND_FAIL' });
    });

    test('queries a refund immediately when the gateway sends a notification about it', async () => {
      const [state, status] = gateway.laterStates?.at(-1) ?? [];
      if (!gateway.refundNotice || !state) return;
      const orderNo = await paidOrder();
      gateway.refunding = 'later';
      expect((await refund(orderNo, price)).data.status).toBe('refunding');
      gateway.refunding = 'works';
      const made = gateway.refunds.at(-1) as { no: string; state: string };
      made.state = state;
      expect((await send(gateway.refundNotice(made.no))).status).toBeLessThan(300);
      expect(await harness.row(orderNo)).toMatchObject({ status });
    });

    test('keeps the payment and the delivered product when the gateway rejects a refund for good', async () => {
      const orderNo = await paidOrder();
      gateway.refunding = 'refuses';
      expect((await refund(orderNo, price)).data.status).toBe('fulfilled');
      gateway.refunding = 'works';
      expect(await harness.coins(Number((await harness.row(orderNo)).user_id))).toBe(1200);
      expect((await refund(orderNo, price)).data.status).toBe('refunded');
    });

    test('tests the connection with the saved keys, and reports an authentication problem for a wrong key', async () => {
      expect(await testConnection()).toMatchObject({ ok: true, problem: null });
      const { settings, group } = gateway;
      await save(group, gateway.wrongKey);
      expect(await testConnection()).toMatchObject({ ok: false, problem: 'auth' });
      await save(group, settings);
    });

    test('rejects orders unless the channel is enabled, configured and supports the currency', async () => {
      const { settings, group } = gateway;
      const userId = await harness.newUser();
      const rejected = async () => {
        const requested = { userId, productType: 'coin', productId: harness.products.coin, channel };
        const { code, errors } = await harness.space.service('/order/create', requested, harness.token);
        expect(code).toBe(42_200);
        return errors.channel?.join() ?? '';
      };
      /** Reads the status of the channel that the settings show. */
      const status = async () => {
        const { groups } = (await harness.space.admin('/settings/get', { page: 'system' })).data as {
          groups: Record<string, { values: { status?: unknown } }>;
        };
        return groups[group]?.values.status;
      };
      await save(group, { enabled: false });
      expect(await rejected()).toMatch(/ disabled /);
      expect(await status()).toMatch(/ disabled /);
      await save(group, { ...settings, ...gateway.unfilled });
      expect(await rejected()).toMatch(
        /signing secret of Stripe is missing|The Alipay app ID, .* is missing|cannot read: App ID \(|(?:Epay|Alipay) is missing/,
      );
      expect(await testConnection()).toMatchObject({
        ok: false,
        problem: 'off',
        said: expect.stringMatching(/missing/),
      });
      await save(group, settings);
      await save('site', { url: null });
      expect(await rejected()).toMatch(/site/);
      expect(await testConnection()).toMatchObject({ ok: true, said: expect.stringMatching(/ · .*site/) });
      await save('site', { url: 'https://shop.example.com' });
      await save('pay', { currency: 'JPY' });
      expect(await rejected()).toMatch(/hundredths|CNY/);
      await save('pay', { currency: 'CNY', orderTimeoutMin: 20 });
      if (channel === 'stripe') expect(await rejected()).toMatch(/30 to 1,435 minutes/);
      await save('pay', { orderTimeoutMin: 30 });
      expect(await status()).toBe('Ready');
    });

    test('stores and returns no key', async () => {
      const { read } = harness.space.foundation.database;
      const tables = ['payment_events', 'refunds', 'orders', 'audit_logs', 'settings', 'notifications'] as const;
      const stored: unknown[] = [(await harness.space.admin('/settings/get', { page: 'system' })).data];
      for (const table of tables) stored.push(await withNamedTables(read).selectFrom(table).selectAll().execute());
      const text = JSON.stringify(stored);
      expect(text).toContain(gateway.channel);
      for (const key of gateway.keys) expect(text).not.toContain(key);
    });
  });

  describe('refunds by Epay, which has no refund numbers', () => {
    let gateway: EpayHost;
    beforeAll(() => {
      gateway = gateways.get('epay') as typeof gateway;
    });
    const refunding = async () => {
      const product = { productType: 'coin', productId: harness.products.coin, channel: 'epay' } as const;
      const { orderNo, payParams } = await harness.api.call('orderCreate', {
        userId: await harness.newUser(),
        ...product,
      });
      await fetch(String(payParams.payUrl));
      gateway.pay(orderNo);
      await harness.act(orderNo, 'query-upstream');
      gateway.refunding = 'lost';
      await harness.act(orderNo, 'refund', { amount: 400, reason: 'as asked for', externalNo: 'NOT-YET-MADE' });
      gateway.refunding = 'works';
      const { id } = await harness.row(orderNo);
      const { read } = harness.space.foundation.database;
      const refund = async () => {
        const row = await read
          .selectFrom('refunds')
          .selectAll()
          .where('order_id', '=', Number(id))
          .executeTakeFirstOrThrow();
        return { id: row.id, status: row.status, error: row.error, channelNo: row.channel_refund_no };
      };
      return { orderNo, refund };
    };

    test('does not repeat a request whose outcome is unknown until an admin has checked it', async () => {
      gateway.tellsRefunds = false;
      const before = gateway.refunds.length;
      const { orderNo, refund } = await refunding();
      for (let tries = 0; tries < 9; tries += 1) {
        harness.space.now += 3_600_001;
        await sendDueRefunds(harness.deps);
      }
      expect(await refund()).toMatchObject({ status: 'processing', channelNo: null });
      expect((await refund()).error).toContain('check its back office');
      expect(gateway.refunds.length).toBe(before + 1);
      await harness.space.signIn();
      await harness.space.proveMyself();
      const { id } = await refund();
      const rows = await harness.space.foundation.database.read.selectFrom('refunds').selectAll().execute();
      const known = rows.find((row) => row.channel === 'epay' && row.status === 'succeeded');
      const taken = String(known?.channel_refund_no);
      for (const externalNo of [taken, `${taken.slice(0, 3).toLowerCase()} ${taken.slice(3).toLowerCase()}`]) {
        const others = await harness.space.admin('/refund/retry', { id, externalNo });
        expect([others.code, Object.keys(others.errors)]).toEqual([42_200, ['externalNo']]);
      }
      const retried = await harness.space.admin('/refund/retry', { id, externalNo: ' EPR-77 ' });
      expect(retried.data).toMatchObject({ status: 'succeeded', channelRefundNo: 'EPR-77' });
      expect(await harness.row(orderNo)).toMatchObject({ status: 'partiallyRefunded', refunded: 400 });
      expect(gateway.refunds.length).toBe(before + 1);
      gateway.tellsRefunds = true;
    });

    test('sends one request when several processes send the refund concurrently', async () => {
      const before = gateway.refunds.length;
      const { refund } = await refunding();
      harness.space.now += 120_000;
      const { id } = await refund();
      await Promise.all([sendRefund(harness.deps, id), sendRefund(harness.deps, id), sendDueRefunds(harness.deps)]);
      expect((await refund()).status).toBe('succeeded');
      expect(gateway.refunds.length).toBe(before + 1);
    });
  });
});
