import {
  type AnyResource,
  ApiError,
  agent,
  agentCategory,
  agentVersion,
  aiBackground,
  aiIcon,
  aiTech,
  type Catalogue,
  type ContentItem,
  type ContentKind,
  carousel,
  contentKinds,
  course,
  courseSchedule,
  drawCategory,
  drawPrompt,
  drawPromptCategory,
  helpDoc,
  helpDocVersion,
  menuGroup,
  menuItem,
  mindMapTemplate,
  miniApp,
  miniAppCategory,
  miniAppVersion,
  musicStyle,
  slideTemplate,
  snake,
  toTableName,
  vipFaq,
  writeTemplate,
  writeTemplateVersion,
} from '@gantry/core';
import { sql } from 'kysely';
import { getId, type Reader, type Row, type Tx, withNamedTables } from '../../../platform/store/database.ts';
import { canUseCategory, type Eligibility } from '../../memberships/index.ts';
import { getContentSource } from './list-content.ts';

/** The source of a type of content. */
export interface ContentSource {
  readonly resource: AnyResource;
  /** States in which users see a record. */
  readonly states: readonly string[];
  /** Fields that are only for the console. */
  readonly hidden: readonly string[];
  /** Where the published version is stored, when the draft may be newer. */
  readonly versions?: AnyResource;
  /** The field that counts uses. */
  readonly counts?: string;
  /** The field that counts clicks, where they are counted in addition to uses. */
  readonly countsClicks?: string;
}

const createSwitchedSource = (resource: AnyResource, counts?: string): ContentSource => ({
  resource,
  states: ['enabled'],
  hidden: ['status'],
  ...(counts === undefined ? {} : { counts }),
});
const createPlannedSource = (resource: AnyResource, counts: string): ContentSource => ({
  resource,
  states: ['published'],
  hidden: ['status', 'publishAt'],
  counts,
});
const createVersionedSource = (resource: AnyResource, versions: AnyResource): ContentSource => ({
  resource,
  versions,
  states: ['published'],
  hidden: ['status', 'rejectReason', 'ownerType'],
  counts: 'useCount',
});

export const contentSources: Readonly<Record<ContentKind, ContentSource>> = {
  icons: createSwitchedSource(aiIcon),
  agents: createVersionedSource(agent, agentVersion),
  agentCategories: createSwitchedSource(agentCategory),
  apps: createVersionedSource(miniApp, miniAppVersion),
  appCategories: createSwitchedSource(miniAppCategory),
  writeTemplates: createVersionedSource(writeTemplate, writeTemplateVersion),
  drawCategories: createSwitchedSource(drawCategory),
  drawPromptCategories: createSwitchedSource(drawPromptCategory),
  drawPrompts: createSwitchedSource(drawPrompt, 'useCount'),
  slideTemplates: createSwitchedSource(slideTemplate, 'useCount'),
  musicStyles: createSwitchedSource(musicStyle, 'useCount'),
  mindMapTemplates: createSwitchedSource(mindMapTemplate, 'useCount'),
  backgrounds: createSwitchedSource(aiBackground, 'useCount'),
  slides: {
    resource: carousel,
    states: ['published'],
    hidden: ['status', 'viewCount', 'clickCount'],
    counts: 'viewCount',
    countsClicks: 'clickCount',
  },
  cards: createPlannedSource(aiTech, 'clickCount'),
  menuGroups: createSwitchedSource(menuGroup),
  menuItems: createSwitchedSource(menuItem),
  helpDocs: {
    resource: helpDoc,
    versions: helpDocVersion,
    states: ['published'],
    hidden: ['status', 'publishAt', 'untranslated', 'viewCount', 'helpful', 'unhelpful'],
    counts: 'viewCount',
  },
  faqs: createSwitchedSource(vipFaq),
  courses: createPlannedSource(course, 'viewCount'),
  lessons: {
    resource: courseSchedule,
    states: ['planned', 'ongoing', 'finished', 'cancelled'],
    hidden: ['meetingUrl'],
    counts: 'enrolled',
  },
};

/** The type of content of a resource; undefined when it is not shown to users. */
export const getContentKind = (resource: string): ContentKind | undefined =>
  contentKinds.find((kind) => contentSources[kind].resource.name === resource);

/** Converts content for a user: hidden items are omitted, and each item states whether the user may use it. */
type SeenBy = (item: ContentItem) => ContentItem | null;

/** Categories of content that may be restricted to members. */
export const categoriesOf: Readonly<Record<string, AnyResource>> = {
  agent: agentCategory,
  agentCategory,
  miniApp: miniAppCategory,
  miniAppCategory,
};

/** How a user with the given eligibility sees the content of a source. */
export async function getVisibleContent(
  read: Reader,
  { resource }: ContentSource,
  status: Eligibility,
): Promise<SeenBy> {
  const categories = categoriesOf[resource.name];
  const rows = categories
    ? await withNamedTables(read).selectFrom(toTableName(categories.name)).selectAll().execute()
    : [];
  const byId = new Map<number, Row>(rows.map((row) => [getId(row), row]));
  // Plans restrict only categories of apps: any member may use those of agents.
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

/** The part of a list's version that depends on the user's eligibility, because each eligibility sees another list. */
export const getEligibilityVersion = ({ level, benefits }: Eligibility) => `${level} ${benefits.appCategoryIds.join()}`;

interface Use {
  readonly kind: ContentKind;
  readonly id: number;
  readonly uses?: number | undefined;
  readonly clicks?: number | undefined;
}

/** Counts uses of existing records and returns how many were counted. The records' versions do not change. */
export async function countUses(tx: Tx, catalogue: Catalogue, uses: readonly Use[]): Promise<number> {
  let counted = 0;
  for (const { kind, id, uses: count = 1, clicks } of uses) {
    const { resource, counts, countsClicks } = getContentSource(catalogue, kind);
    if (counts === undefined) throw new ApiError('invalid', { errors: { kind: [`${kind} are not counted`] } });
    if (clicks !== undefined && countsClicks === undefined)
      throw new ApiError('invalid', { errors: { clicks: [`clicks of ${kind} are not counted`] } });
    const { numUpdatedRows } = await withNamedTables(tx)
      .updateTable(toTableName(resource.name))
      .set({
        ...createIncrement(counts, count),
        ...(countsClicks === undefined ? {} : createIncrement(countsClicks, clicks ?? 0)),
      })
      .where('id', '=', id)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) counted += count;
  }
  return counted;
}

function createIncrement(field: string, count: number) {
  const column = snake(field);
  return { [column]: sql`coalesce(${sql.ref(column)}, 0) + ${count}` };
}
