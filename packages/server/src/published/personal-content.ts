import { type AnyResource, agentCategory, type ContentItem, miniAppCategory, tableName } from '@gantry/core';
import { mayUseCategory, type Standing } from '../membership/may-use.ts';
import type { Reader, Row } from '../store/database.ts';
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
export async function seenBy(read: Reader, { resource }: ContentSource, standing: Standing): Promise<SeenBy> {
  const categories = categoriesOf[resource.name];
  const rows = categories ? await read.selectFrom(tableName(categories.name)).selectAll().execute() : [];
  const byId = new Map<number, Row>(rows.map((row) => [Number(row.id), row]));
  // Plans name categories of apps alone: any member may use those of agents.
  const own =
    categories === agentCategory ? { ...standing, benefits: { ...standing.benefits, appCategoryIds: [] } } : standing;
  return (item) => {
    const category = byId.get(categories === resource ? item.id : Number(item.categoryId));
    const mayUse = category === undefined || mayUseCategory(own, category);
    const isHidden = Number(category?.hidden_from_others ?? 0) === 1;
    if (isHidden && (!mayUse || standing.level === 0)) return null;
    return { ...item, allowed: mayUse && hasLevel(item, standing) };
  };
}

function hasLevel({ requiredVipLevel, vipOnly }: ContentItem, { level }: Standing): boolean {
  return level >= Number(requiredVipLevel ?? 0) && !(vipOnly === true && level === 0);
}

/** What a standing makes of a list that has a version: another person's is another list. */
export const standingVersion = ({ level, benefits }: Standing) => `${level} ${benefits.appCategoryIds.join()}`;
