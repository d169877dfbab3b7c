import { defineCalls, everyone } from '../definition/index.ts';
import { text } from '../fields/index.ts';

/** Maximum length of a keyword. Names are not longer. */
export const maxKeywordLength = 255;

/** The search for records by name in all resources. It covers the resources whose list the caller may read. */
export const findCalls = defineCalls({
  findRecords: {
    path: '/record/find',
    label: { zh: '按名称查找记录', en: 'Find records by name' },
    roles: everyone,
    reads: true,
    input: { keyword: text({ zh: '关键词', en: 'Keyword' }, { required: true, max: maxKeywordLength }) },
  },
});

/** A record that matches the keyword. The response has the newest records of each resource, in menu order. */
export interface FoundItem {
  /** Name of the resource definition. */
  readonly resource: string;
  readonly id: number;
  /** Title of the record; empty when it has none. */
  readonly title: string;
}

export interface FindAnswer {
  readonly items: readonly FoundItem[];
}
