import { type Action, everyone } from '../../definition/index.ts';
import { integer, json, paragraph, tags, text } from '../../fields/index.ts';

/** What the platform's clients call a piece of content by; it is in links, so it stays as it was made. */
export const contentKey = text(
  { zh: '标识', en: 'Key' },
  {
    required: true,
    unique: true,
    search: true,
    write: 'create',
    mono: true,
    max: 64,
    pattern: '[a-z0-9]+(?:-[a-z0-9]+)*',
    help: { zh: '小写字母、数字和连字符；创建后不可修改', en: 'Lower-case letters, digits and hyphens; stays as made' },
  },
);

/** The form that a user fills in before a prompt is sent. */
export const formField = json(
  { zh: '表单', en: 'Form' },
  {
    required: true,
    read: 'detail',
    help: {
      zh: 'JSON 列表：[{"name":"topic","label":"主题","type":"input","required":true}]，类型 input、textarea、select、number、upload',
      en: 'A JSON list: [{"name":"topic","label":"Topic","type":"input","required":true}]; types are input, textarea, select, number, upload',
    },
  },
);

/** Fills a prompt in with some values, and shows what a model would be given. */
export const tryPromptAction = {
  on: 'record',
  label: { zh: '试填', en: 'Try the prompt' },
  help: {
    zh: '用给定的值填充变量，显示提交给模型的内容；不调用模型',
    en: 'Fills the variables in and shows what a model would be given; calls none',
  },
  roles: everyone,
  reads: true,
  input: {
    given: json(
      { zh: '变量的值', en: 'Values given' },
      { help: { zh: 'JSON，例如 {"topic":"春天"}', en: 'JSON, such as {"topic":"spring"}' } },
    ),
  },
  output: {
    prompt: paragraph({ zh: '提交的内容', en: 'What the model would be given' }),
    missing: tags({ zh: '缺少的变量', en: 'Missing variables' }),
    characters: integer({ zh: '字数', en: 'Characters' }),
  },
} as const satisfies Action;
