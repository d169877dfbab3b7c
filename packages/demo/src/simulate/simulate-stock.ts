import { randomUUID } from 'node:crypto';
import { type OfferedModel, type PackOnSale, ResponseError, type ServiceApiClient } from '@gantry/core';

/** What the platform offers: calls for anything else are not made. */
export interface Stock {
  readonly models: readonly Pick<OfferedModel, 'id' | 'name' | 'type'>[];
  /** Packs that can be bought through the sandbox gateway; none when it is disabled. */
  readonly packs: readonly (Pick<PackOnSale, 'id'> & { readonly productType: 'coin' | 'power' })[];
  /** Models whose keys can be leased. */
  readonly leasable: readonly number[];
  readonly signs: boolean;
  /** Redeem codes that are not known to be used. */
  readonly codes: string[];
  /** The assets with which each user can pay; all assets when both wallets are empty. */
  readonly purses: ReadonlyMap<number, readonly Asset[]>;
}

const assets = ['coin', 'power'] as const;
type Asset = (typeof assets)[number];

/** The answer of a call; null when the server rejects it. */
async function tried<T>(call: () => Promise<T>): Promise<T | null> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof ResponseError && error.code !== null) return null;
    throw error;
  }
}

async function leasableOf(api: ServiceApiClient, models: Stock['models']): Promise<number[]> {
  const found: number[] = [];
  for (const { id } of models) {
    const lease = await tried(() => api.call('keyLease', { modelId: id }));
    if (lease === null) continue;
    await api.call('keyReport', { leaseId: lease.leaseId, outcome: 'ok', status: 200 });
    found.push(id);
  }
  return found;
}

async function pursesOf(api: ServiceApiClient, userIds: readonly number[]): Promise<Stock['purses']> {
  const purses = new Map<number, readonly Asset[]>();
  for (const userId of userIds) {
    const wallets = (await tried(() => api.call('userGet', { userId })))?.wallets;
    const full = wallets ? assets.filter((asset) => wallets[asset].balance > wallets[asset].held) : [];
    purses.set(userId, full.length > 0 ? full : assets);
  }
  return purses;
}

/** Tries whether a pack can be ordered: places an order and cancels it immediately. */
async function sells(api: ServiceApiClient, userId: number, pack: Stock['packs'][number]): Promise<boolean> {
  const { id: productId, productType } = pack;
  const requested = { userId, productType, productId, channel: 'sandbox', clientRef: randomUUID() } as const;
  const order = await tried(() => api.call('orderCreate', requested));
  if (order) await api.call('orderCancel', { orderNo: order.orderNo });
  return order !== null;
}

/** Reads which packs are for sale, which models have keys, what users can pay with, and whether check-in is enabled. */
export async function readStock(
  api: ServiceApiClient,
  userIds: readonly number[],
  codes: readonly string[],
): Promise<Stock> {
  const userId = userIds[0] ?? 0;
  const offered = await tried(() => api.call('configSnapshot', {}));
  const { coinPacks = [], powerPacks = [] } = offered?.market ?? {};
  const models = offered?.models ?? [];
  const packs = [
    ...coinPacks.map(({ id }) => ({ id, productType: 'coin' as const })),
    ...powerPacks.map(({ id }) => ({ id, productType: 'power' as const })),
  ];
  const [first] = packs;
  const isOpen = first !== undefined && (await sells(api, userId, first));
  const sign = await tried(() => api.call('signGet', { userId }));
  return {
    models: models.map(({ id, name, type }) => ({ id, name, type })),
    packs: isOpen ? packs : [],
    leasable: await leasableOf(api, models),
    signs: sign?.enabled === true,
    codes: [...codes],
    purses: await pursesOf(api, userIds),
  };
}
