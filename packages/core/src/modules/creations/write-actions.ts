import { type Action, admins, everyone } from '../../definition/index.ts';
import { identifier, integer, paragraph, reference, text } from '../../fields/index.ts';
import { contentKey } from '../agents/form-parts.ts';

const { pattern } = contentKey;

/** What is done with a piece of writing beyond what is done with every task. */
export const writeActions = {
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
    only: true,
    input: {
      prompt: paragraph(
        { zh: '要求', en: 'What is asked' },
        { max: 20_000, help: { zh: '不填则按用户的要求', en: 'As the user asked when empty' } },
      ),
      modelId: reference({ zh: '模型', en: 'Model' }, 'aiModel', {
        only: { status: ['enabled'], type: ['chat', 'reasoning', 'vision'] },
        help: {
          zh: '不填则用原来的模型，没有时用默认对话模型',
          en: 'The one that wrote it when empty, else the default for chats',
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
      en: 'Makes a draft template of what was asked, with the text as its sample; take out what is personal before you publish it',
    },
    roles: everyone,
    from: ['succeeded'],
    only: true,
    undo: false,
    input: {
      name: text({ zh: '名称', en: 'Name' }, { required: true, max: 64 }),
      key: text({ zh: '标识', en: 'Key' }, { required: true, max: 64, pattern, help: contentKey.help }),
    },
    output: {
      templateId: integer({ zh: '模板编号', en: 'Template id' }),
      name: text({ zh: '名称', en: 'Name' }),
    },
  },
} as const satisfies Record<string, Action>;
