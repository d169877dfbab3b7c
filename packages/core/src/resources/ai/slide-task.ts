import { defineResource, type RecordOf } from '../../definition/index.ts';
import { integer, markdown, reference } from '../../fields/index.ts';
import { taskAccess, taskActions, taskFields, taskList } from './task-parts.ts';

export const slideTask = defineResource({
  name: 'slideTask',
  path: '/ai/ai_ppt/ai_ppts',
  title: 'no',
  label: { zh: 'PPT 记录', en: 'Slide deck' },
  help: { zh: '用户生成的 PPT、结果与审核', en: 'Slide decks that users asked for' },
  fields: {
    ...taskFields({ zh: '主题', en: 'Topic' }),
    templateId: reference({ zh: '模板', en: 'Template' }, 'slideTemplate', { write: 'never', read: 'detail' }),
    outline: markdown({ zh: '大纲', en: 'Outline' }, { write: 'never', read: 'detail' }),
    pages: integer({ zh: '页数', en: 'Pages' }, { write: 'never', read: 'detail' }),
  },
  list: taskList,
  unique: [['userId', 'requestId']],
  access: taskAccess,
  actions: taskActions,
});
export type SlideTask = RecordOf<typeof slideTask>;
