import { defineResource, type RecordOf } from '../../definition/index.ts';
import { defineVersionLog } from '../content-version.ts';
import { miniApp } from './mini-app.ts';

export const miniAppVersion = defineResource({
  ...defineVersionLog('miniApp', { zh: '小应用', en: 'Mini app' }, miniApp.fields),
  name: 'miniAppVersion',
  path: '/ai/ai_application/ai_app',
  label: { zh: '小应用版本', en: 'Mini app version' },
});
export type MiniAppVersion = RecordOf<typeof miniAppVersion>;
