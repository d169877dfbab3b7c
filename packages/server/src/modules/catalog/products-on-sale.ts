import type { FaqShown, PackOnSale, PlanOnSale, ProductsOnSale } from '@gantry/core';
import type { Reader, RowOf } from '../../platform/store/database.ts';
import { createPlanSnapshot, toBenefits } from '../memberships/index.ts';
import { createPackSnapshot, type PackRow, type ProductRow } from './product-snapshot.ts';

const toTextOrNull = (cell: unknown) => (cell === null || cell === undefined ? null : String(cell));
const toNumberOrNull = (cell: unknown) => (cell === null || cell === undefined ? null : Number(cell));

/** Lists the products that can be bought at a moment. */
export async function listProductsOnSale(read: Reader, at: number): Promise<ProductsOnSale> {
  const [plans, coinPacks, powerPacks] = [
    read.selectFrom('vip_plans').selectAll().where('status', '=', 'on').orderBy('sort').orderBy('id'),
    read.selectFrom('currency_packs').selectAll().where('status', '=', 'on').orderBy('sort').orderBy('id'),
    read.selectFrom('power_packs').selectAll().where('status', '=', 'on').orderBy('sort').orderBy('id'),
  ];
  const faq = read.selectFrom('vip_faqs').selectAll().where('status', '=', 'enabled').orderBy('sort').orderBy('id');
  const isSold = (row: ProductRow) => isOnSale(row, at);
  return {
    plans: (await plans.execute()).filter(isSold).map(planShown),
    coinPacks: (await coinPacks.execute()).filter(isSold).map(packShown),
    powerPacks: (await powerPacks.execute()).filter(isSold).map(packShown),
    faq: (await faq.execute()).map(toFaqShown),
  };
}

function planShown(row: RowOf<'vip_plans'>): PlanOnSale {
  const { planId: id, renewalPolicy: _, allowModels, allowAppCategories, ...plan } = createPlanSnapshot(row);
  return {
    id,
    ...plan,
    ...toBenefits({ ...plan, allowModels: allowModels ?? [], allowAppCategories: allowAppCategories ?? [] }),
    badge: toTextOrNull(row.badge),
    cover: toTextOrNull(row.cover),
    description: toTextOrNull(row.description),
    originalPrice: toNumberOrNull(row.original_price),
    limitPerUser: row.limit_per_user ?? 0,
    stock: toNumberOrNull(row.stock),
    recommended: row.recommended === 1,
  };
}

function packShown(row: PackRow): PackOnSale {
  const { packId: id, ...pack } = createPackSnapshot(row);
  return {
    id,
    asset: 'coin' in row ? 'coin' : 'compute',
    ...pack,
    originalPrice: toNumberOrNull(row.original_price),
    limitPerUser: row.limit_per_user ?? 0,
    stock: toNumberOrNull(row.stock),
    vipLevelRequired: row.vip_level_required ?? 0,
    cover: toTextOrNull(row.cover),
    tag: toTextOrNull(row.tag),
    recommended: row.recommended === 1,
  };
}

function toFaqShown(row: RowOf<'vip_faqs'>): FaqShown {
  return {
    question: row.question,
    questionEn: toTextOrNull(row.question_en),
    answer: row.answer,
    answerEn: toTextOrNull(row.answer_en),
    category: toTextOrNull(row.category),
  };
}

/** Whether a product is on sale, and the moment is within its sale period. */
export function isOnSale(row: ProductRow, at: number): boolean {
  const from = 'visible_from' in row ? row.visible_from : null;
  const to = 'visible_to' in row ? row.visible_to : null;
  return row.status === 'on' && (from === null || from <= at) && (to === null || at < to);
}
