import { defineReport, everyone } from '../../definition/index.ts';
import { integer } from '../../fields/index.ts';

/** Every page behind sign-in requests it. The other panels are only requested by the workplace. */
export const messagePanel = defineReport({
  name: 'messagePanel',
  call: '/message_panel',
  label: { zh: '消息面板', en: 'Messages' },
  roles: everyone,
  input: { limit: integer({ zh: '条数', en: 'Count' }, { min: 1, max: 100, default: 10 }) },
});
