import { type Action, admins, defineResource, everyone, type RecordOf } from '../../definition/index.ts';
import { identifier, integer, markdown, paragraph, reference, text } from '../../fields/index.ts';
import { contentKey } from '../agents/form-parts.ts';
import { createTaskFields, taskAccess, taskActions, taskDeletion, taskList } from './task-parts.ts';

const { pattern } = contentKey;

/** Actions on writing tasks in addition to those of all tasks. */
const writeActions = {
  rerun: {
    on: 'record',
    label: { zh: '重写', en: 'Rewrite' },
    help: {
      zh: '在后台让模型再写一次，不收费，原文不变；进度与结果见“重写”',
      en: 'Has a model rewrite the text in the background, free of charge. The original remains. See the result under “Rewrites”.',
    },
    roles: admins,
    undo: false,
    from: ['succeeded', 'failed', 'timedOut', 'cancelled'],
    singleRecord: true,
    input: {
      prompt: paragraph(
        { zh: '要求', en: 'Request' },
        { max: 20_000, help: { zh: '留空则按用户的要求', en: 'Leave empty to use the user’s prompt.' } },
      ),
      modelId: reference({ zh: '模型', en: 'Model' }, 'aiModel', {
        only: { status: ['enabled'], type: ['chat', 'reasoning', 'vision'] },
        help: {
          zh: '留空则用原来的模型，没有时用默认对话模型',
          en: 'Leave empty to use the original model, or the default chat model if it is gone.',
        },
      }),
    },
    output: {
      rerun: reference({ zh: '重写', en: 'Rewrite' }, 'writeRerun'),
      job: identifier({ zh: '后台任务', en: 'Background job' }),
    },
  },
  saveAsTemplate: {
    on: 'record',
    label: { zh: '存为范文模板', en: 'Save as a template' },
    help: {
      zh: '以这篇的要求为提示词、正文为范文，建一个草稿模板；检查并去掉个人信息后再发布',
      en: 'Creates a draft template with this prompt and the text as the sample. Remove personal data before you publish it.',
    },
    roles: everyone,
    from: ['succeeded'],
    singleRecord: true,
    undo: false,
    input: {
      name: text({ zh: '名称', en: 'Name' }, { required: true, max: 64 }),
      key: text({ zh: '标识', en: 'Key' }, { required: true, max: 64, pattern, help: contentKey.help }),
    },
    output: {
      templateId: integer({ zh: '模板编号', en: 'Template ID' }),
      name: text({ zh: '名称', en: 'Name' }),
    },
  },
} as const satisfies Record<string, Action>;

export const writeTask = defineResource({
  name: 'writeTask',
  path: '/ai/ai_write',
  title: 'no',
  label: { zh: '写作记录', en: 'Piece of writing', many: 'Pieces of writing' },
  help: { zh: '用户用模板写的文章', en: 'Texts that users wrote with templates' },
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
