import { defineResource, type RecordOf } from '../../definition/index.ts';
import { choice, integer, paragraph, reference, text } from '../../fields/index.ts';
import {
  editors,
  iconField,
  modelField,
  nameEnField,
  placeWithin,
  priceField,
  reviewedActions,
  reviewedState,
  sortField,
  useCountField,
  versionFields,
  vipLevelField,
} from '../parts.ts';
import { contentKey, formField, tryPromptAction } from './form-parts.ts';

export const miniApp = defineResource({
  name: 'miniApp',
  path: '/ai/ai_application/ai_app',
  title: 'name',
  label: { zh: '小应用', en: 'Small app' },
  help: { zh: '填一张表单就出结果的应用', en: 'Apps that make something of a filled-in form' },
  fields: {
    name: text({ zh: '名称', en: 'Name (Chinese)' }, { required: true, search: true, max: 64 }),
    nameEn: nameEnField,
    key: contentKey,
    categoryId: reference({ zh: '分类', en: 'Category' }, 'miniAppCategory', { required: true }),
    iconId: iconField,
    description: paragraph({ zh: '简介', en: 'Description' }, { read: 'detail', search: true, max: 500 }),
    form: formField,
    prompt: paragraph(
      { zh: '提示词模板', en: 'Prompt template' },
      {
        required: true,
        read: 'detail',
        max: 20_000,
        help: { zh: '表单的值写作 {{名称}}', en: 'Values of the form are written {{name}}' },
      },
    ),
    modelId: modelField,
    output: choice(
      { zh: '输出', en: 'Output' },
      {
        text: { zh: '文本', en: 'Text' },
        table: { zh: '表格', en: 'Table' },
        image: { zh: '图片', en: 'Picture' },
      },
      { default: 'text', required: true },
    ),
    demo: paragraph({ zh: '示例结果', en: 'Sample result' }, { read: 'detail', max: 4000 }),
    requiredVipLevel: vipLevelField,
    price: priceField,
    useCount: useCountField,
    collectCount: integer({ zh: '收藏', en: 'Collected' }, { write: 'never', default: 0, read: 'detail' }),
    sort: sortField,
    status: reviewedState,
    ...versionFields,
  },
  list: {
    columns: ['iconId', 'name', 'categoryId', 'output', 'useCount', 'status', 'updatedAt'],
    filters: ['categoryId', 'output', 'status'],
    sortable: ['sort', 'useCount', 'publishedAt'],
    sort: 'sort',
  },
  form: [
    ['name', 'nameEn'],
    ['key', 'categoryId'],
    ['iconId', 'modelId'],
    ['output'],
    ['description'],
    ['form'],
    ['prompt'],
    ['demo'],
    ['requiredVipLevel', 'price'],
    ['sort'],
  ],
  removal: { finalOnce: 'publishedVersion' },
  access: editors,
  actions: { ...reviewedActions, place: placeWithin('categoryId'), tryPrompt: tryPromptAction },
});
export type MiniApp = RecordOf<typeof miniApp>;
