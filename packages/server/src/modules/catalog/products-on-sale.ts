import type { FaqShown, PackOnSale, PlanOnSale, ProductsOnSale } from '@gantry/core';
import { type Reader, type Row, withNamedTables } from '../../platform/store/database.ts';
import { snapshotOfPlan, toBenefits } from '../memberships/plan-snapshot.ts';
import { productTables } from './product-kinds.ts';
import { createPackSnapshot } from './product-snapshot.ts';

const textOrNull = (cell: unknown) => (cell === null || cell === undefined ? null : String(cell));
const numberOrNull = (cell: unknown) => (cell === null || cell === undefined ? null : Number(cell));

/** What can be bought at a moment, with the answers to what people ask about it. */
export async function listProductsOnSale(read: Reader, at: number): Promise<ProductsOnSale> {
  const rowsOf = async (table: string, status: string) =>
    withNamedTables(read)
      .selectFrom(table)
      .selectAll()
      .where('status', '=', status)
      .orderBy('sort')
      .orderBy('id')
      .execute();
  const sold = async (table: string) => (await rowsOf(table, 'on')).filter((row) => isOnSale(row, at));
  return {
    plans: (await sold(productTables.vip)).map(planShown),
    coinPacks: (await sold(productTables.coin)).map((row) => packShown('coin', row)),
    powerPacks: (await sold(productTables.compute)).map((row) => packShown('compute', row)),
    faq: (await rowsOf('vip_faqs', 'enabled')).map(faqShown),
  };
}

function planShown(row: Row): PlanOnSale {
  const { planId: id, renewalPolicy: _, allowModels, allowAppCategories, ...plan } = snapshotOfPlan(row);
  return {
    id,
    ...plan,
    ...toBenefits({ ...plan, allowModels: allowModels ?? [], allowAppCategories: allowAppCategories ?? [] }),
    badge: textOrNull(row.badge),
    cover: textOrNull(row.cover),
    description: textOrNull(row.description),
    originalPrice: numberOrNull(row.original_price),
    limitPerUser: Number(row.limit_per_user ?? 0),
    stock: numberOrNull(row.stock),
    recommended: row.recommended === 1,
  };
}

function packShown(asset: 'coin' | 'compute', row: Row): PackOnSale {
  const { packId: id, ...pack } = createPackSnapshot(asset, row);
  return {
    id,
    asset,
    ...pack,
    originalPrice: numberOrNull(row.original_price),
    limitPerUser: Number(row.limit_per_user ?? 0),
    stock: numberOrNull(row.stock),
    vipLevelRequired: Number(row.vip_level_required ?? 0),
    cover: textOrNull(row.cover),
    tag: textOrNull(row.tag),
    recommended: row.recommended === 1,
  };
}

function faqShown(row: Row): FaqShown {
  return {
    question: String(row.question),
    questionEn: textOrNull(row.question_en),
    answer: String(row.answer),
    answerEn: textOrNull(row.answer_en),
    category: textOrNull(row.category),
  };
}

/** Is a product put on sale, and is this within the time for which it is? */
export function isOnSale(row: Row, at: number): boolean {
  const from = row.visible_from ?? null;
  const to = row.visible_to ?? null;
  return row.status === 'on' && (from === null || Number(from) <= at) && (to === null || at < Number(to));
}
