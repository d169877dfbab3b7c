import { defineCalls, everyone } from '../definition/index.ts';
import { text } from '../fields/index.ts';

/** Names are no longer than this. */
export const maxKeywordLength = 255;

/** Records of every kind by what they are called. Each kind is looked through for whoever may read its list. */
export const findCalls = defineCalls({
  findRecords: {
    path: '/record/find',
    label: { zh: '按名称查找记录', en: 'Find records by name' },
    roles: everyone,
    reads: true,
    input: { keyword: text({ zh: '关键词', en: 'Keyword' }, { required: true, max: maxKeywordLength }) },
  },
});

/** A record that answers to a keyword: the newest few of each kind, the kinds in the order of the menu. */
export interface FoundItem {
  /** Name of its definition. */
  readonly resource: string;
  readonly id: number;
  /** What it is called; empty when it has no name. */
  readonly title: string;
}

export interface FindAnswer {
  readonly items: readonly FoundItem[];
}
