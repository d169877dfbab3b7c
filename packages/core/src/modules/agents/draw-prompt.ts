import { defineResource, type RecordOf } from '../../definition/index.ts';
import { json, paragraph, reference, tags, text } from '../../fields/index.ts';
import {
  cloneAction,
  coverField,
  editors,
  moveAction,
  reorderWithin,
  sortField,
  switchActions,
  switchState,
  useCountField,
} from '../parts.ts';
import { workParams } from './work-params.ts';

export const drawPrompt = defineResource({
  name: 'drawPrompt',
  path: '/ai/ai_draw/ai_draws_des',
  title: 'title',
  label: { zh: '描述词', en: 'Drawing prompt' },
  help: { zh: '用户绘画时可以直接取用的描述词', en: 'Prompts that users can choose for their drawings' },
  fields: {
    title: text({ zh: '标题', en: 'Title' }, { required: true, search: true, max: 80 }),
    categoryId: reference({ zh: '分类', en: 'Category' }, 'drawPromptCategory', { required: true }),
    prompt: paragraph({ zh: '描述词', en: 'Prompt (Chinese)' }, { required: true, search: true, max: 4000 }),
    promptEn: paragraph(
      { zh: '英文描述词', en: 'Prompt (English)' },
      {
        search: true,
        max: 4000,
        help: { zh: '多数绘画模型更懂英文', en: 'Most drawing models understand English best' },
      },
    ),
    negativePrompt: paragraph({ zh: '反向描述词', en: 'Negative prompt' }, { read: 'detail', max: 2000 }),
    cover: coverField,
    params: json(
      { zh: '参数', en: 'Parameters' },
      {
        read: 'detail',
        parts: workParams,
        help: { zh: 'JSON，例如 {"size":"1024x1024"}', en: 'JSON, such as {"size":"1024x1024"}' },
      },
    ),
    modelHint: text({ zh: '推荐模型', en: 'Best model' }, { max: 64 }),
    tags: tags({ zh: '标签', en: 'Tags' }, { maxItems: 10 }),
    useCount: useCountField,
    sort: sortField,
    status: switchState,
  },
  list: {
    columns: ['cover', 'title', 'categoryId', 'prompt', 'tags', 'useCount', 'status'],
    filters: ['categoryId', 'tags', 'status'],
    sort: 'sort',
  },
  form: [
    ['title', 'categoryId'],
    ['prompt'],
    ['promptEn'],
    ['negativePrompt'],
    ['cover', 'modelHint'],
    ['params'],
    ['tags', 'sort'],
  ],
  unique: [['categoryId', 'title']],
  access: editors,
  actions: {
    ...switchActions,
    reorder: reorderWithin('categoryId'),
    move: moveAction('drawPromptCategory'),
    clone: cloneAction,
  },
});
export type DrawPrompt = RecordOf<typeof drawPrompt>;
