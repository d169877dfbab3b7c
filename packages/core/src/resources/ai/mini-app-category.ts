import { defineResource, type RecordOf } from '../../definition/index.ts';
import {
  editors,
  hiddenField,
  iconField,
  memberOnlyField,
  mergeAction,
  nameEnField,
  ownName,
  sortField,
  switchActions,
  switchState,
} from '../parts.ts';

export const miniAppCategory = defineResource({
  name: 'miniAppCategory',
  path: '/ai/ai_application/ai_app_cate',
  title: 'name',
  label: { zh: '小应用分类', en: 'Small-app category' },
  help: { zh: '小应用中心的分类', en: 'Categories of the small apps' },
  fields: {
    name: ownName,
    nameEn: nameEnField,
    iconId: iconField,
    memberOnly: memberOnlyField,
    hiddenFromOthers: hiddenField,
    sort: sortField,
    status: switchState,
  },
  list: {
    columns: ['name', 'nameEn', 'iconId', 'memberOnly', 'hiddenFromOthers', 'sort', 'status'],
    filters: ['memberOnly', 'status'],
    sortable: ['sort'],
    sort: 'sort',
  },
  form: [
    ['name', 'nameEn'],
    ['iconId', 'sort'],
    ['memberOnly', 'hiddenFromOthers'],
  ],
  access: editors,
  actions: { ...switchActions, merge: mergeAction('miniAppCategory') },
});
export type MiniAppCategory = RecordOf<typeof miniAppCategory>;
