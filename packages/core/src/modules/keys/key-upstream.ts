import { admins } from '../../definition/index.ts';
import { boolean, choice, integer, money, secret, tags, text, time } from '../../fields/index.ts';

/** Where an upstream reports the remaining balance of a key. The response formats differ. */
const balanceSources = {
  none: { zh: '不查询', en: 'Not queried' },
  deepseek: { zh: 'DeepSeek', en: 'DeepSeek' },
  siliconflow: { zh: '硅基流动', en: 'SiliconFlow' },
  moonshot: { zh: '月之暗面', en: 'Moonshot' },
  openrouter: { zh: 'OpenRouter', en: 'OpenRouter' },
} as const;

/** Limits of a key per minute. */
export const keyLimits = {
  rpm: integer(
    { zh: '每分钟请求', en: 'Requests per minute' },
    {
      min: 1,
      max: 1_000_000,
      read: 'detail',
      help: {
        zh: '任意 60 秒内最多租出的次数；留空不限',
        en: 'Maximum leases within any 60 seconds. Leave empty for no limit.',
      },
    },
  ),
  tpm: integer(
    { zh: '每分钟 Token', en: 'Tokens a minute' },
    {
      min: 1,
      max: 1_000_000_000,
      read: 'detail',
      help: {
        zh: '任意 60 秒内的 Token；按租用时的估计计，上报后改为实际',
        en: 'Maximum tokens within any 60 seconds, as estimated at the lease and replaced by the reported number.',
      },
    },
  ),
} as const;

const proxyLabel = { zh: '代理', en: 'Proxy' } as const;
const proxyHelp = {
  zh: '形如 http://用户名:密码@主机:端口；加密保存。测试、探测、查余额与平台的调用都经它发出；本机或内网代理须先列入系统设置的出站主机',
  en: 'For example http://name:password@host:port. Encrypted. Tests, probes, balance checks and platform calls use this proxy. A private host must be listed in the outbound hosts setting.',
} as const;

/** How calls with a key are routed. */
export const keyWay = {
  org: text(
    { zh: '组织', en: 'Organization' },
    {
      max: 128,
      pattern: '[\\w.-]+',
      read: 'detail',
      help: {
        zh: '作为 OpenAI-Organization 发出；留空用密钥自己的',
        en: 'Sent as OpenAI-Organization. Leave empty to use the key’s own organization.',
      },
    },
  ),
  proxyUrl: secret(proxyLabel, { write: 'create', max: 512, help: proxyHelp }),
  proxyMask: text(proxyLabel, { write: 'never', mono: true, max: 255, read: 'detail' }),
} as const;

/** Replaces a proxy by another one. */
export const proxyActions = {
  setProxy: {
    on: 'record',
    label: { zh: '设置代理', en: 'Set the proxy' },
    help: { zh: '留空则不再使用代理', en: 'Leave empty to use no proxy.' },
    roles: admins,
    stepUp: true,
    input: { proxyUrl: secret(proxyLabel, { max: 512, help: proxyHelp }) },
  },
} as const;

/** The remaining balance of a key at its upstream. */
export const keyBalance = {
  balanceSource: choice({ zh: '余额查询', en: 'Balance query' }, balanceSources, {
    required: true,
    default: 'none',
    read: 'detail',
    help: {
      zh: '上游提供余额接口时选择；与接口地址同一主机',
      en: 'For upstreams with a balance endpoint on the host of the base URL.',
    },
  }),
  upstreamBalance: money(
    { zh: '上游余额', en: 'Upstream balance' },
    { decimals: 6, unsigned: true, write: 'never', min: -1_000_000_000_000 },
  ),
  lowBalance: money(
    { zh: '余额提醒', en: 'Low balance threshold' },
    {
      decimals: 6,
      unsigned: true,
      min: 0,
      max: 1_000_000_000_000,
      read: 'detail',
      help: {
        zh: '上游余额低于此数时通知管理员，按上游的币种；留空不提醒',
        en: 'Notifies admins when the upstream balance drops below this amount, in the upstream’s currency. Leave empty for no reminder.',
      },
    },
  ),
  balanceIsLow: boolean({ zh: '余额不足', en: 'Balance is low' }, { write: 'never', read: 'detail' }),
  balanceCurrency: text({ zh: '余额币种', en: 'Balance currency' }, { write: 'never', max: 3, read: 'detail' }),
  balanceAt: time({ zh: '余额时间', en: 'Balance as of' }, { write: 'never', read: 'detail' }),
} as const;

/** Actions that call the upstream of a key. */
export const upstreamActions = {
  checkBalance: {
    on: 'record',
    label: { zh: '查询余额', en: 'Check balance' },
    roles: admins,
    output: {
      upstreamBalance: money({ zh: '上游余额', en: 'Upstream balance' }, { decimals: 6, unsigned: true }),
      balanceCurrency: text({ zh: '币种', en: 'Currency' }),
    },
  },
  compareModels: {
    on: 'record',
    label: { zh: '对比上游模型', en: 'Compare models' },
    help: {
      zh: '列出上游的模型：哪些还没有，哪些上游已不再提供；不改变任何数据',
      en: 'Lists the upstream’s models: those missing here and those no longer offered. Changes nothing.',
    },
    roles: admins,
    singleRecord: true,
    output: {
      fresh: tags({ zh: '新增', en: 'New' }),
      known: tags({ zh: '已有', en: 'Known' }),
      gone: tags({ zh: '上游已下架', en: 'Removed upstream' }),
    },
  },
  addModels: {
    on: 'record',
    label: { zh: '添加上游模型', en: 'Add models' },
    help: {
      zh: '把选中的上游模型建为停用的模型，归入本密钥的供应商与分组，填好价格后再启用',
      en: 'Creates the selected models as disabled, with the provider and group of this key. Enable them after setting prices.',
    },
    roles: admins,
    singleRecord: true,
    input: {
      codes: tags(
        { zh: '上游标识', en: 'Upstream IDs' },
        { required: true, maxItems: 100, help: { zh: '须在上游的列表里', en: 'Must be in the upstream’s list.' } },
      ),
    },
    output: {
      added: tags({ zh: '已添加', en: 'Added' }),
      known: tags({ zh: '已有', en: 'Known' }),
    },
  },
} as const;
