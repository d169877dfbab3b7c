import type { Values } from '@gantry/core';
import type { Operation } from '../../platform/engine/operation.ts';
import { computeAmount, scalePrice, toPrice, type Use } from './price.ts';

/** Models that one preview shows at most. */
const most = 500;

function useOf(input: Values): Use {
  const count = (value: unknown) => (typeof value === 'number' ? value : 0);
  return {
    promptTokens: count(input.promptTokens),
    completionTokens: count(input.completionTokens),
    units: typeof input.units === 'number' ? input.units : null,
    think: input.think === true,
  };
}

const largerOf = ({ promptTokens, completionTokens }: Use) =>
  promptTokens >= completionTokens ? 'promptTokens' : 'completionTokens';

/** What a use of a model would cost by its price now. */
export const quoteModel: Operation = {
  async run({ row, input, caller: { locale } }) {
    const price = toPrice(row ?? {});
    const use = useOf(input);
    const field = price.billingMode === 'perToken' ? largerOf(use) : 'units';
    return { data: { id: Number(row?.id), asset: price.asset, amount: computeAmount(price, use, { locale, field }) } };
  },
};

/** Old and new prices side by side; nothing changes. */
export const previewPrices: Operation = {
  async run({ tx, input }) {
    let query = tx.selectFrom('ai_models').selectAll();
    if (typeof input.provider === 'string') query = query.where('provider', '=', input.provider);
    if (typeof input.keyGroup === 'string') query = query.where('key_group', '=', input.keyGroup);
    const rows = await query.orderBy('sort').orderBy('id').limit(most).execute();
    const items = rows.map((row) => {
      const before = toPrice(row);
      const after = scalePrice(before, Number(input.factorBps));
      return {
        id: Number(row.id),
        name: String(row.name),
        priceIn: `${before.priceIn} → ${after.priceIn}`,
        priceOut: `${before.priceOut} → ${after.priceOut}`,
        priceUnit: `${before.priceUnit} → ${after.priceUnit}`,
      };
    });
    return { data: { items } };
  },
};
