import { defineResource, type RecordOf } from '../../definition/index.ts';
import { choice, markdown } from '../../fields/index.ts';
import {
  cloneAction,
  editors,
  nameEnField,
  ownName,
  sortField,
  switchActions,
  switchState,
  useCountField,
  vipLevelField,
} from '../parts.ts';

export const mindMapTemplate = defineResource({
  name: 'mindMapTemplate',
  path: '/ai/ai_mark',
  title: 'name',
  label: { zh: '导图模板', en: 'Mind-map template' },
  help: { zh: '新建思维导图时的初始内容', en: 'Initial content of a new mind map' },
  fields: {
    name: ownName,
    nameEn: nameEnField,
    outline: markdown(
      { zh: '大纲', en: 'Outline' },
      {
        required: true,
        max: 20_000,
        read: 'detail',
        search: true,
        help: { zh: 'Markdown 标题与列表，每行一个节点', en: 'Markdown headings and lists, one node per line.' },
      },
    ),
    layout: choice(
      { zh: '布局', en: 'Layout' },
      {
        right: { zh: '向右', en: 'To the right' },
        both: { zh: '左右', en: 'Both sides' },
        tree: { zh: '树形', en: 'Tree' },
        timeline: { zh: '时间线', en: 'Timeline' },
      },
      { default: 'right', required: true },
    ),
    requiredVipLevel: vipLevelField,
    useCount: useCountField,
    sort: sortField,
    status: switchState,
  },
  list: {
    columns: ['name', 'nameEn', 'layout', 'requiredVipLevel', 'useCount', 'status', 'updatedAt'],
    filters: ['layout', 'status'],
    sort: 'sort',
  },
  form: [['name', 'nameEn'], ['outline'], ['layout', 'requiredVipLevel'], ['sort']],
  access: editors,
  actions: { ...switchActions, clone: cloneAction },
});
export type MindMapTemplate = RecordOf<typeof mindMapTemplate>;
