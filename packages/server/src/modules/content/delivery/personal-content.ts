import { type AnyResource, agentCategory, type ContentItem, miniAppCategory, tableName } from '@gantry/core';
import type { Reader, Row } from '../../../platform/store/database.ts';
import { canUseCategory, type Eligibility } from '../../memberships/quotas/may-use.ts';
import type { ContentSource } from './content-sources.ts';

/** How a person sees content: what is hidden from them is not there, and each says whether they may use it. */
export type SeenBy = (item: ContentItem) => ContentItem | null;

/** Where the categories of content are that may be for members only. */
export const categoriesOf: Readonly<Record<string, AnyResource>> = {
  agent: agentCategory,
  agentCategory,
  miniApp: miniAppCategory,
  miniAppCategory,
};

/** How somebody of a standing sees content from a source. */
export async function getVisibleContent(
  read: Reader,
  { resource }: ContentSource,
  status: Eligibility,
): Promise<SeenBy> {
  const categories = categoriesOf[resource.name];
  const rows = categories ? await read.selectFrom(tableName(categories.name)).selectAll().execute() : [];
  const byId = new Map<number, Row>(rows.map((row) => [Number(row.id), row]));
  // Plans name categories of apps alone: any member may use those of agents.
  const own =
    categories === agentCategory ? { ...status, benefits: { ...status.benefits, appCategoryIds: [] } } : status;
  return (item) => {
    const category = byId.get(categories === resource ? item.id : Number(item.categoryId));
    const mayUse = category === undefined || canUseCategory(own, category);
    const isHidden = Number(category?.hidden_from_others ?? 0) === 1;
    if (isHidden && (!mayUse || status.level === 0)) return null;
    return { ...item, allowed: mayUse && hasLevel(item, status) };
  };
}

function hasLevel({ requiredVipLevel, vipOnly }: ContentItem, { level }: Eligibility): boolean {
  return level >= Number(requiredVipLevel ?? 0) && !(vipOnly === true && level === 0);
}

/** What a standing makes of a list that has a version: another person's is another list. */
export const getEligibilityVersion = ({ level, benefits }: Eligibility) => `${level} ${benefits.appCategoryIds.join()}`;
