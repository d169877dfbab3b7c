import { defineResource, everyone, type RecordOf } from '../../definition/index.ts';
import { boolean, choice, integer, paragraph, reference } from '../../fields/index.ts';
import { moveAction } from '../parts.ts';
import {
  createTaskFields,
  drawModes,
  fileActions,
  filesGone,
  inputsField,
  taskAccess,
  taskActions,
  taskDeletion,
  taskList,
  withFiles,
} from './task-parts.ts';

export const drawTask = defineResource({
  name: 'drawTask',
  path: '/ai/ai_draw/ai_draws',
  title: 'no',
  label: { zh: '绘画记录', en: 'Drawing' },
  help: { zh: '用户的绘画任务、结果与审核', en: 'Users’ drawing tasks, with results and review' },
  fields: {
    ...createTaskFields({ zh: '描述词', en: 'Prompt' }),
    mode: choice({ zh: '方式', en: 'Method' }, drawModes, { write: 'never', read: 'detail' }),
    inputs: inputsField,
    filesDeletedAt: filesGone,
    negativePrompt: paragraph(
      { zh: '反向描述词', en: 'Negative prompt' },
      { write: 'never', read: 'detail', max: 4000 },
    ),
    categoryId: reference({ zh: '分类', en: 'Category' }, 'drawCategory'),
    recommended: boolean({ zh: '推荐', en: 'Featured' }),
    likeCount: integer({ zh: '点赞', en: 'Likes' }, { write: 'never', default: 0, read: 'detail' }),
  },
  list: { ...taskList, filters: [...taskList.filters, 'mode', 'categoryId', 'recommended'] },
  unique: [['userId', 'requestId']],
  form: [['categoryId', 'recommended']],
  access: { ...taskAccess, update: everyone },
  deletion: taskDeletion,
  actions: {
    ...taskActions,
    ...fileActions,
    recommend: {
      on: 'record',
      label: { zh: '推荐', en: 'Feature' },
      roles: everyone,
      undo: true,
      from: ['succeeded'],
      when: [withFiles],
    },
    unrecommend: {
      on: 'record',
      label: { zh: '取消推荐', en: 'Unfeature' },
      roles: everyone,
      undo: true,
      from: ['succeeded'],
    },
    move: moveAction('drawCategory'),
  },
});
export type DrawTask = RecordOf<typeof drawTask>;
