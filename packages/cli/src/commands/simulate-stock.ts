import { randomUUID } from 'node:crypto';
import { ApiError, type OfferedModel, type PackOnSale, type ServiceApiClient } from '@gantry/core';

/** What the platform has to offer: what it has not is not asked for. */
export interface Stock {
  readonly models: readonly Pick<OfferedModel, 'id' | 'name' | 'type'>[];
  /** Packs that can be bought through the sandbox gateway; none when it is off. */
  readonly packs: readonly (Pick<PackOnSale, 'id'> & { readonly productType: 'coin' | 'power' })[];
  /** Models whose keys can be leased. */
  readonly leasable: readonly number[];
  readonly signs: boolean;
  /** Redeem codes that nobody has used, as far as is known. */
  readonly codes: string[];
}

/** Does a call go through? Whatever is refused is not to be had here. */
async function works(call: () => Promise<unknown>): Promise<boolean> {
  try {
    await call();
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.code !== null) return false;
    throw error;
  }
}

async function leasableOf(api: ServiceApiClient, models: Stock['models']): Promise<number[]> {
  const found: number[] = [];
  for (const { id } of models) {
    const given = await works(async () => {
      const { leaseId } = await api.call('keyLease', { modelId: id });
      await api.call('keyReport', { leaseId, outcome: 'ok', status: 200 });
    });
    if (given) found.push(id);
  }
  return found;
}

/** Looks at what is for sale, which models have keys, and whether people sign in for a reward. */
export async function readStock(api: ServiceApiClient, userId: number, codes: readonly string[]): Promise<Stock> {
  const { models, market } = await api.call('configSnapshot', {});
  const packs = [
    ...market.coinPacks.map(({ id }) => ({ id, productType: 'coin' as const })),
    ...market.powerPacks.map(({ id }) => ({ id, productType: 'power' as const })),
  ];
  const [first] = packs;
  const isOpen =
    first !== undefined &&
    (await works(async () => {
      const { id: productId, productType } = first;
      const asked = { userId, productType, productId, channel: 'sandbox', clientRef: randomUUID() } as const;
      const { orderNo } = await api.call('orderCreate', asked);
      await api.call('orderCancel', { orderNo });
    }));
  const signs = await works(() => api.call('signGet', { userId }));
  return {
    models: models.map(({ id, name, type }) => ({ id, name, type })),
    packs: isOpen ? packs : [],
    leasable: await leasableOf(api, models),
    signs: signs && (await api.call('signGet', { userId })).enabled,
    codes: [...codes],
  };
}
