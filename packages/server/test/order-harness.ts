import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import {
  ResponseError,
  type SandboxNotice,
  type ServiceApiClient,
  type ServiceBody,
  type ServiceCalls,
  signSandboxNotice,
} from '@gantry/core';
import { createOrders } from '../src/modules/orders/create-orders.ts';
import type { OrderDeps } from '../src/modules/orders/order-deps.ts';
import type { RefundAnswer } from '../src/modules/payments/payment-adapter.ts';
import { createOrderHooks } from '../src/modules/server-modules.ts';
import { type Answered, createServiceHarness, type ServiceHarness } from './service-harness.ts';

type Placing = ServiceBody<ServiceCalls['orderCreate']>;

/** The full server with a shop: a product of each kind on sale, and a sandbox gateway. */
export interface OrderHarness {
  readonly space: ServiceHarness;
  readonly api: ServiceApiClient;
  readonly token: string;
  /** The server's own dependencies, with deliveries and refunds that fail while these flags say so. */
  readonly deps: OrderDeps;
  failing: boolean;
  refunding: 'works' | 'silent' | 'refuses';
  readonly products: { readonly coin: number; readonly compute: number; readonly vip: number };
  newUser(): Promise<number>;
  /**
   * Places an order of one coin pack (1000 coins and a bonus of 200 for ¥10.00) unless overridden. The sandbox stands in for a
   * real gateway, so its orders count as real payments.
   */
  place(userId: number, rest?: Partial<Placing>): Promise<string>;
  /** Places a test order, as the sandbox does outside of tests. */
  placeTest(userId: number, rest?: Partial<Placing>): Promise<string>;
  /** A notification signed like the gateway's; parts may be changed before or after signing. */
  notice(orderNo: string, said?: Partial<SandboxNotice>, secret?: string): ServiceBody<ServiceCalls['payNotify']>;
  notify(body: unknown, key?: string): Promise<Answered>;
  /** Calls an action on an order as the first admin, with recent identity confirmation. */
  act(orderNo: string, action: string, input?: Readonly<Record<string, unknown>>): Promise<Answered>;
  row(orderNo: string): Promise<Readonly<Record<string, unknown>>>;
  events(orderNo: string): Promise<string[]>;
  coins(userId: number): Promise<number>;
  set(values: Readonly<Record<string, unknown>>): Promise<void>;
}

const secret = 'sandbox-secret-for-tests';
const busy = 50_300;

/**
 * Retries while the server is busy: with many concurrent callers on a slow machine a call may be rejected before it does
 * anything.
 */
async function retryWhileBusy<T>(call: () => Promise<T>, isBusy: (answer: T) => boolean = () => false): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    const answer = await call().catch((error: unknown) => {
      if (error instanceof ResponseError && error.code === busy && tries < 100) return null;
      throw error;
    });
    if (answer !== null && (tries >= 100 || !isBusy(answer))) return answer;
    await delay(200);
  }
}
const wasBusy = ({ code }: Answered) => code === busy;

export const price = 1000;

async function createProducts(space: ServiceHarness): Promise<OrderHarness['products']> {
  const put = async (path: string, values: Readonly<Record<string, unknown>>) => {
    const { data, code } = await space.admin(`/${path}/create`, { name: randomUUID(), price, ...values });
    if (code !== 20_000) throw new Error(`no ${path}: ${code}`);
    await space.admin(`/${path}/publish`, { id: data.id });
    return Number(data.id);
  };
  return {
    coin: await put('currency-pack', { coin: 1000, bonus: 200 }),
    compute: await put('power-pack', { compute: 50, validDays: 30 }),
    vip: await put('vip-plan', {
      level: 1,
      durationUnit: 'day',
      durationValue: 30,
      giftCoin: 300,
      renewalPolicy: 'inherit',
    }),
  };
}

async function setPay(space: ServiceHarness, values: Readonly<Record<string, unknown>>): Promise<void> {
  const { data } = await space.admin('/settings/get', { page: 'system' });
  const groups = data.groups as Readonly<Record<string, { readonly version: number }>>;
  const version = groups.pay?.version ?? 0;
  const saved = await space.admin('/settings/save', { page: 'system', group: 'pay', version, values });
  if (saved.code !== 20_000) throw new Error(`not saved: ${JSON.stringify(saved)}`);
  space.now += 1001;
}

/** The server's own deliveries and refunds, which can be made to fail. */
function getNeeds(orders: OrderDeps, state: Pick<OrderHarness, 'failing' | 'refunding'>): OrderDeps {
  const sandbox = orders.adapters.get('sandbox');
  if (!sandbox) throw new Error('there is no sandbox');
  const refund = async (request: Parameters<typeof sandbox.refund>[0]): Promise<RefundAnswer> => {
    if (state.refunding === 'silent') throw new Error('the line is dead');
    if (state.refunding === 'refuses') return { outcome: 'rejected', why: 'the account is closed' };
    return sandbox.refund(request);
  };
  return {
    ...orders,
    adapters: new Map([...orders.adapters, ['sandbox', { ...sandbox, refund }]]),
    products: async () => {
      const products = await orders.products();
      return {
        ...products,
        fulfil: async (scope, order) => {
          await products.fulfil(scope, order);
          if (state.failing) throw new Error('the warehouse is on fire');
        },
      };
    },
  };
}

export async function createOrderHarness(kind: 'sqlite' | 'postgres'): Promise<OrderHarness> {
  const space = await createServiceHarness(kind);
  await space.proveMyself();
  await setPay(space, { sandboxEnabled: true, sandboxSecret: secret });
  const credentials = await space.newClient();
  const api = space.api(credentials);
  const token = `${credentials.clientId}.${credentials.secret}`;
  const products = await createProducts(space);
  const { read } = space.foundation.database;
  const state = { failing: false, refunding: 'works' as OrderHarness['refunding'] };
  const deps = getNeeds(createOrders(space.foundation, createOrderHooks(space.foundation)), state);
  let proven = { at: space.now, done: Promise.resolve() };
  /** An identity confirmation is valid for some minutes, so it is not repeated more often. */
  const prove = () => {
    if (space.now - proven.at > 120_000) proven = { at: space.now, done: space.proveMyself() };
    return proven.done;
  };
  const placeTest = async (userId: number, rest: Partial<Placing> = {}) => {
    const productType = rest.productType ?? 'coin';
    const product = { productType, productId: products[productType] } as const;
    const [requested, key] = [{ userId, ...product, channel: 'sandbox', ...rest } as const, randomUUID()];
    return (await retryWhileBusy(() => api.call('orderCreate', requested, key))).orderNo;
  };
  const getRow = (no: string) => read.selectFrom('orders').selectAll().where('no', '=', no).executeTakeFirstOrThrow();
  return Object.assign(state, {
    space,
    api,
    token,
    deps,
    products,
    newUser: async () => {
      const [requested, key] = [{ username: randomUUID() }, randomUUID()];
      return (await retryWhileBusy(() => api.call('userRegister', requested, key))).userId;
    },
    placeTest,
    async place(userId: number, rest: Partial<Placing> = {}) {
      const orderNo = await placeTest(userId, rest);
      const { database } = space.foundation;
      await database.transaction((tx) =>
        tx.updateTable('orders').set({ test_money: 0 }).where('no', '=', orderNo).execute(),
      );
      return orderNo;
    },
    notice(orderNo: string, said: Partial<SandboxNotice> = {}, key: string = secret) {
      const own = { eventId: `E-${orderNo}`, tradeNo: `T-${orderNo}`, amount: price, currency: 'CNY' };
      const hmac = (text: string) => createHmac('sha256', key).update(text).digest('hex');
      return signSandboxNotice({ orderNo, paidAt: space.now, ...own, ...said }, hmac, space.now);
    },
    notify: (body: unknown, key: string = randomUUID()) =>
      retryWhileBusy(() => space.service('/pay/notify', body, token, key), wasBusy),
    async act(orderNo: string, action: string, input: Readonly<Record<string, unknown>> = {}) {
      await prove();
      const body = { id: (await getRow(orderNo)).id, ...input };
      return retryWhileBusy(() => space.admin(`/order/${action}`, body), wasBusy);
    },
    row: getRow,
    async events(orderNo: string) {
      const { id } = await getRow(orderNo);
      const rows = await read
        .selectFrom('payment_events')
        .selectAll()
        .where('order_id', '=', id)
        .orderBy('id')
        .execute();
      return rows.map((row) => `${row.kind} ${row.result}`);
    },
    async coins(userId: number) {
      return (await retryWhileBusy(() => api.call('userGet', { userId }))).wallets.coin.balance;
    },
    async set(values: Readonly<Record<string, unknown>>) {
      await prove();
      await setPay(space, values);
    },
  });
}
