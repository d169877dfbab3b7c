import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import {
  createServiceClient,
  ResponseError,
  type ServiceApiClient,
  type ServiceCredentials,
  signSandboxNotice,
  type Transport,
} from '@gantry/core';

/** What the server has acknowledged: none of it may be lost or counted twice. */
export interface Acknowledged {
  /** Charged credits, by the id of the request. */
  readonly captures: Map<string, number>;
  readonly releases: Set<string>;
  /** Paid orders. */
  readonly orders: Set<string>;
  /** Calls without a response or with a retry time, which were repeated with the same key. */
  again: number;
}

export interface Shop {
  readonly credentials: ServiceCredentials;
  readonly sandboxSecret: string;
  /** A coin pack on sale, and its price in fen. */
  readonly productId: number;
  readonly price: number;
  readonly userIds: readonly number[];
}

/** Of this many uses, one is released, and one is followed by a paid order. */
const [releaseEvery, orderEvery] = [8, 16];
const timeoutMs = 10_000;

const transport: Transport = async ({ url, body, headers }) => {
  const signal = AbortSignal.timeout(timeoutMs);
  const answer = await fetch(url, { method: 'POST', body, headers: { ...headers }, signal });
  return { status: answer.status, body: await answer.text() };
};

export const apiAt = (baseUrl: string, credentials: ServiceCredentials): ServiceApiClient =>
  createServiceClient({ baseUrl, transport, credentials, newKey: randomUUID });

/** Simulates a user who uses the platform, pays and buys until it is over. `baseUrl` is read again for every call. */
export async function payUntil(
  over: () => boolean,
  baseUrl: () => string,
  { credentials, sandboxSecret, productId, price, userIds }: Shop,
  acknowledged: Acknowledged,
  pauseMs: number,
): Promise<void> {
  const retryUntilAnswered = async <T>(call: (api: ServiceApiClient) => Promise<T>): Promise<T> => {
    for (;;) {
      try {
        return await call(apiAt(baseUrl(), credentials));
      } catch (error) {
        const passes = error instanceof ResponseError && (error.code === null || error.code >= 50_000);
        if (!passes) throw error;
        acknowledged.again += 1;
        await delay(100);
      }
    }
  };
  const buy = async (userId: number) => {
    const [placeKey, noticeKey, eventId] = [randomUUID(), randomUUID(), randomUUID()];
    const wanted = { userId, productType: 'coin', productId, channel: 'sandbox' } as const;
    const { orderNo } = await retryUntilAnswered((api) => api.call('orderCreate', wanted, placeKey));
    const hmac = (text: string) => createHmac('sha256', sandboxSecret).update(text).digest('hex');
    const said = { orderNo, eventId, tradeNo: `T-${eventId}`, amount: price, currency: 'CNY', paidAt: Date.now() };
    // A repeated call must have exactly the same body, because its key belongs to one body.
    const notice = signSandboxNotice(said, hmac, Date.now());
    await retryUntilAnswered((api) => api.call('payNotify', notice, noticeKey));
    acknowledged.orders.add(orderNo);
  };
  for (let n = 1; !over(); n += 1) {
    const userId = userIds[n % userIds.length] ?? 0;
    const [requestId, holdKey, endKey] = [randomUUID(), randomUUID(), randomUUID()];
    const use = { userId, requestId, capability: 'chat', asset: 'coin', amount: 7 } as const;
    const { holdNo } = await retryUntilAnswered((api) => api.call('billingHold', use, holdKey));
    if (n % releaseEvery === 0) {
      await retryUntilAnswered((api) => api.call('billingRelease', { holdNo }, endKey));
      acknowledged.releases.add(holdNo);
    } else {
      const settled = { holdNo, amount: 1 + (n % 9) };
      const { charged } = await retryUntilAnswered((api) => api.call('billingCapture', settled, endKey));
      acknowledged.captures.set(requestId, charged);
    }
    if (n % orderEvery === 0) await buy(userId);
    await delay(pauseMs);
  }
}
