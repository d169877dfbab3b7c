import { createHmac, randomInt, randomUUID } from 'node:crypto';
import { type ServiceApiClient, type ServiceOrder, signSandboxNotice } from '@gantry/core';
import { createSimulatedCall, pick, type SimulatedCall } from './simulate-action.ts';
import type { Stock } from './simulate-stock.ts';

export interface Shop {
  readonly kinds: readonly { readonly weight: number; make(): SimulatedCall }[];
  /** The call that completes an earlier one, such as the payment of an order or the report of a lease; null if there is none. */
  due(): SimulatedCall | null;
  /** Calls that end the open leases. */
  rest(): SimulatedCall[];
}

/** Outcomes of a call with a leased key, mostly successful. */
const outcomes = [
  ...Array.from({ length: 17 }, () => ({ outcome: 'ok', status: 200 }) as const),
  { outcome: 'server', status: 502 } as const,
  { outcome: 'timeout' } as const,
  { outcome: 'rateLimited', status: 429, retryAfterMs: 2_000 } as const,
];

/** Clients on which users order, mostly on a phone. */
const clients = ['web', 'web', 'h5', 'wechat', 'wechat', 'android', 'ios'] as const;

/** Simulates purchases, redemptions and check-ins, and the leases of the keys that answer questions. */
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

/** Pays four of five orders if the secret of the sandbox is known; cancels the others. */
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
