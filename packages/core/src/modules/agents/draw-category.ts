import { defineResource, type RecordOf } from '../../definition/index.ts';
import {
  coverField,
  editors,
  mergeAction,
  nameEnField,
  ownName,
  sortField,
  switchActions,
  switchState,
} from '../parts.ts';

export const drawCategory = defineResource({
  name: 'drawCategory',
  path: '/ai/ai_draw/ai_draws_cate',
  title: 'name',
  label: { zh: '绘画分类', en: 'Drawing category' },
  help: { zh: '公开作品的分类', en: 'Categories of public drawings' },
  fields: { name: ownName, nameEn: nameEnField, cover: coverField, sort: sortField, status: switchState },
  list: {
    columns: ['cover', 'name', 'nameEn', 'sort', 'status', 'updatedAt'],
    filters: ['status'],
    sort: 'sort',
  },
  form: [['name', 'nameEn'], ['cover'], ['sort']],
  access: editors,
  actions: { ...switchActions, merge: mergeAction('drawCategory') },
});
export type DrawCategory = RecordOf<typeof drawCategory>;
