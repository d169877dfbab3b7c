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

/** What the platform was told: none of it may be lost, and none may count twice. */
export interface Acknowledged {
  /** Credits paid, by the request's id. */
  readonly captures: Map<string, number>;
  readonly releases: Set<string>;
  /** Orders that were paid. */
  readonly orders: Set<string>;
  /** Calls that got no answer, or were told to come again, and were sent again with their key. */
  again: number;
}

export interface Shop {
  readonly credentials: ServiceCredentials;
  readonly sandboxSecret: string;
  /** A pack of coins that is on sale, and its price in fen. */
  readonly productId: number;
  readonly price: number;
  readonly userIds: readonly number[];
}

/** Of so many uses one is given back, and one is followed by an order that is paid. */
const [releaseEvery, orderEvery] = [8, 16];
const timeoutMs = 10_000;

const transport: Transport = async ({ url, body, headers }) => {
  const signal = AbortSignal.timeout(timeoutMs);
  const answer = await fetch(url, { method: 'POST', body, headers: { ...headers }, signal });
  return { status: answer.status, body: await answer.text() };
};

export const apiAt = (baseUrl: string, credentials: ServiceCredentials): ServiceApiClient =>
  createServiceClient({ baseUrl, transport, credentials, newKey: randomUUID });

/** A user who uses the platform, pays and buys until it is over; `baseUrl` is read again for every call. */
export async function payUntil(
  over: () => boolean,
  baseUrl: () => string,
  { credentials, sandboxSecret, productId, price, userIds }: Shop,
  acknowledged: Acknowledged,
  pauseMs: number,
): Promise<void> {
  const insist = async <T>(call: (api: ServiceApiClient) => Promise<T>): Promise<T> => {
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
    const { orderNo } = await insist((api) => api.call('orderCreate', wanted, placeKey));
    const hmac = (text: string) => createHmac('sha256', sandboxSecret).update(text).digest('hex');
    const said = { orderNo, eventId, tradeNo: `T-${eventId}`, amount: price, currency: 'CNY', paidAt: Date.now() };
    // What is sent again is the same to the letter: the key is that of one body.
    const notice = signSandboxNotice(said, hmac, Date.now());
    await insist((api) => api.call('payNotify', notice, noticeKey));
    acknowledged.orders.add(orderNo);
  };
  for (let n = 1; !over(); n += 1) {
    const userId = userIds[n % userIds.length] ?? 0;
    const [requestId, holdKey, endKey] = [randomUUID(), randomUUID(), randomUUID()];
    const use = { userId, requestId, capability: 'chat', asset: 'coin', amount: 7 } as const;
    const { holdNo } = await insist((api) => api.call('billingHold', use, holdKey));
    if (n % releaseEvery === 0) {
      await insist((api) => api.call('billingRelease', { holdNo }, endKey));
      acknowledged.releases.add(holdNo);
    } else {
      const settled = { holdNo, amount: 1 + (n % 9) };
      const { charged } = await insist((api) => api.call('billingCapture', settled, endKey));
      acknowledged.captures.set(requestId, charged);
    }
    if (n % orderEvery === 0) await buy(userId);
    await delay(pauseMs);
  }
}
