import { randomUUID } from 'node:crypto';
import { type OfferedModel, type PackOnSale, ResponseError, type ServiceApiClient } from '@gantry/core';

/** What the server offers; the simulator does not call what is missing. */
export interface Stock {
  readonly models: readonly Pick<OfferedModel, 'id' | 'name' | 'type'>[];
  /** Packs that can be bought through the sandbox gateway; empty when it is disabled. */
  readonly packs: readonly (Pick<PackOnSale, 'id'> & { readonly productType: 'coin' | 'compute' })[];
  /** Models whose keys can be leased. */
  readonly leasable: readonly number[];
  readonly signs: boolean;
  /** Redeem codes that the simulator has not used yet. */
  readonly codes: string[];
  /** The assets that each user can pay with, by user ID. */
  readonly assets: ReadonlyMap<number, readonly Asset[]>;
}

const allAssets = ['coin', 'compute'] as const;
type Asset = (typeof allAssets)[number];

/** The answer of a call; null when the server rejects it, because it or this client does not support it. */
async function callIfAllowed<T>(call: () => Promise<T>): Promise<T | null> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof ResponseError && error.code !== null) return null;
    throw error;
  }
}

async function findLeasableModels(api: ServiceApiClient, models: Stock['models']): Promise<number[]> {
  const found: number[] = [];
  for (const { id } of models) {
    const lease = await callIfAllowed(() => api.call('keyLease', { modelId: id }));
    if (lease === null) continue;
    await api.call('keyReport', { leaseId: lease.leaseId, outcome: 'ok', status: 200 });
    found.push(id);
  }
  return found;
}

async function readAssets(api: ServiceApiClient, userIds: readonly number[]): Promise<Stock['assets']> {
  const found = new Map<number, readonly Asset[]>();
  for (const userId of userIds) {
    const wallets = (await callIfAllowed(() => api.call('userGet', { userId })))?.wallets;
    const full = wallets ? allAssets.filter((asset) => wallets[asset].balance > wallets[asset].held) : [];
    found.set(userId, full.length > 0 ? full : allAssets);
  }
  return found;
}

/** Whether a pack can be ordered; the order is canceled immediately. */
async function isForSale(api: ServiceApiClient, userId: number, pack: Stock['packs'][number]): Promise<boolean> {
  const { id: productId, productType } = pack;
  const requested = { userId, productType, productId, channel: 'sandbox', clientRef: randomUUID() } as const;
  const order = await callIfAllowed(() => api.call('orderCreate', requested));
  if (order) await api.call('orderCancel', { orderNo: order.orderNo });
  return order !== null;
}

/** Reads what is for sale, which models have keys, which assets users have, and whether check-in is enabled. */
export async function readStock(
  api: ServiceApiClient,
  userIds: readonly number[],
  codes: readonly string[],
): Promise<Stock> {
  const userId = userIds[0] ?? 0;
  const offered = await callIfAllowed(() => api.call('configSnapshot', {}));
  const { coinPacks = [], powerPacks = [] } = offered?.market ?? {};
  const models = offered?.models ?? [];
  const packs = [
    ...coinPacks.map(({ id }) => ({ id, productType: 'coin' as const })),
    ...powerPacks.map(({ id }) => ({ id, productType: 'compute' as const })),
  ];
  const [first] = packs;
  const isOpen = first !== undefined && (await isForSale(api, userId, first));
  const sign = await callIfAllowed(() => api.call('signGet', { userId }));
  return {
    models: models.map(({ id, name, type }) => ({ id, name, type })),
    packs: isOpen ? packs : [],
    leasable: await findLeasableModels(api, models),
    signs: sign?.enabled === true,
    codes: [...codes],
    assets: await readAssets(api, userIds),
  };
}
