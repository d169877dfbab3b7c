import { defineResource, type RecordOf } from '../../definition/index.ts';
import { reference } from '../../fields/index.ts';
import {
  editors,
  iconField,
  mergeAction,
  nameEnField,
  ownName,
  sortField,
  switchActions,
  switchState,
} from '../parts.ts';

export const drawPromptCategory = defineResource({
  name: 'drawPromptCategory',
  path: '/ai/ai_draw/ai_draws_des_cate',
  title: 'name',
  label: { zh: '描述词分类', en: 'Prompt category' },
  help: { zh: '绘画描述词的分类，可有上级', en: 'Categories of drawing prompts, which can be nested' },
  fields: {
    name: ownName,
    nameEn: nameEnField,
    parentId: reference({ zh: '上级分类', en: 'Parent category' }, 'drawPromptCategory'),
    iconId: iconField,
    sort: sortField,
    status: switchState,
  },
  list: {
    columns: ['name', 'nameEn', 'parentId', 'iconId', 'sort', 'status', 'updatedAt'],
    filters: ['parentId', 'status'],
    sort: 'sort',
  },
  form: [['name', 'nameEn'], ['parentId', 'iconId'], ['sort']],
  access: editors,
  actions: { ...switchActions, merge: mergeAction('drawPromptCategory') },
});
export type DrawPromptCategory = RecordOf<typeof drawPromptCategory>;
