import { admins, defineResource, everyone, type RecordOf } from '../../definition/index.ts';
import {
  basisPoints,
  boolean,
  choice,
  choices,
  integer,
  json,
  money,
  paragraph,
  reference,
  state,
  tags,
  text,
} from '../../fields/index.ts';
import { providers } from '../keys/api-key.ts';
import { providerSyncActions } from '../keys/provider-sync.ts';
import { assets } from '../ledger/balance-parts.ts';
import { namedByPlan, reorderAction, switchFor } from '../parts.ts';
import { modelSections } from './model-sections.ts';

/** The unit of prices. */
const credits = { zh: '点', en: 'credits' };
const asBefore = { zh: '留空则与原模型相同', en: 'Leave empty to copy from the original model.' };
/** Range of all model prices. */
const modelPrice = { min: 0, max: 10_000_000, unit: credits } as const;

/** Fields that a copy of a model must have of its own, besides its name and upstream ID. */
const copyInput = {
  factorBps: integer(
    { zh: '价格倍率', en: 'Price multiplier' },
    {
      min: 1,
      max: 1_000_000,
      ...basisPoints,
      help: {
        zh: '下面各项价格乘以它，四舍五入；留空则不变',
        en: 'Multiplies the prices below, rounded half up. Leave empty for no change.',
      },
    },
  ),
  priceIn: integer({ zh: '千 Token 输入价', en: 'Price per 1k input tokens' }, { ...modelPrice, help: asBefore }),
  priceOut: integer({ zh: '千 Token 输出价', en: 'Price per 1k output tokens' }, { ...modelPrice, help: asBefore }),
  priceUnit: integer({ zh: '单价', en: 'Unit price' }, { ...modelPrice, help: asBefore }),
  membersOnly: boolean(
    { zh: '仅会员可用', en: 'For members only' },
    { help: { zh: '会员等级要求至少为 1', en: 'Requires level 1 or higher' } },
  ),
  requiredVipLevel: integer(
    { zh: '会员等级要求', en: 'Required membership level' },
    {
      min: 0,
      max: 99,
      help: {
        zh: '0 为所有人；留空则与原模型相同',
        en: '0 means everyone. Leave empty to copy from the original model.',
      },
    },
  ),
  keyGroup: text({ zh: '密钥分组', en: 'Key group' }, { max: 64, help: asBefore }),
  enable: boolean(
    { zh: '立即启用', en: 'Enable immediately' },
    { help: { zh: '用户马上可以使用', en: 'Users can use it immediately.' } },
  ),
} as const;

/** Fields of models that are charged by token. */
const byToken = { visibleWhen: { billingMode: ['perToken'] } } as const;
const price = { ...modelPrice, required: true, default: 0 } as const;

export const aiModel = defineResource({
  name: 'aiModel',
  path: '/ai/model_system',
  title: 'name',
  label: { zh: '大模型', en: 'Model' },
  help: { zh: '平台提供的模型与价格', en: 'Models and prices of the platform' },
  fields: {
    name: text({ zh: '名称', en: 'Name' }, { required: true, search: true, max: 64 }),
    code: text({ zh: '上游标识', en: 'Upstream ID' }, { required: true, search: true, mono: true, max: 128 }),
    type: choice(
      { zh: '类型', en: 'Type' },
      {
        chat: { zh: '对话', en: 'Chat' },
        reasoning: { zh: '推理', en: 'Reasoning' },
        vision: { zh: '视觉', en: 'Vision' },
        image: { zh: '图像', en: 'Image' },
        video: { zh: '视频', en: 'Video' },
        music: { zh: '音乐', en: 'Music' },
        tts: { zh: '语音合成', en: 'Speech' },
        stt: { zh: '语音识别', en: 'Transcription' },
        embedding: { zh: '向量', en: 'Embedding' },
        rerank: { zh: '重排', en: 'Rerank' },
      },
      { required: true, default: 'chat' },
    ),
    provider: choice({ zh: '供应商', en: 'Provider' }, providers, { required: true, default: 'openai' }),
    keyGroup: text(
      { zh: '密钥分组', en: 'Key group' },
      {
        required: true,
        max: 64,
        default: 'default',
        help: { zh: '从哪一组密钥取用', en: 'Key group used for this model' },
      },
    ),
    iconId: reference({ zh: '图标', en: 'Icon' }, 'aiIcon', { read: 'detail' }),
    description: paragraph({ zh: '介绍', en: 'Description' }, { read: 'detail', max: 2000 }),
    tags: tags({ zh: '标签', en: 'Tags' }, { maxItems: 10, read: 'detail' }),
    billingMode: choice(
      { zh: '计费方式', en: 'Billing' },
      {
        perToken: { zh: '按 Token', en: 'By token' },
        perCall: { zh: '按次', en: 'Per call' },
        perImage: { zh: '按张', en: 'By image' },
        perSecond: { zh: '按秒', en: 'By second' },
        perPage: { zh: '按页', en: 'By page' },
        free: { zh: '免费', en: 'Free' },
      },
      { required: true, default: 'perToken' },
    ),
    asset: choice({ zh: '扣费资产', en: 'Charges' }, assets, { required: true, default: 'compute' }),
    priceUnit: integer(
      { zh: '单价', en: 'Unit price' },
      {
        ...price,
        visibleWhen: { billingMode: ['perCall', 'perImage', 'perSecond', 'perPage'] },
        help: { zh: '每次、每张、每秒或每页', en: 'per call, image, second or page' },
      },
    ),
    priceIn: integer({ zh: '千 Token 输入价', en: 'Price per 1k input tokens' }, { ...price, ...byToken }),
    priceOut: integer({ zh: '千 Token 输出价', en: 'Price per 1k output tokens' }, { ...price, ...byToken }),
    thinkBps: integer(
      { zh: '思考倍率', en: 'Reasoning multiplier' },
      {
        required: true,
        min: 1,
        max: 1_000_000,
        default: 10_000,
        read: 'detail',
        ...basisPoints,
        help: {
          zh: '开启思考时价格乘以它；100% 为不变',
          en: 'Multiplies the price when thinking is enabled. 100% means no change.',
        },
      },
    ),
    minCharge: integer(
      { zh: '最低收费', en: 'Minimum charge' },
      {
        ...price,
        default: 1,
        read: 'detail',
        help: { zh: '有用量但不足此数时按此收取', en: 'Minimum charge per use' },
      },
    ),
    upstreamIn: money(
      { zh: '上游千输入成本', en: 'Upstream cost per 1k input tokens' },
      { decimals: 6, required: true, min: 0, max: 1_000_000_000, default: 0, read: 'detail' },
    ),
    upstreamOut: money(
      { zh: '上游千输出成本', en: 'Upstream cost per 1k output tokens' },
      { decimals: 6, required: true, min: 0, max: 1_000_000_000, default: 0, read: 'detail' },
    ),
    maxContext: integer(
      { zh: '上下文长度', en: 'Context' },
      { required: true, min: 1, max: 100_000_000, default: 64_000, read: 'detail' },
    ),
    maxOutput: integer(
      { zh: '最大输出', en: 'Maximum output tokens' },
      { required: true, min: 1, max: 10_000_000, default: 4_096, read: 'detail' },
    ),
    timeoutS: integer(
      { zh: '超时', en: 'Time-out' },
      { required: true, min: 1, max: 3600, default: 300, unit: { zh: '秒', en: 's' }, read: 'detail' },
    ),
    ratePerHour: integer(
      { zh: '每人每小时次数', en: 'Calls per user per hour' },
      {
        min: 0,
        max: 1_000_000,
        default: 999,
        read: 'detail',
        help: {
          zh: '每人在任意 60 分钟内的使用上限，超出时冻结额度或租用密钥会被拒绝；留空或 0 表示不限',
          en: 'Maximum uses per user within any 60 minutes. Further holds or key leases are rejected. Leave empty or enter 0 for no limit.',
        },
      },
    ),
    caps: choices(
      { zh: '能力', en: 'Capabilities' },
      {
        vision: { zh: '看图', en: 'Vision' },
        file: { zh: '文件', en: 'Files' },
        tools: { zh: '工具', en: 'Tools' },
        web: { zh: '联网', en: 'Web' },
        think: { zh: '思考', en: 'Thinking' },
        stream: { zh: '流式', en: 'Streaming' },
      },
      { read: 'detail' },
    ),
    systemPrompt: paragraph({ zh: '系统提示词', en: 'System prompt' }, { read: 'detail', max: 20_000 }),
    fallbackId: reference({ zh: '备用模型', en: 'Fallback' }, 'aiModel', {
      read: 'detail',
      help: { zh: '不可用时先改用它', en: 'Used first when this model is unavailable.' },
    }),
    secondFallbackId: reference({ zh: '第二备用模型', en: 'Second fallback' }, 'aiModel', { read: 'detail' }),
    requiredVipLevel: integer(
      { zh: '会员等级要求', en: 'Required membership level' },
      {
        ...namedByPlan,
        required: true,
        min: 0,
        max: 99,
        default: 0,
        help: { zh: '0 为所有人', en: '0 means everyone.' },
      },
    ),
    visible: boolean({ zh: '用户可见', en: 'Visible' }, { default: true, read: 'detail' }),
    sort: integer({ zh: '排序', en: 'Order' }, { required: true, min: 0, max: 999_999, default: 100 }),
    status: state(
      { zh: '状态', en: 'Status' },
      {
        enabled: { zh: '启用', en: 'Enabled', tone: 'good' },
        disabled: { zh: '停用', en: 'Disabled', tone: 'neutral' },
      },
    ),
  },
  list: {
    columns: ['name', 'code', 'type', 'provider', 'status', 'priceIn', 'priceOut', 'priceUnit', 'asset', 'billingMode'],
    filters: ['type', 'provider', 'keyGroup', 'billingMode', 'asset', 'status', 'requiredVipLevel', 'visible', 'tags'],
    sort: 'sort',
  },
  sections: modelSections,
  highlights: ['priceIn', 'priceOut', 'priceUnit', 'requiredVipLevel'],
  form: [
    ['name', 'code'],
    ['type', 'provider'],
    ['keyGroup', 'iconId'],
    ['tags'],
    ['description'],
    ['billingMode', 'asset'],
    ['priceIn', 'priceOut'],
    ['priceUnit', 'minCharge'],
    ['thinkBps'],
    ['upstreamIn', 'upstreamOut'],
    ['maxContext', 'maxOutput'],
    ['timeoutS', 'ratePerHour'],
    ['caps'],
    ['fallbackId', 'secondFallbackId'],
    ['systemPrompt'],
    ['requiredVipLevel', 'sort'],
    ['visible'],
  ],
  unique: [['provider', 'code', 'keyGroup']],
  removal: 'final',
  access: {
    list: everyone,
    get: everyone,
    create: admins,
    update: admins,
    delete: admins,
    batch: admins,
    import: admins,
    export: admins,
  },
  actions: {
    test: {
      on: 'record',
      label: { zh: '测试', en: 'Test' },
      help: {
        zh: '从密钥池取一个密钥按类型发一次请求：耗时、回复与花费；语音识别发送半秒静音',
        en: 'Sends one request of the model’s type with a key from the pool and shows duration, response, and cost. Transcription gets half a second of silence.',
      },
      roles: admins,
      input: {
        prompt: text({ zh: '提示', en: 'Prompt' }, { max: 500, default: 'ping' }),
        voice: text(
          { zh: '音色', en: 'Voice' },
          { max: 64, help: { zh: '只用于语音合成，留空为 alloy', en: 'Only for speech. Leave empty to use alloy.' } },
        ),
      },
      output: {
        ok: boolean({ zh: '通过', en: 'Passed' }),
        errorCode: text({ zh: '错误码', en: 'Error code' }),
        ms: integer({ zh: '耗时', en: 'Duration' }, { unit: { zh: '毫秒', en: 'ms' } }),
        reply: text({ zh: '回复', en: 'Reply' }),
        dimensions: integer({ zh: '向量维数', en: 'Dimensions' }),
        bytes: integer({ zh: '语音字节', en: 'Audio bytes' }),
        promptTokens: integer({ zh: '输入 Token', en: 'Tokens in' }),
        completionTokens: integer({ zh: '输出 Token', en: 'Tokens out' }),
        wouldCost: integer({ zh: '按价应收', en: 'Price by list' }, { unit: credits }),
        asset: choice({ zh: '资产', en: 'Asset' }, assets),
        keyName: text({ zh: '所用密钥', en: 'Key used' }),
      },
    },
    ...switchFor(admins),
    reorder: { ...reorderAction, roles: admins },
    quote: {
      on: 'record',
      label: { zh: '试算价格', en: 'Preview a price' },
      roles: everyone,
      reads: true,
      input: {
        promptTokens: integer({ zh: '输入 Token', en: 'Tokens in' }, { min: 0, max: 1_000_000_000, default: 1000 }),
        completionTokens: integer(
          { zh: '输出 Token', en: 'Tokens out' },
          { min: 0, max: 1_000_000_000, default: 1000 },
        ),
        units: integer({ zh: '次、张、秒或页', en: 'Units' }, { min: 0, max: 1_000_000, default: 1 }),
        think: boolean({ zh: '思考', en: 'Thinking' }),
      },
      output: {
        amount: integer({ zh: '价格', en: 'Price' }, { unit: credits }),
        asset: choice({ zh: '资产', en: 'Asset' }, assets),
      },
    },
    clone: {
      on: 'record',
      label: { zh: '复制', en: 'Clone' },
      help: {
        zh: '其余与原模型相同；不立即启用的，检查后再启用',
        en: 'Everything else is copied. The copy is disabled until it is reviewed, unless you enable it now.',
      },
      roles: admins,
      singleRecord: true,
      input: { name: 'name', code: 'code', ...copyInput },
    },
    changePrices: {
      on: 'record',
      label: { zh: '调价', en: 'Change prices' },
      help: {
        zh: '各项价格乘以倍率，四舍五入，有价的不会变成 0；先用“预览”查看结果',
        en: 'Multiplies each price and rounds half up; a price never becomes 0',
      },
      roles: admins,
      input: {
        factorBps: integer(
          { zh: '倍率', en: 'Multiplier' },
          {
            required: true,
            min: 1,
            max: 1_000_000,
            ...basisPoints,
            help: { zh: '12000 为上调 20%', en: '12000 raises by 20%' },
          },
        ),
      },
    },
    ...providerSyncActions,
    previewPrices: {
      on: 'collection',
      label: { zh: '预览调价', en: 'Preview a price change' },
      help: {
        zh: '按供应商或分组列出新旧价格，不做改动',
        en: 'Lists old and new prices by provider or group. Changes nothing.',
      },
      roles: admins,
      reads: true,
      input: {
        factorBps: integer(
          { zh: '倍率', en: 'Multiplier' },
          { required: true, min: 1, max: 1_000_000, ...basisPoints },
        ),
        provider: choice({ zh: '供应商', en: 'Provider' }, providers),
        keyGroup: text({ zh: '密钥分组', en: 'Key group' }, { max: 64 }),
      },
      output: {
        items: json({ zh: '新旧价格', en: 'Old and new' }),
        name: text({ zh: '名称', en: 'Name' }),
        priceIn: text({ zh: '千输入', en: '1K input' }),
        priceOut: text({ zh: '千输出', en: '1K output' }),
        priceUnit: text({ zh: '单价', en: 'Unit price' }),
      },
    },
    renameGroup: {
      on: 'collection',
      label: { zh: '分组改名', en: 'Rename a group' },
      help: {
        zh: '模型、密钥与会员额度里的分组一并改名，已有会员的额度照旧可用',
        en: 'Renames the group in models, keys, and membership quotas. Existing members keep their quotas.',
      },
      roles: admins,
      input: {
        from: text({ zh: '原分组', en: 'Previous group' }, { required: true, max: 64 }),
        to: text({ zh: '新名字', en: 'New name' }, { required: true, max: 64 }),
      },
      output: {
        models: integer({ zh: '模型', en: 'Models' }),
        keys: integer({ zh: '密钥', en: 'Keys' }),
        plans: integer({ zh: '会员套餐', en: 'Plans' }),
        memberships: integer({ zh: '会员记录', en: 'Memberships' }),
      },
    },
  },
});
export type AiModel = RecordOf<typeof aiModel>;
