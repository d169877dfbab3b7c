import { type Action, everyone } from '../../definition/index.ts';
import { integer, text } from '../../fields/index.ts';
import { contentKey } from './form-parts.ts';

const { pattern } = contentKey;

/** What is done with a piece of writing beyond what is done with every task. */
export const writeActions = {
  saveAsTemplate: {
    on: 'record',
    label: { zh: '存为范文模板', en: 'Save as a template' },
    help: {
      zh: '以这篇的要求为提示词、正文为范文，建一个草稿模板；检查并去掉个人信息后再发布',
      en: 'Makes a draft template of what was asked, with the text as its sample; take out what is personal before you publish it',
    },
    roles: everyone,
    from: ['succeeded'],
    alone: true,
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
