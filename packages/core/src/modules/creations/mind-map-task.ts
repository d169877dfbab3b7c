import { defineResource, type RecordOf } from '../../definition/index.ts';
import { integer, markdown, reference, text } from '../../fields/index.ts';
import { createTaskFields, taskAccess, taskActions, taskDeletion, taskList } from './task-parts.ts';

export const mindMapTask = defineResource({
  name: 'mindMapTask',
  path: '/ai/ai_mark',
  title: 'no',
  label: { zh: '导图记录', en: 'Mind map', many: 'Mind maps' },
  help: { zh: '用户生成的思维导图、扣费与审核', en: 'Users’ mind maps, with cost and review' },
  fields: {
    ...createTaskFields({ zh: '主题', en: 'Topic' }),
    title: text({ zh: '标题', en: 'Title' }, { write: 'never', search: true, max: 120 }),
    templateId: reference({ zh: '模板', en: 'Template' }, 'mindMapTemplate', { write: 'never', read: 'detail' }),
    outline: markdown(
      { zh: '大纲', en: 'Outline' },
      {
        write: 'never',
        read: 'detail',
        search: true,
        help: { zh: '标题与列表，每行一个节点', en: 'Headings and lists, one node per line.' },
      },
    ),
    nodes: integer({ zh: '节点数', en: 'Nodes' }, { write: 'never' }),
  },
  list: {
    ...taskList,
    columns: ['no', 'userId', 'title', 'prompt', 'nodes', 'status', 'charged', 'publication', 'createdAt'],
    essential: ['charged'],
  },
  document: 'outline',
  unique: [['userId', 'requestId']],
  access: taskAccess,
  deletion: taskDeletion,
  actions: taskActions,
});
export type MindMapTask = RecordOf<typeof mindMapTask>;
