import type { ExportFormat } from '../../client/index.ts';
import { admins, type CallDefinition, defineReport, everyone, type LocalizedText } from '../../definition/index.ts';
import { boolean, choice, choices, integer, reference, text } from '../../fields/index.ts';
import { capabilities } from '../ledger/credit-lot.ts';
import type { UsageGroup, UsageKey, UsageSums } from './usage-group.ts';

/** Dimensions for grouping usage. Days and hours are in the time zone of the site. */
export const usageDimensions = {
  day: { zh: '天', en: 'Day' },
  hour: { zh: '小时', en: 'Hour' },
  user: { zh: '用户', en: 'User' },
  model: { zh: '模型', en: 'Model' },
  key: { zh: '密钥', en: 'Key' },
  capability: { zh: '能力', en: 'Capability' },
} as const;
export type UsageDimension = keyof typeof usageDimensions;

/** Metrics for charts and for sorting. */
export const usageMeasures = {
  credits: { zh: '消费点数', en: 'Credits' },
  coin: { zh: '货币', en: 'Coin' },
  compute: { zh: '算力', en: 'Compute' },
  requests: { zh: '请求数', en: 'Requests' },
  tokens: { zh: 'Token', en: 'Tokens' },
  cost: { zh: '上游成本', en: 'Upstream cost' },
} as const;
export type UsageMeasure = keyof typeof usageMeasures;

/** Upstream costs are stored in millionths of a yuan. */
export const costPerYuan = 1_000_000;

/** A date, optionally with a time to the minute, in the time zone of the site. */
const moment = { pattern: '\\d{4}-\\d{2}-\\d{2}([T ]([01]\\d|2[0-3]):[0-5]\\d)?', max: 16 } as const;

/** Filters that require the records, because the stored sums lack them. */
const fromRecords = {
  zh: '汇总里没有，直接读取明细：不限用户时最多 31 天',
  en: 'Not part of the totals, so individual records are read: at most 31 days unless limited to one user.',
} as const;

/** Selects records by time span and owner. */
const scope = {
  range: choice(
    { zh: '范围', en: 'Range' },
    {
      today: { zh: '今天', en: 'Today' },
      yesterday: { zh: '昨天', en: 'Yesterday' },
      'last-24h': { zh: '近 24 小时', en: 'Last 24 hours' },
      'this-week': { zh: '本周', en: 'This week' },
      'last-7d': { zh: '近 7 天', en: '7 days' },
      'this-month': { zh: '本月', en: 'This month' },
      custom: { zh: '自定义', en: 'Custom' },
    },
    {
      help: {
        zh: '留空时：给了起止则为自定义，否则近 7 天',
        en: 'Leave empty for custom if a start is given, or for the last 7 days.',
      },
    },
  ),
  from: text(
    { zh: '开始', en: 'From' },
    {
      ...moment,
      help: {
        zh: '站点时区的日期，可精确到分钟：2026-01-31 或 2026-01-31T08:30',
        en: "A day on the site's clock, to the minute if need be: 2026-01-31 or 2026-01-31T08:30",
      },
    },
  ),
  to: text(
    { zh: '结束', en: 'To' },
    {
      ...moment,
      help: {
        zh: '日期含当天；到分钟时不含该分钟',
        en: 'Dates include the whole day. Times exclude the minute given.',
      },
    },
  ),
  userId: reference({ zh: '用户', en: 'User' }, 'user'),
  modelId: reference({ zh: '模型', en: 'Model' }, 'aiModel'),
  apiKeyId: reference({ zh: '密钥', en: 'Key' }, 'apiKey'),
  capability: choice({ zh: '能力', en: 'Capability' }, capabilities),
  status: choice(
    { zh: '结果', en: 'Result' },
    { success: { zh: '成功', en: 'Success' }, failed: { zh: '失败', en: 'Failed' } },
    { help: fromRecords },
  ),
  minAmount: integer({ zh: '最低扣费', en: 'Minimum charge' }, { min: 1, max: 1_000_000_000, help: fromRecords }),
} as const;

/** Grouping and order of the groups. */
const grouping = {
  by: choices({ zh: '分组', en: 'Group by' }, usageDimensions, { default: ['day'] }),
  ...scope,
  sort: choice(
    { zh: '排序', en: 'Order by' },
    { time: { zh: '时间', en: 'Time' }, ...usageMeasures },
    {
      help: {
        zh: '留空时按时间，无时间时按消费点数',
        en: 'Leave empty to sort by time, or by credits if not grouped by time.',
      },
    },
  ),
} as const;

/** Usage grouped by one or two dimensions, in pages, with totals over all matching records. */
export const usageReport = defineReport({
  name: 'usageReport',
  path: '/comsums/consum-table',
  call: '/usage-record/report',
  label: { zh: '消费统计', en: 'Consumption' },
  help: {
    zh: '按天、小时、用户、模型、密钥、能力中的一到两项汇总',
    en: 'Break down usage by up to two dimensions',
  },
  roles: everyone,
  area: 'risk',
  input: {
    ...grouping,
    compare: boolean(
      { zh: '与往常比较', en: 'Compare with usual' },
      {
        help: {
          zh: '每组附上之前四段同样时间的平均点数；按时间分组时没有',
          en: 'Compares each group with its average credits in the four previous periods. Not available when grouping by time.',
        },
      },
    ),
    page: integer({ zh: '页', en: 'Page' }, { min: 1, default: 1 }),
    pageSize: integer({ zh: '每页条数', en: 'Page size' }, { min: 1, max: 1000, default: 20 }),
  },
});

/** All groups of a report as a file, optionally with totals. */
export const usageExport: CallDefinition = {
  path: '/usage-record/report-export',
  label: { zh: '导出消费统计', en: 'Export consumption' },
  roles: everyone,
  area: 'risk',
  reads: true,
  answersFile: true,
  seconds: 300,
  input: {
    ...grouping,
    format: choice(
      { zh: '格式', en: 'Format' },
      {
        csv: { zh: 'CSV', en: 'CSV' },
        xlsx: { zh: 'Excel', en: 'Excel' },
        ndjson: { zh: 'NDJSON', en: 'NDJSON' },
        tsv: { zh: 'TSV', en: 'TSV' },
        json: { zh: 'JSON', en: 'JSON' },
        yaml: { zh: 'YAML', en: 'YAML' },
      } satisfies Record<ExportFormat, LocalizedText>,
      { default: 'csv' },
    ),
    totals: boolean({ zh: '附合计', en: 'With totals' }),
  },
};

/** Usage over time: one value per day, or per hour for short spans. */
export const usageChart = defineReport({
  name: 'usageChart',
  call: '/usage-record/chart',
  label: { zh: '消费走势', en: 'Usage over time' },
  roles: everyone,
  area: 'risk',
  input: {
    ...scope,
    measure: choice({ zh: '指标', en: 'Metric' }, usageMeasures, { default: 'credits' }),
    split: choice(
      { zh: '拆分', en: 'Split by' },
      {
        user: usageDimensions.user,
        model: usageDimensions.model,
        key: usageDimensions.key,
        capability: usageDimensions.capability,
      },
      { help: { zh: '画出最大的几项与其余之和', en: 'Shows the largest groups and the total of the rest.' } },
    ),
  },
});

/** Rebuilds the stored sums from the records, in the current time zone of the site. */
export const usageRebuild: CallDefinition = {
  path: '/usage-record/rebuild',
  label: { zh: '重建消费汇总', en: 'Rebuild usage totals' },
  roles: admins,
  area: 'risk',
  input: {},
  seconds: 600,
};

export interface UsageSpan {
  /** UTC milliseconds; the end is exclusive. */
  readonly from: number;
  readonly to: number;
  readonly timezone: string;
}

export interface UsageReportAnswer {
  readonly span: UsageSpan;
  readonly by: readonly UsageDimension[];
  /** What was read: the stored sums, which stay small, or the records, which takes longer the more there are. */
  readonly source: 'sums' | 'records';
  readonly items: readonly UsageGroup[];
  readonly page: number;
  readonly pageSize: number;
  /** Number of groups. */
  readonly total: number;
  /** Over all matching records, not only this page. */
  readonly totals: UsageSums;
}

export interface UsageChartAnswer {
  readonly span: UsageSpan;
  readonly unit: 'day' | 'hour';
  /** All points, oldest first. */
  readonly points: readonly { readonly key: UsageKey; readonly label: string }[];
  /** At each point, the series add up to the total usage. The key null stands for the remaining groups. */
  readonly series: readonly {
    readonly key: UsageKey | null;
    readonly label: string;
    readonly values: readonly number[];
  }[];
}

export interface UsageRebuildAnswer {
  readonly days: number;
  readonly records: number;
}
