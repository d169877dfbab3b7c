import { ApiError, order } from '@gantry/core';
import { createDeletedDraft } from '../../platform/engine/changes.ts';
import { findUsages, runRemoval } from '../../platform/engine/delete.ts';
import type { Operation } from '../../platform/engine/operation.ts';
import { removeRecords } from '../../platform/store/records.ts';
import type { ProductKind } from './product-kinds.ts';

/** Deletes a product that no user holds, has bought or is about to pay for; an order names its product by kind and number. */
export function deleteProduct(kind: ProductKind): Operation {
  return {
    reverses: true,
    restores: true,
    async run({ tx, services, resource, row, name }) {
      const id = Number(row?.id);
      const { catalogue, database } = services;
      const referring = (await findUsages(catalogue, tx, resource, [id])).get(id) ?? [];
      const { orders } = await tx
        .selectFrom('orders')
        .select(({ fn }) => fn.countAll().as('orders'))
        .where('product_type', '=', kind)
        .where('product_id', '=', id)
        .where('status', '!=', 'closed')
        .executeTakeFirstOrThrow();
      const ordered = Number(orders) > 0 ? [{ resource: order.name, field: 'productId', count: Number(orders) }] : [];
      const usages = [...referring, ...ordered];
      if (usages.length > 0) throw new ApiError('inUse', { data: { usages } });
      await runRemoval(database.dialect, () => removeRecords(tx, database.dialect, resource, [id]));
      return { data: null, audit: { ...createDeletedDraft(resource, row ?? {}), action: name } };
    },
  };
}
