import { defineReport, everyone } from '../definition/index.ts';
import { boolean, choice, date, integer, text } from '../fields/index.ts';
import { productTypes } from './catalog/snapshot-parts.ts';
import { payChannels } from './orders/order.ts';
import { messagePanel } from './workplace/message-panel.ts';

export { messagePanel } from './workplace/message-panel.ts';

const periods = {
  today: { zh: '今天', en: 'Today' },
  'last-7d': { zh: '近 7 天', en: '7 days' },
  'last-30d': { zh: '近 30 天', en: '30 days' },
  custom: { zh: '自定义', en: 'Custom' },
} as const;

/** The metrics of a period and of the previous period, up to the same time of day. */
export const headlines = defineReport({
  name: 'headlines',
  call: '/workplace/headlines',
  label: { zh: '核心指标', en: 'Key metrics' },
  roles: everyone,
  input: {
    range: choice({ zh: '范围', en: 'Range' }, periods, { default: 'today' }),
    start: date({ zh: '开始', en: 'Start' }),
    end: date({ zh: '结束', en: 'End' }),
  },
});

export const dataPanel = defineReport({
  name: 'dataPanel',
  call: '/data_panel',
  label: { zh: '数据面板', en: 'Overview' },
  roles: everyone,
  input: {},
});

export const contentData = defineReport({
  name: 'contentData',
  call: '/content_data',
  label: { zh: '内容数据', en: 'Content activity' },
  roles: everyone,
  area: 'ai',
  input: {
    days: integer({ zh: '天数', en: 'Days' }, { min: 1, max: 90, default: 14 }),
    metric: choice(
      { zh: '指标', en: 'Metric' },
      {
        chats: { zh: '消息', en: 'Messages' },
        sessions: { zh: '会话', en: 'Sessions' },
        tokens: { zh: 'Token', en: 'Tokens' },
        violations: { zh: '违规', en: 'Violations' },
      },
      { default: 'chats' },
    ),
  },
});

export const orderPanel = defineReport({
  name: 'orderPanel',
  call: '/order_panel',
  label: { zh: '订单面板', en: 'Orders' },
  roles: everyone,
  area: 'orders',
  input: {
    range: choice({ zh: '范围', en: 'Range' }, periods, { default: 'last-7d' }),
    start: date({ zh: '开始', en: 'Start' }),
    end: date({ zh: '结束', en: 'End' }),
    granularity: choice(
      { zh: '粒度', en: 'Granularity' },
      {
        hour: { zh: '小时', en: 'Hour' },
        day: { zh: '天', en: 'Day' },
        week: { zh: '周', en: 'Week' },
        month: { zh: '月', en: 'Month' },
      },
      { default: 'day' },
    ),
    productType: choice({ zh: '商品类型', en: 'Product type' }, productTypes),
    payChannel: choice({ zh: '支付渠道', en: 'Channel' }, payChannels),
    currency: text(
      { zh: '币种', en: 'Currency' },
      {
        max: 3,
        pattern: '[A-Z]{3}',
        help: { zh: '留空则为站点币种', en: 'Leave empty for the currency of the site.' },
      },
    ),
    compare: boolean({ zh: '对比上期', en: 'Compare' }),
  },
});

export const memoryPanel = defineReport({
  name: 'memoryPanel',
  call: '/memory_panel',
  label: { zh: '系统面板', en: 'System' },
  roles: everyone,
  input: {},
});

/** The five panels of the workplace, in order. */
export const allReports = [dataPanel, contentData, orderPanel, messagePanel, memoryPanel] as const;
