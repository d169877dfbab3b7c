import { defineResource, type RecordOf } from '../../definition/index.ts';
import { memberCategory, mergeAction, switchActions } from '../parts.ts';

export const agentCategory = defineResource({
  ...memberCategory,
  name: 'agentCategory',
  path: '/ai/ai_scenes/ai_scene_cate',
  label: { zh: '智能体分类', en: 'Agent category' },
  help: { zh: '智能体广场的分类', en: 'Categories of agents' },
  actions: { ...switchActions, merge: mergeAction('agentCategory') },
});
export type AgentCategory = RecordOf<typeof agentCategory>;
