import { defineResource, type RecordOf } from '../../definition/index.ts';
import { choice, integer, markdown, reference, text } from '../../fields/index.ts';
import {
  createTaskFields,
  fileActions,
  filesGone,
  inputsField,
  slideSources,
  taskAccess,
  taskActions,
  taskDeletion,
  taskList,
} from './task-parts.ts';

/** The stages of a slide deck, in order. */
export const slideStages = {
  outline: { zh: '大纲', en: 'Outline' },
  content: { zh: '内容', en: 'Content' },
  render: { zh: '生成文件', en: 'Rendering' },
} as const;

export const slideTask = defineResource({
  name: 'slideTask',
  path: '/ai/ai_ppt/ai_ppts',
  title: 'no',
  label: { zh: 'PPT 记录', en: 'Slide deck' },
  help: { zh: '用户生成的 PPT、结果与审核', en: 'Users’ slide decks, with results and review' },
  fields: {
    ...createTaskFields({ zh: '主题', en: 'Topic' }),
    source: choice({ zh: '依据', en: 'Source' }, slideSources, { write: 'never' }),
    inputs: inputsField,
    filesDeletedAt: filesGone,
    language: text({ zh: '语言', en: 'Language' }, { write: 'never', read: 'detail', max: 16 }),
    theme: text({ zh: '主题风格', en: 'Theme' }, { write: 'never', read: 'detail', max: 64 }),
    templateId: reference({ zh: '模板', en: 'Template' }, 'slideTemplate', { write: 'never', read: 'detail' }),
    outline: markdown({ zh: '大纲', en: 'Outline' }, { write: 'never', read: 'detail' }),
    stage: choice({ zh: '阶段', en: 'Stage' }, slideStages, {
      write: 'never',
      read: 'detail',
      help: { zh: '做到或停在哪一步', en: 'Current stage, or the stage where it stopped.' },
    }),
    pages: integer({ zh: '页数', en: 'Pages' }, { write: 'never', read: 'detail' }),
    downloads: integer(
      { zh: '下载次数', en: 'Downloads' },
      { write: 'never', default: 0, help: { zh: '由平台上报', en: 'Reported by the platform.' } },
    ),
  },
  list: {
    ...taskList,
    columns: ['no', 'userId', 'prompt', 'status', 'charged', 'source', 'downloads', 'publication', 'createdAt'],
    filters: [...taskList.filters, 'source', 'language', 'theme', 'templateId'],
  },
  document: 'outline',
  unique: [['userId', 'requestId']],
  access: taskAccess,
  deletion: taskDeletion,
  actions: {
    ...taskActions,
    ...fileActions,
    retry: {
      ...taskActions.retry,
      input: {
        from: choice({ zh: '从哪一步', en: 'Start at step' }, slideStages, {
          help: {
            zh: '不选则从停下的那一步；之前各步的成果留用，可选更早的一步重做',
            en: 'Default: the stage where it stopped. Results of earlier stages are reused. You can choose an earlier stage.',
          },
        }),
      },
    },
  },
});
export type SlideTask = RecordOf<typeof slideTask>;
