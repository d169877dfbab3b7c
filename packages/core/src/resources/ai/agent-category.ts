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

export const agentCategory = defineResource({
  name: 'agentCategory',
  path: '/ai/ai_scenes/ai_scene_cate',
  title: 'name',
  label: { zh: '智能体分类', en: 'Agent category' },
  help: { zh: '智能体广场的分类', en: 'Categories of the agents' },
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
  actions: { ...switchActions, merge: mergeAction('agentCategory') },
});
export type AgentCategory = RecordOf<typeof agentCategory>;
