import { type Action, everyone, type RowFields } from '../../definition/index.ts';
import { boolean, choice, integer, json, paragraph, tags, text } from '../../fields/index.ts';

/** The key by which clients refer to content. Links contain it, so it never changes. */
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
    help: {
      zh: '小写字母、数字和连字符；创建后不可修改',
      en: 'Lowercase letters, digits, and hyphens. Cannot be changed later.',
    },
  },
);

/** The properties of a form field that users fill in. */
export const formRows = {
  name: text({ zh: '变量名', en: 'Name' }, { required: true, mono: true, max: 40, pattern: '[A-Za-z][A-Za-z0-9_]*' }),
  label: text({ zh: '标题', en: 'Label' }, { required: true, max: 60 }),
  type: choice(
    { zh: '类型', en: 'Type' },
    {
      input: { zh: '单行文字', en: 'One line' },
      textarea: { zh: '多行文字', en: 'Several lines' },
      select: { zh: '选择', en: 'Choice' },
      number: { zh: '数字', en: 'Number' },
      upload: { zh: '上传', en: 'Upload' },
    },
    { required: true, default: 'input' },
  ),
  required: boolean({ zh: '必填', en: 'Required' }),
  options: tags({ zh: '选项（类型为“选择”时）', en: 'Options (for type Choice)' }),
} as const satisfies RowFields;

/** The form that users fill in before a prompt is sent. */
export const formField = json(
  { zh: '表单', en: 'Form' },
  {
    required: true,
    read: 'detail',
    rows: formRows,
    help: {
      zh: '用户使用前填写的内容；变量名以字母开头、不重复，在提示词里写作 {{变量名}}',
      en: 'Inputs that users fill in first. A name starts with a letter and is written {{name}} in the prompt.',
    },
  },
);

/** Fills values into a prompt and shows the text that a model would receive. */
export const testPromptAction = {
  on: 'record',
  label: { zh: '预览提示词', en: 'Preview the prompt' },
  help: {
    zh: '用给定的值填充变量，显示提交给模型的内容；不调用模型',
    en: 'Fills in the variables and shows the prompt as the model would receive it. No model is called.',
  },
  roles: everyone,
  reads: true,
  input: {
    given: json(
      { zh: '变量的值', en: 'Variable values' },
      { help: { zh: 'JSON，例如 {"topic":"春天"}', en: 'JSON, such as {"topic":"spring"}' } },
    ),
  },
  output: {
    prompt: paragraph({ zh: '提交的内容', en: 'Prompt as sent to the model' }),
    missing: tags({ zh: '缺少的变量', en: 'Missing variables' }),
    characters: integer({ zh: '字数', en: 'Characters' }),
  },
} as const satisfies Action;
