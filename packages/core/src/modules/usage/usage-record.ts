import { admins, defineResource, everyone, type RecordOf } from '../../definition/index.ts';
import { boolean, choice, date, identifier, integer, money, reference, text } from '../../fields/index.ts';
import { assets } from '../ledger/balance-parts.ts';
import { capabilities } from '../ledger/credit-lot.ts';
import { unsortableReasons } from '../parts.ts';

export const usageRecord = defineResource({
  name: 'usageRecord',
  path: '/comsums/consum-table',
  title: 'requestId',
  label: { zh: '消费明细', en: 'Usage', many: 'Usage' },
  help: { zh: '每一次使用与扣费；仅追加', en: 'Every use and its cost. Append-only.' },
  fields: {
    requestId: text({ zh: '请求编号', en: 'Request' }, { write: 'never', mono: true, max: 96 }),
    userId: reference({ zh: '用户', en: 'User' }, 'user', { write: 'never', required: true }),
    capability: choice({ zh: '能力', en: 'Capability' }, capabilities, { write: 'never', required: true }),
    modelId: identifier({ zh: '模型编号', en: 'Model ID' }, { write: 'never' }),
    modelName: text({ zh: '模型名', en: 'Model name' }, { write: 'never', max: 64 }),
    apiKeyId: identifier({ zh: '密钥编号', en: 'Key ID' }, { write: 'never' }),
    promptTokens: integer({ zh: '输入 Token', en: 'Tokens in' }, { write: 'never', default: 0 }),
    completionTokens: integer({ zh: '输出 Token', en: 'Tokens out' }, { write: 'never', default: 0 }),
    cachedTokens: integer(
      { zh: '缓存 Token', en: 'Tokens cached' },
      {
        write: 'never',
        default: 0,
        read: 'detail',
        help: { zh: '输入中由上游缓存的', en: 'Input tokens served from the upstream’s cache.' },
      },
    ),
    units: integer({ zh: '用量', en: 'Usage' }, { write: 'never', default: 0 }),
    asset: choice({ zh: '资产', en: 'Asset' }, assets, { write: 'never', required: true }),
    listAmount: integer({ zh: '标价', en: 'List price' }, { write: 'never', default: 0, read: 'detail' }),
    chargedAmount: integer({ zh: '扣费', en: 'Charged' }, { write: 'never', default: 0 }),
    quotaAmount: integer(
      { zh: '会员额度', en: 'By quota' },
      {
        write: 'never',
        default: 0,
        read: 'detail',
        help: { zh: '由会员额度抵扣的部分', en: 'Amount covered by the membership quota' },
      },
    ),
    upstreamCost: money({ zh: '上游成本', en: 'Upstream cost' }, { decimals: 6, write: 'never', default: 0 }),
    status: choice(
      { zh: '结果', en: 'Result' },
      { success: { zh: '成功', en: 'Success', tone: 'good' }, failed: { zh: '失败', en: 'Failed', tone: 'bad' } },
      { write: 'never' },
    ),
    errorCode: text({ zh: '错误码', en: 'Error' }, { write: 'never', max: 64 }),
    latencyMs: integer({ zh: '耗时', en: 'Latency' }, { write: 'never', unit: { zh: '毫秒', en: 'ms' } }),
    firstTokenMs: integer(
      { zh: '首字耗时', en: 'First token' },
      { write: 'never', read: 'detail', unit: { zh: '毫秒', en: 'ms' } },
    ),
    stream: boolean({ zh: '流式', en: 'Streamed' }, { write: 'never', read: 'detail' }),
    day: date(
      { zh: '日期', en: 'Day' },
      { write: 'never', read: 'detail', help: { zh: '按站点时区', en: "In the site's time zone" } },
    ),
    sourceType: choice(
      { zh: '用于', en: 'Used for' },
      {
        app: { zh: '小应用', en: 'Mini app' },
        agent: { zh: '智能体', en: 'Agent' },
        task: { zh: '创作任务', en: 'Creative task' },
        chat: { zh: '会话', en: 'Chat' },
        know: { zh: '知识库', en: 'Knowledge base' },
        pdf: { zh: 'PDF', en: 'PDF' },
      },
      { write: 'never', read: 'detail' },
    ),
    sourceId: text(
      { zh: '用于编号', en: 'Reference ID' },
      {
        write: 'never',
        read: 'detail',
        mono: true,
        max: 64,
        help: { zh: '应用、智能体、任务或会话的编号', en: 'ID of the app, agent, task, or chat.' },
      },
    ),
    holdId: identifier({ zh: '冻结编号', en: 'Hold ID' }, { write: 'never', read: 'detail' }),
  },
  list: {
    columns: [
      'createdAt',
      'userId',
      'capability',
      'modelName',
      'promptTokens',
      'completionTokens',
      'asset',
      'chargedAmount',
      'status',
    ],
    essential: ['asset', 'chargedAmount', 'status'],
    filters: [
      'userId',
      'capability',
      'modelId',
      'apiKeyId',
      'asset',
      'status',
      'chargedAmount',
      'requestId',
      'sourceType',
      'sourceId',
      'day',
    ],
    // Credits belong to two assets, which the report sums separately.
    totals: ['promptTokens', 'completionTokens', 'upstreamCost'],
    quick: {
      failed: { label: { zh: '失败', en: 'Failed' }, where: { status: ['failed'] } },
      today: { label: { zh: '今日', en: 'Today' }, where: { createdAt: { days: { from: 0 } } } },
    },
    unsortable: {
      promptTokens: unsortableReasons.eachRequest,
      completionTokens: unsortableReasons.eachRequest,
      units: unsortableReasons.eachRequest,
      upstreamCost: unsortableReasons.eachRequest,
      latencyMs: unsortableReasons.eachRequest,
    },
    sort: '-id',
  },
  unique: [['userId', 'requestId']],
  access: { list: everyone, get: everyone, export: admins },
});
export type UsageRecord = RecordOf<typeof usageRecord>;
