import { defineResource, everyone, type RecordOf } from '../../definition/index.ts';
import { integer, json, text, time } from '../../fields/index.ts';

/** Outlives its model, so it names it by number and name. */
export const modelPrice = defineResource({
  name: 'modelPrice',
  path: '/ai/model_system',
  title: 'id',
  label: { zh: '价格历史', en: 'Price history' },
  help: { zh: '模型价格的每一次变化；只增不改', en: 'Every change of a model’s price; appended, never changed' },
  fields: {
    modelId: integer({ zh: '模型编号', en: 'Model id' }, { write: 'never', required: true }),
    modelName: text({ zh: '模型', en: 'Model' }, { write: 'never', max: 64 }),
    before: json({ zh: '之前', en: 'Before' }, { write: 'never' }),
    after: json({ zh: '之后', en: 'After' }, { write: 'never' }),
    effectiveAt: time({ zh: '生效时间', en: 'Effective' }, { write: 'never', required: true }),
    actorId: integer({ zh: '操作人编号', en: 'By' }, { write: 'never' }),
  },
  list: {
    columns: ['effectiveAt', 'modelId', 'modelName', 'before', 'after', 'actorId'],
    filters: ['modelId', 'effectiveAt'],
    sort: '-id',
  },
  access: { list: everyone, get: everyone, export: everyone },
});
export type ModelPrice = RecordOf<typeof modelPrice>;
