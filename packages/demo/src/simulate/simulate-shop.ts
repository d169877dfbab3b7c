import { createHmac, randomInt, randomUUID } from 'node:crypto';
import { type ServiceApiClient, type ServiceOrder, signSandboxNotice } from '@gantry/core';
import { createSimulatedCall, pick, type SimulatedCall } from './simulate-action.ts';
import type { Stock } from './simulate-stock.ts';

export interface Shop {
  readonly kinds: readonly { readonly weight: number; make(): SimulatedCall }[];
  /** What follows from something before: an order is paid or cancelled, a key given back. */
  due(): SimulatedCall | null;
  /** Keys that are still lent. */
  rest(): SimulatedCall[];
}

/** How a call with a lent key ended, most often well. */
const outcomes = [
  ...Array.from({ length: 17 }, () => ({ outcome: 'ok', status: 200 }) as const),
  { outcome: 'server', status: 502 } as const,
  { outcome: 'timeout' } as const,
  { outcome: 'rateLimited', status: 429, retryAfterMs: 2_000 } as const,
];

/** Where people order, most often on a phone. */
const clients = ['web', 'web', 'h5', 'wechat', 'wechat', 'android', 'ios'] as const;

/** People who buy, redeem codes and sign in, and the keys that their questions are answered with. */
export function createShop(
  api: ServiceApiClient,
  userIds: readonly number[],
  { packs, leasable, signs, codes }: Stock,
  sandboxSecret: string | null,
): Shop {
  const orders: ServiceOrder[] = [];
  const leases: string[] = [];
  const order = createSimulatedCall('orderCreate', async () => {
    const { id: productId, productType } = pick(packs);
    const requested = {
      userId: pick(userIds),
      productType,
      productId,
      channel: 'sandbox',
      clientRef: randomUUID(),
      client: pick(clients),
    } as const;
    orders.push(await api.call('orderCreate', requested));
  });
  const lease = createSimulatedCall('keyLease', async () => {
    leases.push((await api.call('keyLease', { modelId: pick(leasable) })).leaseId);
  });
  const sign = createSimulatedCall('signIn', () => api.call('signIn', { userId: pick(userIds) }));
  const redeem = (): SimulatedCall => {
    const code = codes.pop();
    if (code === undefined) return createSimulatedCall('userGet', () => api.call('userGet', { userId: pick(userIds) }));
    return createSimulatedCall('redeemUse', () => api.call('redeemUse', { userId: pick(userIds), code }));
  };
  const report = (leaseId: string): SimulatedCall =>
    createSimulatedCall('keyReport', () =>
      api.call('keyReport', { leaseId, latencyMs: randomInt(200, 9_000), ...pick(outcomes) }),
    );
  return {
    kinds: [
      ...(packs.length > 0 ? [{ weight: 2, make: () => order }] : []),
      ...(leasable.length > 0 ? [{ weight: 6, make: () => lease }] : []),
      ...(signs ? [{ weight: 2, make: () => sign }] : []),
      ...(codes.length > 0 ? [{ weight: 1, make: redeem }] : []),
    ],
    due() {
      const lent = leases.shift();
      if (lent !== undefined) return report(lent);
      const placed = orders.shift();
      return placed ? settleOrder(api, placed, sandboxSecret) : null;
    },
    rest: () => leases.splice(0).map(report),
  };
}

/** Four of five orders are paid, where whoever simulates knows how the sandbox signs; the others are given up. */
function settleOrder(
  api: ServiceApiClient,
  { orderNo, payable, currency }: ServiceOrder,
  secret: string | null,
): SimulatedCall {
  if (secret === null || randomInt(5) === 0)
    return createSimulatedCall('orderCancel', () => api.call('orderCancel', { orderNo }));
  const at = Date.now();
  const notice = {
    eventId: randomUUID(),
    orderNo,
    tradeNo: `sim-${randomUUID()}`,
    amount: payable,
    currency,
    paidAt: at,
  };
  const hmac = (text: string) => createHmac('sha256', secret).update(text).digest('hex');
  return createSimulatedCall('payNotify', () => api.call('payNotify', signSandboxNotice(notice, hmac, at)));
}
