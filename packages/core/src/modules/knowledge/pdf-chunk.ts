import { defineResource, everyone, type RecordOf } from '../../definition/index.ts';
import { integer, reference } from '../../fields/index.ts';
import { embeddingModels } from '../models/model-types.ts';
import { unsortableReasons } from '../parts.ts';
import { chunkContent, chunkFields, chunkSwitches, shown } from './know-parts.ts';

const never = { write: 'never' } as const;

export const pdfChunk = defineResource({
  name: 'pdfChunk',
  path: '/ai/ai_pdf_list/ai_pdf_embedding',
  title: 'content',
  label: { zh: 'PDF 分段', en: 'PDF chunk' },
  help: {
    zh: 'PDF 切成的段落、所在页码与索引状态',
    en: 'Sections of PDFs, with their pages and index status',
  },
  fields: {
    docId: reference({ zh: '文档', en: 'Document' }, 'pdfDoc', { ...never, required: true }),
    content: { ...chunkContent, ...never },
    pageFrom: integer({ zh: '起始页', en: 'From page' }, never),
    pageTo: integer({ zh: '结束页', en: 'To page' }, never),
    ...chunkFields,
    embeddingModelId: reference({ zh: '向量模型', en: 'Embedding model' }, 'aiModel', {
      ...shown,
      only: embeddingModels,
      help: { zh: '空为内置模型', en: 'Leave empty to use the built-in model.' },
    }),
  },
  list: {
    columns: ['content', 'docId', 'seq', 'pageFrom', 'tokens', 'status', 'enabled', 'hitCount', 'createdAt'],
    essential: ['status'],
    filters: ['docId', 'status', 'enabled', 'pageFrom', 'createdAt'],
    unsortable: {
      pageTo: unsortableReasons.position,
      seq: unsortableReasons.position,
      updatedAt: unsortableReasons.constantChange,
    },
    sort: 'id',
  },
  unique: [['docId', 'generation', 'seq']],
  access: { list: everyone, get: everyone, batch: everyone, export: everyone },
  actions: {
    ...chunkSwitches,
    reindex: {
      on: 'record',
      label: { zh: '重新索引', en: 'Reindex' },
      help: { zh: '几秒内重新生成向量', en: 'Rebuilds the vector within seconds.' },
      roles: everyone,
    },
  },
});
export type PdfChunk = RecordOf<typeof pdfChunk>;
