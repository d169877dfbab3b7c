import {
  type AnyResource,
  agent,
  agentCategory,
  agentVersion,
  aiBackground,
  aiIcon,
  aiTech,
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
  vipFaq,
  writeTemplate,
  writeTemplateVersion,
} from '@gantry/core';

/** Where a kind of content comes from. */
export interface ContentSource {
  readonly resource: AnyResource;
  /** States in which users see a record. */
  readonly states: readonly string[];
  /** Fields that are nobody's but the console's. */
  readonly hidden: readonly string[];
  /** Where the published version is kept, when the record may be ahead of it. */
  readonly versions?: AnyResource;
  /** The field that counts uses. */
  readonly counts?: string;
  /** The field that counts clicks, where they are counted beside uses. */
  readonly countsClicks?: string;
}

const switched = (resource: AnyResource, counts?: string): ContentSource => ({
  resource,
  states: ['enabled'],
  hidden: ['status'],
  ...(counts === undefined ? {} : { counts }),
});
const planned = (resource: AnyResource, counts: string): ContentSource => ({
  resource,
  states: ['published'],
  hidden: ['status', 'publishAt'],
  counts,
});
const versioned = (resource: AnyResource, versions: AnyResource): ContentSource => ({
  resource,
  versions,
  states: ['published'],
  hidden: ['status', 'rejectReason', 'ownerType'],
  counts: 'useCount',
});

export const contentSources: Readonly<Record<ContentKind, ContentSource>> = {
  icons: switched(aiIcon),
  agents: versioned(agent, agentVersion),
  agentCategories: switched(agentCategory),
  apps: versioned(miniApp, miniAppVersion),
  appCategories: switched(miniAppCategory),
  writeTemplates: versioned(writeTemplate, writeTemplateVersion),
  drawCategories: switched(drawCategory),
  drawPromptCategories: switched(drawPromptCategory),
  drawPrompts: switched(drawPrompt, 'useCount'),
  slideTemplates: switched(slideTemplate, 'useCount'),
  musicStyles: switched(musicStyle, 'useCount'),
  mindMapTemplates: switched(mindMapTemplate, 'useCount'),
  backgrounds: switched(aiBackground, 'useCount'),
  slides: {
    resource: carousel,
    states: ['published'],
    hidden: ['status', 'viewCount', 'clickCount'],
    counts: 'viewCount',
    countsClicks: 'clickCount',
  },
  cards: planned(aiTech, 'clickCount'),
  menuGroups: switched(menuGroup),
  menuItems: switched(menuItem),
  helpDocs: {
    resource: helpDoc,
    versions: helpDocVersion,
    states: ['published'],
    hidden: ['status', 'publishAt', 'untranslated', 'viewCount', 'helpful', 'unhelpful'],
    counts: 'viewCount',
  },
  faqs: switched(vipFaq),
  courses: planned(course, 'viewCount'),
  lessons: {
    resource: courseSchedule,
    states: ['planned', 'ongoing', 'finished', 'cancelled'],
    hidden: ['meetingUrl'],
    counts: 'enrolled',
  },
};

/** The kind of content that a resource is; undefined when users see none of it. */
export const getContentKind = (resource: string): ContentKind | undefined =>
  contentKinds.find((kind) => contentSources[kind].resource.name === resource);
