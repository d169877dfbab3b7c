import { defineResource, type RecordOf } from '../../definition/index.ts';
import { choice, integer } from '../../fields/index.ts';
import {
  createTaskFields,
  fileActions,
  filesGone,
  inputsField,
  taskAccess,
  taskActions,
  taskDeletion,
  taskList,
  videoModes,
} from './task-parts.ts';

export const videoTask = defineResource({
  name: 'videoTask',
  path: '/ai/ai_video/ai_videos',
  title: 'no',
  label: { zh: '视频记录', en: 'Video' },
  help: { zh: '用户的视频任务、结果与审核', en: 'Users’ video tasks, with results and review' },
  fields: {
    ...createTaskFields({ zh: '描述词', en: 'Prompt' }),
    mode: choice({ zh: '方式', en: 'Method' }, videoModes, { write: 'never', read: 'detail' }),
    inputs: inputsField,
    filesDeletedAt: filesGone,
    seconds: integer({ zh: '时长', en: 'Length' }, { write: 'never', read: 'detail', unit: { zh: '秒', en: 's' } }),
  },
  list: { ...taskList, filters: [...taskList.filters, 'mode'] },
  unique: [['userId', 'requestId']],
  access: taskAccess,
  deletion: taskDeletion,
  actions: { ...taskActions, ...fileActions },
});
export type VideoTask = RecordOf<typeof videoTask>;
