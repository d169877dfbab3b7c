import { defineResource, everyone, type RecordOf } from '../../definition/index.ts';
import { boolean, integer, paragraph, reference, tags, text } from '../../fields/index.ts';
import { chunkContent, chunkFields, shown } from './know-parts.ts';

export const knowChunk = defineResource({
  name: 'knowChunk',
  path: '/ai/ai_know_list/ai_know_doc_content',
  title: 'title',
  label: { zh: '分段', en: 'Chunk' },
  help: {
    zh: '文档切成的段落：检索命中的就是它；可改、可拆、可并、可停用',
    en: 'Pieces of documents, which is what a search finds; they can be edited, split, merged and switched off',
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
        help: { zh: '问答表里内容是问题，这里是答案', en: 'Of a question that stands as the content' },
      },
    ),
    questions: tags(
      { zh: '相关问题', en: 'Questions' },
      {
        maxItems: 20,
        read: 'detail',
        help: { zh: '用户可能这样问；与内容一同检索', en: 'How users may ask for it; found with the content' },
      },
    ),
    keywords: tags({ zh: '关键词', en: 'Keywords' }, { maxItems: 10, read: 'detail' }),
    ...chunkFields,
    edited: boolean({ zh: '人工改过', en: 'Edited' }, { write: 'never' }),
    spanStart: integer({ zh: '原文起点', en: 'From character' }, shown),
    spanEnd: integer({ zh: '原文终点', en: 'To character' }, shown),
  },
  list: {
    columns: ['content', 'docId', 'seq', 'tokens', 'status', 'enabled', 'edited', 'hitCount', 'updatedAt'],
    filters: ['knowledgeId', 'docId', 'enabled', 'status', 'edited', 'hitCount', 'createdAt'],
    sortable: ['hitCount'],
    sort: '-id',
  },
  unique: [['docId', 'generation', 'seq']],
  form: [['title'], ['content'], ['answer'], ['questions'], ['keywords']],
  access: { list: everyone, get: everyone, update: everyone, delete: everyone, batch: everyone, export: everyone },
});
export type KnowChunk = RecordOf<typeof knowChunk>;
