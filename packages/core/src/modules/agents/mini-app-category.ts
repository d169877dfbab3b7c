import { defineResource, type RecordOf } from '../../definition/index.ts';
import { memberCategory, mergeAction, switchActions } from '../parts.ts';

export const miniAppCategory = defineResource({
  ...memberCategory,
  name: 'miniAppCategory',
  path: '/ai/ai_application/ai_app_cate',
  label: { zh: '小应用分类', en: 'Mini app category' },
  help: { zh: '小应用中心的分类', en: 'Categories of mini apps' },
  actions: { ...switchActions, merge: mergeAction('miniAppCategory') },
});
export type MiniAppCategory = RecordOf<typeof miniAppCategory>;
