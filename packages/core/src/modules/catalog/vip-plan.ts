import { defineResource, type RecordOf } from '../../definition/index.ts';
import {
  basisPoints,
  boolean,
  choice,
  image,
  integer,
  json,
  markdown,
  reference,
  tags,
  text,
  time,
} from '../../fields/index.ts';
import { capabilities } from '../ledger/credit-lot.ts';
import { quotaPeriods, saleAccess, saleActions, saleFigures, saleLimit, salePrice, soldOut } from './sale-parts.ts';

/** The quotas of a plan: covered usage of a capability per period, in credits. The server validates the items. */
const quotas = json(
  { zh: '额度', en: 'Quotas' },
  {
    read: 'detail',
    help: {
      zh: '每种能力在每个周期包含的用量，先用额度再扣余额；同一能力、周期与模型分组只有一项。每天的周期从购买时刻起算 24 小时；每月的周期按月或年的套餐每个自然月一个，按天的套餐每满 30 天一个、至少一个。会员期内不会超过已付的周期数',
      en: 'Usage included in the plan, spent before the balance. Each capability has one amount per period and model group. Daily periods start at the time of purchase. A plan sold by months or years has one monthly period per month; a plan sold by days has one for each full 30 days, and at least one. A term never has more periods than were paid for.',
    },
    rows: {
      capability: choice({ zh: '能力', en: 'Capability' }, capabilities, { required: true }),
      amount: integer(
        { zh: '数量', en: 'Amount' },
        { required: true, min: 1, max: 1_000_000_000, unit: { zh: '点', en: 'credits' } },
      ),
      period: choice({ zh: '周期', en: 'Period' }, quotaPeriods, { required: true }),
      modelGroup: text(
        { zh: '模型分组', en: 'Model group' },
        {
          max: 64,
          help: {
            zh: '只抵这个密钥分组的模型，先于不限分组的额度使用；留空为所有模型',
            en: 'Covers only the models of this key group and is spent before quotas for all models. Leave empty for all models.',
          },
        },
      ),
    },
  },
);

/** Benefits of members in addition to quotas. */
const benefits = {
  concurrency: integer(
    { zh: '同时使用数', en: 'Concurrent uses' },
    {
      required: true,
      min: 0,
      max: 1000,
      default: 0,
      read: 'detail',
      help: {
        zh: '一名会员可同时进行的付费对话与任务；0 为不限',
        en: 'Paid calls and tasks that a member can run at the same time. 0 means no limit.',
      },
    },
  ),
  rateMultiplier: integer(
    { zh: '计费倍率', en: 'Rate' },
    {
      required: true,
      min: 1,
      max: 20_000,
      default: 10_000,
      read: 'detail',
      ...basisPoints,
      help: {
        zh: '会员每次使用按价格乘以它扣费，向上取整，不低于模型的最低收费；80% 即八折',
        en: 'Share of the list price that members pay, rounded up, never below a model’s minimum charge. 80% means 20% off.',
      },
    },
  ),
  allowModels: json(
    { zh: '可用模型', en: 'Models' },
    {
      read: 'detail',
      help: {
        zh: '有等级要求的模型中会员可用哪些；留空按模型自己的等级要求。人人可用的模型不受影响',
        en: 'Level-restricted models that members can use. Leave empty to follow each model’s level. Unrestricted models are not affected.',
      },
      rows: { modelId: reference({ zh: '模型', en: 'Model' }, 'aiModel', { required: true }) },
    },
  ),
  allowAppCategories: json(
    { zh: '可用应用分类', en: 'App categories' },
    {
      read: 'detail',
      help: {
        zh: '“仅会员”的小应用分类中会员可用哪些；留空为全部',
        en: 'Members-only app categories that are included. Leave empty for all.',
      },
      rows: { categoryId: reference({ zh: '分类', en: 'Category' }, 'miniAppCategory', { required: true }) },
    },
  ),
} as const;

export const vipPlan = defineResource({
  name: 'vipPlan',
  path: '/market/vip-table',
  title: 'name',
  label: { zh: '会员套餐', en: 'Membership plan' },
  help: {
    zh: '可购买的会员；改动只影响之后的订单，已售出的以快照为准',
    en: 'Plans for sale. Changes apply to new orders only',
  },
  fields: {
    name: text({ zh: '名称', en: 'Name (Chinese)' }, { required: true, unique: true, search: true, max: 64 }),
    nameEn: text({ zh: '英文名称', en: 'Name (English)' }, { search: true, max: 64 }),
    level: integer(
      { zh: '等级', en: 'Level' },
      { required: true, min: 1, max: 99, help: { zh: '数字越大权益越高', en: 'A higher number means a better plan.' } },
    ),
    badge: text({ zh: '角标', en: 'Badge' }, { max: 16, read: 'detail' }),
    cover: image({ zh: '封面', en: 'Cover' }, { read: 'detail' }),
    description: markdown({ zh: '说明', en: 'Description' }, { read: 'detail' }),
    features: tags({ zh: '权益', en: 'Features' }, { maxItems: 20, read: 'detail' }),
    ...salePrice,
    durationValue: integer(
      { zh: '时长', en: 'Duration' },
      { required: true, min: 1, max: 3650, default: 1, unitFrom: 'durationUnit' },
    ),
    durationUnit: choice(
      { zh: '时长单位', en: 'Duration unit' },
      {
        day: { zh: '天', en: 'Days' },
        month: { zh: '月', en: 'Months' },
        year: { zh: '年', en: 'Years' },
        forever: { zh: '永久', en: 'Lifetime' },
      },
      { required: true, default: 'month' },
    ),
    quotas,
    ...benefits,
    giftCoin: integer({ zh: '赠货币', en: 'Gift coins' }, { required: true, min: 0, max: 100_000_000, default: 0 }),
    giftCompute: integer(
      { zh: '赠算力', en: 'Gift compute' },
      { required: true, min: 0, max: 100_000_000, default: 0 },
    ),
    ...saleLimit,
    renewalPolicy: choice(
      { zh: '续费方式', en: 'Renewal' },
      {
        inherit: { zh: '按系统设置', en: 'Use the system setting' },
        extend: { zh: '顺延', en: 'Extend' },
        reset: { zh: '重新计时', en: 'Start over' },
        queue: { zh: '排队', en: 'Queue' },
        replace: { zh: '替换', en: 'Replace' },
      },
      {
        required: true,
        default: 'inherit',
        help: { zh: '持有者再次获得同级会员时', en: 'When a holder receives this level again' },
      },
    ),
    recommended: boolean({ zh: '推荐', en: 'Recommended' }),
    visibleFrom: time({ zh: '开售时间', en: 'On sale from' }, { read: 'detail' }),
    visibleTo: time({ zh: '停售时间', en: 'On sale until' }, { read: 'detail' }),
    ...saleFigures,
  },
  list: {
    columns: ['name', 'level', 'price', 'durationValue', 'durationUnit', 'stock', 'sales', 'revenue', 'status'],
    filters: ['level', 'status', 'recommended', 'price', 'stock'],
    quick: { soldOut },
    totals: ['sales', 'revenue'],
    sort: 'sort',
  },
  form: [
    ['name', 'nameEn'],
    ['level', 'badge'],
    ['price', 'originalPrice'],
    ['durationValue', 'durationUnit'],
    ['giftCoin', 'giftCompute'],
    ['limitPerUser', 'renewalPolicy'],
    ['features'],
    ['quotas'],
    ['concurrency', 'rateMultiplier'],
    ['allowModels'],
    ['allowAppCategories'],
    ['description'],
    ['cover', 'recommended'],
    ['visibleFrom', 'visibleTo'],
    ['sort'],
  ],
  access: saleAccess,
  actions: saleActions,
});
export type VipPlan = RecordOf<typeof vipPlan>;
