import { defineResource, type RecordOf } from '../../definition/index.ts';
import { defineVersionLog } from '../content-version.ts';
import { writeTemplate } from './write-template.ts';

export const writeTemplateVersion = defineResource({
  ...defineVersionLog('writeTemplate', { zh: '写作模板', en: 'Writing template' }, writeTemplate.fields),
  name: 'writeTemplateVersion',
  path: '/ai/ai_write',
  label: { zh: '模板版本', en: 'Template version' },
});
export type WriteTemplateVersion = RecordOf<typeof writeTemplateVersion>;
