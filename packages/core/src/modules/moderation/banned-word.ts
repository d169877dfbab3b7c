import { admins, defineResource, everyone, type RecordOf } from '../../definition/index.ts';
import { choice, choices, identifier, integer, paragraph, state, text, time } from '../../fields/index.ts';
import { switchFor } from '../parts.ts';
import { checkOutput, lookBackOutput, textScopes, wordRule, wordVariants } from './banned-word-parts.ts';

const hours = { zh: '小时', en: 'hours' };

export const bannedWord = defineResource({
  name: 'bannedWord',
  path: '/ai/ai_limit_text',
  title: 'word',
  label: { zh: '违禁词', en: 'Banned word' },
  help: {
    zh: '平台在提问、回答、昵称和文件中拦截或替换的词',
    en: 'Words that the platform blocks or masks in prompts, answers, nicknames, and files',
  },
  fields: {
    word: text({ zh: '违禁词', en: 'Word' }, { required: true, search: true, max: 256, comparedAs: 'normalized' }),
    ...wordRule,
    variants: wordVariants,
    replacement: text({ zh: '替换为', en: 'Replacement' }, { max: 64, default: '***' }),
    scope: choices({ zh: '适用范围', en: 'Scope' }, textScopes, {
      help: { zh: '不选表示全部', en: 'Leave empty to select all.' },
    }),
    status: state(
      { zh: '状态', en: 'Status' },
      {
        enabled: { zh: '启用', en: 'Enabled', tone: 'good' },
        disabled: { zh: '停用', en: 'Disabled', tone: 'neutral' },
      },
    ),
    hitCount: integer({ zh: '命中次数', en: 'Matches' }, { write: 'never', default: 0 }),
    lastHitAt: time({ zh: '最近命中', en: 'Last match' }, { write: 'never' }),
    remark: text({ zh: '备注', en: 'Remark' }),
  },
  list: {
    columns: ['word', 'match', 'category', 'action', 'status', 'hitCount', 'lastHitAt'],
    filters: ['category', 'level', 'action', 'match', 'status'],
    sort: '-id',
  },
  form: [['word', 'match'], ['variants'], ['category', 'level'], ['action', 'replacement'], ['scope'], ['remark']],
  unique: [['word', 'match']],
  access: {
    list: everyone,
    get: everyone,
    create: everyone,
    update: everyone,
    delete: admins,
    batch: everyone,
    import: everyone,
    export: everyone,
  },
  actions: {
    ...switchFor(everyone),
    test: {
      on: 'collection',
      label: { zh: '测试文本', en: 'Test a text' },
      help: {
        zh: '显示归一化文本、每处命中的位置与规则，以及结果；不记录',
        en: 'Shows the normalized text, every match with its position and rule, and the result. Nothing is recorded.',
      },
      roles: everyone,
      reads: true,
      output: checkOutput,
      input: {
        text: paragraph({ zh: '文本', en: 'Text' }, { required: true, max: 20_000 }),
        scope: choice({ zh: '范围', en: 'Scope' }, textScopes, { default: 'prompt' }),
        word: text(
          { zh: '试用的词', en: 'Word to test' },
          { max: 256, help: { zh: '尚未保存的词，也参与匹配', en: 'Includes words that are not saved yet.' } },
        ),
        match: 'match',
        variants: 'variants',
      },
    },
    lookBack: {
      on: 'collection',
      label: { zh: '回看命中', en: 'Backtest' },
      help: {
        zh: '新词在最近的消息里会命中什么；不记录，也不显示消息内容；消息编号只给可以查看对话的人',
        en: 'Shows what new words would have matched in recent messages. Nothing is recorded and no message is shown. Counts require the permission to read messages.',
      },
      roles: everyone,
      reads: true,
      output: lookBackOutput,
      input: {
        words: paragraph(
          { zh: '词', en: 'Words' },
          {
            max: 60_000,
            help: {
              zh: '一行一个；留空则用最近添加的',
              en: 'One word per line. Leave empty to use recently added words.',
            },
          },
        ),
        addedHours: integer(
          { zh: '添加于最近', en: 'Added within' },
          { required: true, min: 1, max: 8760, default: 24, unit: hours },
        ),
        hours: integer({ zh: '回看', en: 'Look back' }, { required: true, min: 1, max: 720, default: 24, unit: hours }),
      },
    },
    check: {
      on: 'collection',
      label: { zh: '检查并记录', en: 'Check and log' },
      help: {
        zh: '平台服务检查用户文本：记录命中与违规',
        en: 'Checks a text for a user as the platform does. Matches and violations are recorded.',
      },
      roles: admins,
      output: checkOutput,
      input: {
        text: paragraph({ zh: '文本', en: 'Text' }, { required: true, max: 20_000 }),
        scope: choice({ zh: '范围', en: 'Scope' }, textScopes, { default: 'prompt' }),
        userId: identifier({ zh: '用户编号', en: 'User ID' }, { required: true, min: 1 }),
        source: choice(
          { zh: '来源', en: 'Source' },
          {
            chat: { zh: '对话', en: 'Chat' },
            draw: { zh: '绘画', en: 'Drawing' },
            video: { zh: '视频', en: 'Video' },
            music: { zh: '音乐', en: 'Music' },
            write: { zh: '写作', en: 'Writing' },
          },
          { default: 'chat' },
        ),
      },
    },
  },
});
export type BannedWord = RecordOf<typeof bannedWord>;
