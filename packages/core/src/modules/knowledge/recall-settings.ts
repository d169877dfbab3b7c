import { admins, defineSettings } from '../../definition/index.ts';
import { boolean, integer } from '../../fields/index.ts';

/** What is stored about searches in knowledge bases. */
export const recallSettings = defineSettings({
  name: 'recall',
  path: '/ai/ai_know_list/ai_know_setting',
  label: { zh: '召回记录设置', en: 'Retrieval log settings' },
  roles: admins,
  groups: {
    records: {
      label: { zh: '召回记录', en: 'Retrieval log' },
      fields: {
        recordLive: boolean(
          { zh: '记录线上检索', en: 'Record live searches' },
          {
            default: true,
            help: { zh: '关闭后只记录测试', en: 'When off, only tests are recorded.' },
          },
        ),
        keepDays: integer(
          { zh: '保留', en: 'Retention' },
          {
            required: true,
            min: 1,
            max: 3650,
            default: 90,
            unit: { zh: '天', en: 'days' },
            help: {
              zh: '到期后逐批删除；标准问题不受影响',
              en: 'Expired records are deleted in batches. Golden questions are not affected.',
            },
          },
        ),
      },
    },
  },
});
