import { defineResource, type RecordOf } from '../../definition/index.ts';
import { integer, paragraph, reference, text } from '../../fields/index.ts';
import {
  createTaskFields,
  fileActions,
  filesGone,
  taskAccess,
  taskActions,
  taskDeletion,
  taskList,
} from './task-parts.ts';

export const musicTask = defineResource({
  name: 'musicTask',
  path: '/ai/ai_music',
  title: 'no',
  label: { zh: '音乐记录', en: 'Music', many: 'Music' },
  help: { zh: '用户的音乐任务、结果与审核', en: 'Users’ music tasks, with results and review' },
  fields: {
    ...createTaskFields({ zh: '描述', en: 'Prompt' }),
    title: text({ zh: '歌名', en: 'Title' }, { write: 'never', search: true, max: 120 }),
    lyrics: paragraph({ zh: '歌词', en: 'Lyrics' }, { write: 'never', read: 'detail', max: 5000 }),
    styleId: reference({ zh: '风格', en: 'Style' }, 'musicStyle', { write: 'never', read: 'detail' }),
    filesDeletedAt: filesGone,
    seconds: integer({ zh: '时长', en: 'Length' }, { write: 'never', read: 'detail', unit: { zh: '秒', en: 's' } }),
  },
  list: taskList,
  unique: [['userId', 'requestId']],
  access: taskAccess,
  deletion: taskDeletion,
  actions: { ...taskActions, ...fileActions },
});
export type MusicTask = RecordOf<typeof musicTask>;
