import { defineResource, type RecordOf } from '../../definition/index.ts';
import { choice, integer, markdown, paragraph, text } from '../../fields/index.ts';
import {
  changedSinceQuick,
  editors,
  iconField,
  modelField,
  nameEnField,
  priceField,
  reorderWithin,
  reviewedActions,
  reviewedState,
  sortField,
  useCountField,
  versionFields,
  vipLevelField,
} from '../parts.ts';
import { contentKey, formField, testPromptAction } from './form-parts.ts';

export const writeTemplate = defineResource({
  name: 'writeTemplate',
  path: '/ai/ai_write',
  title: 'name',
  label: { zh: '写作模板', en: 'Writing template' },
  help: {
    zh: '用户选择体裁、填写要求后生成文章',
    en: 'Users choose a genre, describe what they need, and receive a text.',
  },
  fields: {
    name: text({ zh: '名称', en: 'Name (Chinese)' }, { required: true, search: true, max: 64 }),
    nameEn: nameEnField,
    key: contentKey,
    category: choice(
      { zh: '分类', en: 'Category' },
      {
        article: { zh: '文章', en: 'Article' },
        marketing: { zh: '营销', en: 'Marketing' },
        business: { zh: '公文', en: 'Business' },
        education: { zh: '教育', en: 'Education' },
        social: { zh: '社交', en: 'Social' },
        life: { zh: '生活', en: 'Life' },
      },
      { default: 'article', required: true },
    ),
    iconId: iconField,
    description: paragraph({ zh: '简介', en: 'Description' }, { read: 'detail', search: true, max: 500 }),
    form: formField,
    prompt: paragraph(
      { zh: '提示词', en: 'Prompt' },
      {
        required: true,
        read: 'detail',
        max: 20_000,
        help: { zh: '表单的值写作 {{名称}}', en: 'Write form values as {{name}}.' },
      },
    ),
    sample: markdown(
      { zh: '范文', en: 'Sample' },
      { read: 'detail', max: 200_000, help: { zh: '展示给用户的示例', en: 'Example result that users see' } },
    ),
    modelId: modelField,
    output: choice(
      { zh: '输出', en: 'Output' },
      {
        markdown: { zh: 'Markdown', en: 'Markdown' },
        text: { zh: '纯文本', en: 'Plain text' },
        html: { zh: 'HTML', en: 'HTML' },
      },
      { default: 'markdown', required: true },
    ),
    maxWords: integer(
      { zh: '最多字数', en: 'Maximum length' },
      { required: true, min: 50, max: 100_000, default: 2000, read: 'detail' },
    ),
    requiredVipLevel: vipLevelField,
    price: priceField,
    useCount: useCountField,
    sort: sortField,
    status: reviewedState,
    ...versionFields,
  },
  list: {
    columns: ['iconId', 'name', 'category', 'output', 'useCount', 'status', 'changedSince', 'updatedAt'],
    filters: ['category', 'output', 'status', 'changedSince'],
    quick: changedSinceQuick,
    sort: 'sort',
  },
  form: [
    ['name', 'nameEn'],
    ['key', 'category'],
    ['iconId', 'description'],
    ['form'],
    ['prompt'],
    ['sample'],
    ['output', 'maxWords'],
    ['modelId'],
    ['requiredVipLevel', 'price'],
    ['sort'],
  ],
  removal: { finalOnce: 'publishedVersion' },
  access: editors,
  deletion: { from: ['draft', 'rejected', 'unpublished'] },
  actions: { ...reviewedActions, reorder: reorderWithin('category'), test: testPromptAction },
});
export type WriteTemplate = RecordOf<typeof writeTemplate>;
