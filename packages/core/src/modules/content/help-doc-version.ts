import { defineResource, type RecordOf } from '../../definition/index.ts';
import { defineVersionLog } from '../content-version.ts';
import { helpDoc } from './help-doc.ts';

export const helpDocVersion = defineResource({
  ...defineVersionLog('helpDoc', { zh: '帮助文档', en: 'Help doc' }, helpDoc.fields),
  name: 'helpDocVersion',
  path: '/news/help-table',
  label: { zh: '帮助文档版本', en: 'Help doc version' },
});
export type HelpDocVersion = RecordOf<typeof helpDocVersion>;
