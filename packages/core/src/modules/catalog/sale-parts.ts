import { type Action, admins, everyone } from '../../definition/index.ts';
import { boolean, image, integer, money, state, text } from '../../fields/index.ts';
import { namedByPlan, reorderAction } from '../parts.ts';

/** Fields and actions that all products share: price, purchase limit, sales and publication. */

/** The period of a plan's quota. */
export const quotaPeriods = {
  total: { zh: '整个会员期', en: 'Whole term' },
  day: { zh: '每天', en: 'Every day' },
  month: { zh: '每月', en: 'Every month' },
} as const;

export const salePrice = {
  price: money({ zh: '价格', en: 'Price' }, { required: true, min: 1 }),
  originalPrice: money({ zh: '原价', en: 'List price' }, { min: 0 }),
} as const;

export const saleLimit = {
  limitPerUser: integer(
    { zh: '每人限购', en: 'Per user' },
    { required: true, min: 0, max: 1000, default: 0, help: { zh: '0 为不限', en: '0 means no limit.' } },
  ),
} as const;

/** The stock is excluded from forms and imports: orders change it, so a value is only valid at the moment it is set. */
const stock = integer(
  { zh: '库存', en: 'Stock' },
  {
    write: 'never',
    min: 0,
    max: 1_000_000_000,
    help: {
      zh: '可售份数，用“设置库存”修改；留空为不限，0 为售罄。下单即减，未支付而关闭时退回',
      en: 'Remaining stock. Change it with “Set stock”. Leave empty for no limit; 0 means sold out. An order reserves stock and returns it when it closes unpaid.',
    },
  },
);

export const saleFigures = {
  stock,
  sales: integer({ zh: '销量', en: 'Sold' }, { write: 'never', default: 0 }),
  revenue: money(
    { zh: '收入', en: 'Revenue' },
    {
      write: 'never',
      default: 0,
      currencyFrom: 'revenueCurrency',
      help: { zh: '以最近一笔销售的币种计', en: 'In the currency of the latest sale.' },
    },
  ),
  revenueCurrency: text({ zh: '收入币种', en: 'Revenue currency' }, { write: 'never', max: 3, read: 'detail' }),
  sort: integer({ zh: '排序', en: 'Order' }, { min: 0, max: 999_999, default: 100 }),
  status: state(
    { zh: '状态', en: 'Status' },
    { off: { zh: '下架', en: 'Not on sale', tone: 'neutral' }, on: { zh: '在售', en: 'On sale', tone: 'good' } },
  ),
} as const;

export const saleAccess = {
  list: everyone,
  get: everyone,
  create: admins,
  update: admins,
  delete: admins,
  batch: admins,
  import: admins,
  export: everyone,
} as const;

export const saleActions = {
  publish: { on: 'record', label: { zh: '上架', en: 'Publish' }, roles: admins, from: ['off'], to: 'on' },
  unpublish: { on: 'record', next: [], label: { zh: '下架', en: 'Unpublish' }, roles: admins, from: ['on'], to: 'off' },
  clone: {
    on: 'record',
    label: { zh: '复制', en: 'Clone' },
    help: { zh: '以新名称复制一份，先不上架', en: 'Creates a copy under a new name. It is not on sale at first.' },
    roles: admins,
    undo: true,
    input: { name: 'name' },
  },
  setStock: {
    on: 'record',
    label: { zh: '设置库存', en: 'Set stock' },
    help: {
      zh: '从现在起可售的份数；已下的订单已扣除。留空为不限',
      en: 'How many can be sold from now on, not counting existing orders. Leave empty for no limit.',
    },
    roles: admins,
    input: {
      stock: { ...stock, help: { zh: '留空为不限，0 为售罄', en: 'Leave empty for no limit. 0 means sold out.' } },
    },
  },
  reorder: { ...reorderAction, roles: admins },
} as const satisfies Record<string, Action>;

/** A quick filter for published products without stock. */
export const soldOut = {
  label: { zh: '已售罄', en: 'Sold out' },
  where: { status: ['on'], stock: { to: 0 } },
} as const;

export const packName = text({ zh: '名称', en: 'Name' }, { required: true, unique: true, search: true, max: 64 });

/** The price of a pack and the credits that it grants. */
export const packTerms = {
  bonus: integer({ zh: '加赠', en: 'Bonus' }, { required: true, min: 0, max: 100_000_000, default: 0 }),
  firstBuyBonus: integer(
    { zh: '首购加赠', en: 'First purchase bonus' },
    {
      required: true,
      min: 0,
      max: 100_000_000,
      default: 0,
      read: 'detail',
      help: { zh: '首次购买本套餐时另加', en: 'Added when a user buys this pack for the first time.' },
    },
  ),
  ...salePrice,
  validDays: integer(
    { zh: '有效天数', en: 'Valid days' },
    { required: true, min: 0, max: 3650, default: 0, help: { zh: '0 为长期有效', en: '0 = never expires' } },
  ),
  ...saleLimit,
  vipLevelRequired: integer(
    { zh: '会员等级要求', en: 'Required membership level' },
    {
      ...namedByPlan,
      required: true,
      min: 0,
      max: 99,
      default: 0,
      help: { zh: '0 表示所有人可购买', en: '0 for everybody' },
    },
  ),
} as const;

/** The presentation of a pack and its sales. */
export const packShow = {
  cover: image({ zh: '封面', en: 'Cover' }, { read: 'detail' }),
  tag: text({ zh: '角标', en: 'Badge' }, { max: 16 }),
  recommended: boolean({ zh: '推荐', en: 'Recommended' }),
  ...saleFigures,
} as const;

export const packList = {
  filters: ['status', 'price', 'recommended', 'stock'],
  quick: { soldOut },
  totals: ['sales', 'revenue'],
  sort: 'sort',
} as const;
