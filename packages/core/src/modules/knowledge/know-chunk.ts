import { type Action, defineResource, everyone, type RecordOf } from '../../definition/index.ts';
import { boolean, integer, paragraph, reference, tags, text } from '../../fields/index.ts';
import { unsortableReasons } from '../parts.ts';
import { chunkContent, chunkFields, chunkSwitches, shown } from './know-parts.ts';

const chunkActions = {
  ...chunkSwitches,
  split: {
    on: 'record',
    label: { zh: '拆分', en: 'Split' },
    help: { zh: '从指定文字处拆成两段', en: 'Splits the chunk in two at the given text.' },
    roles: everyone,
    singleRecord: true,
    input: {
      before: text(
        { zh: '从这里拆开', en: 'Split at' },
        {
          required: true,
          max: 255,
          help: { zh: '原样输入第二段开头的文字', en: 'The first words of the second chunk, unchanged.' },
        },
      ),
    },
  },
  mergeNext: {
    on: 'record',
    label: { zh: '与下一段合并', en: 'Merge with the next' },
    help: { zh: '重叠的文字只留一份', en: 'Overlapping text is included once.' },
    roles: everyone,
    singleRecord: true,
    danger: true,
  },
  addQuestion: {
    on: 'record',
    label: { zh: '添加问题', en: 'Add a question' },
    help: {
      zh: '用户可能的问法，和内容一同检索',
      en: 'A question users may ask. It is searched together with the content.',
    },
    roles: everyone,
    input: { question: text({ zh: '问题', en: 'Question' }, { required: true, min: 2, max: 255 }) },
  },
  reindex: {
    on: 'record',
    label: { zh: '重新索引', en: 'Reindex' },
    help: {
      zh: '几秒内重新生成向量；失败的分段用它重试',
      en: 'Rebuilds the vector within seconds. Also retries a failed one.',
    },
    roles: everyone,
  },
} as const satisfies Record<string, Action>;

export const knowChunk = defineResource({
  name: 'knowChunk',
  path: '/ai/ai_know_list/ai_know_doc_content',
  title: 'title',
  label: { zh: '分段', en: 'Chunk' },
  help: {
    zh: '文档切成的段落：检索命中的就是它；可改、可拆、可并、可停用',
    en: 'Sections of documents, which searches return. Edit, split, merge, or disable them.',
  },
  fields: {
    docId: reference({ zh: '文档', en: 'Document' }, 'knowDoc', { write: 'never', required: true }),
    knowledgeId: reference({ zh: '知识库', en: 'Knowledge base' }, 'knowledge', { write: 'never', required: true }),
    title: text({ zh: '标题', en: 'Title' }, { search: true, max: 255 }),
    content: chunkContent,
    answer: paragraph(
      { zh: '答案', en: 'Answer' },
      {
        read: 'detail',
        search: true,
        max: 20_000,
        help: { zh: '问答表里内容是问题，这里是答案', en: 'The answer when the content is a question.' },
      },
    ),
    questions: tags(
      { zh: '相关问题', en: 'Questions' },
      {
        maxItems: 20,
        read: 'detail',
        help: {
          zh: '用户可能这样问；与内容一同检索',
          en: 'Questions users may ask. They are searched together with the content.',
        },
      },
    ),
    keywords: tags({ zh: '关键词', en: 'Keywords' }, { maxItems: 10, read: 'detail' }),
    ...chunkFields,
    edited: boolean({ zh: '人工改过', en: 'Manually edited' }, { write: 'never' }),
    spanStart: integer({ zh: '原文起点', en: 'Start character' }, shown),
    spanEnd: integer({ zh: '原文终点', en: 'End character' }, shown),
  },
  list: {
    columns: ['content', 'docId', 'seq', 'tokens', 'status', 'enabled', 'edited', 'hitCount', 'updatedAt'],
    essential: ['status'],
    filters: ['knowledgeId', 'docId', 'enabled', 'status', 'edited', 'hitCount', 'createdAt'],
    unsortable: {
      seq: unsortableReasons.position,
    },
    sort: 'id',
  },
  unique: [['docId', 'generation', 'seq']],
  form: [['title'], ['content'], ['answer'], ['questions'], ['keywords']],
  removal: 'final',
  access: { list: everyone, get: everyone, update: everyone, delete: everyone, batch: everyone, export: everyone },
  actions: chunkActions,
});
export type KnowChunk = RecordOf<typeof knowChunk>;
