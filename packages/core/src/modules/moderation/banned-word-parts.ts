import { boolean, choice, choices, identifier, integer, tags, text } from '../../fields/index.ts';

/** Where a text comes from. A word without a scope applies everywhere. */
export const textScopes = {
  prompt: { zh: '提问', en: 'Prompt' },
  output: { zh: '回答', en: 'Output' },
  nickname: { zh: '昵称', en: 'Nickname' },
  draw: { zh: '绘画', en: 'Drawing' },
  file: { zh: '文件', en: 'File' },
} as const;

/** The rule of a word: how it is matched, and what happens to a text that contains it. */
export const wordRule = {
  match: choice(
    { zh: '匹配方式', en: 'Match' },
    {
      auto: { zh: '自动', en: 'Automatic' },
      contains: { zh: '包含', en: 'Contains' },
      exact: { zh: '整词', en: 'Whole word' },
      regex: { zh: '正则', en: 'Pattern' },
      pinyin: { zh: '拼音', en: 'Pinyin' },
    },
    {
      default: 'auto',
      required: true,
      help: {
        zh: '自动：字母词匹配整词，中文词匹配任意位置。正则为 RE2 语法',
        en: 'Automatic: Latin words match whole words (gin does not match plugin), others anywhere. Patterns: RE2 syntax.',
      },
    },
  ),
  category: choice(
    { zh: '分类', en: 'Category' },
    {
      custom: { zh: '自定义', en: 'Custom' },
      politic: { zh: '政治', en: 'Politics' },
      porn: { zh: '色情', en: 'Sexual' },
      violence: { zh: '暴力', en: 'Violence' },
      illegal: { zh: '违法', en: 'Illegal' },
      terror: { zh: '恐怖', en: 'Terror' },
      ad: { zh: '广告', en: 'Advertising' },
      insult: { zh: '辱骂', en: 'Insult' },
      privacy: { zh: '隐私', en: 'Privacy' },
    },
    { default: 'custom', required: true },
  ),
  level: choice(
    { zh: '级别', en: 'Level' },
    {
      '1': { zh: '提醒', en: 'Warn', tone: 'info' },
      '2': { zh: '替换', en: 'Mask', tone: 'warn' },
      '3': { zh: '拦截', en: 'Block', tone: 'bad' },
    },
    { default: '3', required: true },
  ),
  action: choice(
    { zh: '处置', en: 'Action' },
    {
      block: { zh: '拦截', en: 'Block', tone: 'bad' },
      mask: { zh: '替换', en: 'Mask', tone: 'warn' },
      review: { zh: '人工复核', en: 'Review', tone: 'info' },
      warn: { zh: '仅提醒', en: 'Warn only', tone: 'neutral' },
    },
    { default: 'block', required: true },
  ),
} as const;

/** Spelling variants that a word can also match. */
export const wordVariants = choices(
  { zh: '变形写法', en: 'Variants' },
  {
    leet: { zh: '数字代替字母（c4s1n0）', en: 'Digits for letters (c4s1n0)' },
    repeats: { zh: '重复字符（casiiino）', en: 'Repeated letters (casiiino)' },
  },
  {
    help: {
      zh: '同时匹配的写法；不用于正则和拼音。 重复指同一字符连续三次以上，或两处以上成双',
      en: 'Spellings that match as well; not for patterns and pinyin. Repeated: three times in a row or more, or two doubled letters.',
    },
  },
);

/** Output of a text check: the result, then each match with its position and rule. */
export const checkOutput = {
  ...wordRule,
  action: choice(wordRule.action.label, {
    pass: { zh: '通过', en: 'Pass', tone: 'good' },
    ...wordRule.action.options,
  }),
  enabled: boolean({ zh: '检查已开启', en: 'Checks are on' }),
  text: text({ zh: '文本', en: 'Text' }),
  rejection: text({ zh: '告知用户', en: 'Message to the user' }),
  violationId: identifier({ zh: '违规记录', en: 'Violation' }),
  normalized: text({ zh: '归一化文本', en: 'Normalized text' }),
  hitCount: integer({ zh: '命中数', en: 'Matches' }),
  lexiconVersion: identifier({ zh: '词库版本', en: 'Word list version' }),
  latencyMs: integer({ zh: '用时（毫秒）', en: 'Duration (ms)' }),
  latencyUs: integer({ zh: '用时（微秒）', en: 'Duration (µs)' }),
  hits: text({ zh: '命中', en: 'Matches' }),
  wordId: identifier({ zh: '违禁词编号', en: 'Word ID' }),
  word: text({ zh: '违禁词', en: 'Word' }),
  start: integer({ zh: '起', en: 'Start' }),
  end: integer({ zh: '止', en: 'To' }),
  allowed: boolean({ zh: '白名单放行', en: 'Allowed' }),
} as const;

/** Preview of new words on past messages: the number of messages, then each word with some matching messages. */
export const lookBackOutput = {
  words: integer({ zh: '词数', en: 'Words' }),
  messages: integer({ zh: '消息数', en: 'Messages' }),
  hitMessages: integer({ zh: '命中消息', en: 'Messages matched' }),
  complete: boolean({ zh: '已全部看完', en: 'All messages were checked' }),
  hitWords: integer({ zh: '命中词数', en: 'Matched words' }),
  found: text({ zh: '命中最多的词', en: 'Most frequent matches' }),
  wordId: identifier({ zh: '违禁词编号', en: 'Word ID' }),
  word: text({ zh: '违禁词', en: 'Word' }),
  examples: tags({ zh: '例：消息编号', en: 'Such as messages' }),
} as const;
