import { defineResource, everyone, type RecordOf } from '../../definition/index.ts';
import { basisPoints, choice, identifier, integer, text, time } from '../../fields/index.ts';
import { aiModel } from './ai-model.ts';

const credits = { zh: '点', en: 'credits' };
const { billingMode, asset } = aiModel.fields;
const price = { write: 'never', unit: credits } as const;
const before = { ...price, read: 'detail' } as const;

/** Price changes of models. They remain after the model is deleted, so they store its ID and name. */
export const modelPrice = defineResource({
  name: 'modelPrice',
  path: '/ai/model_system',
  title: 'modelName',
  label: { zh: '价格历史', en: 'Price history', many: 'Price history' },
  help: { zh: '模型价格的每一次变化；仅追加', en: 'Every price change of a model. Append-only.' },
  fields: {
    modelId: identifier({ zh: '模型编号', en: 'Model ID' }, { idOf: 'aiModel', write: 'never', required: true }),
    modelName: text({ zh: '模型', en: 'Model' }, { write: 'never', max: 64 }),
    billingMode: choice(billingMode.label, billingMode.options, { write: 'never' }),
    asset: choice(asset.label, asset.options, { write: 'never' }),
    priceIn: integer({ zh: '千 Token 输入价', en: 'Price per 1k input tokens' }, price),
    priceInBefore: integer({ zh: '原千 Token 输入价', en: 'Previous price per 1k input tokens' }, before),
    priceOut: integer({ zh: '千 Token 输出价', en: 'Price per 1k output tokens' }, price),
    priceOutBefore: integer({ zh: '原千 Token 输出价', en: 'Previous price per 1k output tokens' }, before),
    priceUnit: integer({ zh: '单价', en: 'Unit price' }, price),
    priceUnitBefore: integer({ zh: '原单价', en: 'Previous unit price' }, before),
    minCharge: integer({ zh: '最低收费', en: 'Minimum charge' }, before),
    thinkBps: integer(
      { zh: '思考倍率', en: 'Reasoning multiplier' },
      { write: 'never', read: 'detail', ...basisPoints },
    ),
    effectiveAt: time({ zh: '生效时间', en: 'Effective' }, { write: 'never', required: true }),
    actor: text({ zh: '操作人', en: 'Actor' }, { write: 'never', max: 64 }),
  },
  list: {
    columns: ['effectiveAt', 'modelName', 'billingMode', 'priceIn', 'priceOut', 'priceUnit', 'asset', 'actor'],
    essential: ['priceIn', 'priceOut', 'asset'],
    filters: ['modelId', 'effectiveAt'],
    sort: '-id',
  },
  access: { list: everyone, get: everyone, export: everyone },
});
export type ModelPrice = RecordOf<typeof modelPrice>;
