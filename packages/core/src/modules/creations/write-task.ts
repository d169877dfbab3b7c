import { defineResource, type RecordOf } from '../../definition/index.ts';
import { integer, markdown, reference } from '../../fields/index.ts';
import { createTaskFields, taskAccess, taskActions, taskDeletion, taskList } from './task-parts.ts';
import { writeActions } from './write-actions.ts';

export const writeTask = defineResource({
  name: 'writeTask',
  path: '/ai/ai_write',
  title: 'no',
  label: { zh: '写作记录', en: 'Piece of writing', many: 'Pieces of writing' },
  help: { zh: '用户用模板写的文章', en: 'What users wrote with templates' },
  fields: {
    ...createTaskFields({ zh: '要求', en: 'Prompt' }),
    templateId: reference({ zh: '模板', en: 'Template' }, 'writeTemplate', { write: 'never', read: 'detail' }),
    content: markdown({ zh: '正文', en: 'Text' }, { write: 'never', read: 'detail', search: true }),
    words: integer({ zh: '字数', en: 'Words' }, { write: 'never', read: 'detail' }),
  },
  list: taskList,
  document: 'content',
  unique: [['userId', 'requestId']],
  access: taskAccess,
  deletion: taskDeletion,
  actions: { ...taskActions, ...writeActions },
});
export type WriteTask = RecordOf<typeof writeTask>;
