import type { LocalizedText } from '@gantry/core';

/** What the command says that nothing else does: its words are read with it alone. */
export const simulateWords = {
  rate: { zh: '每秒发起的调用次数', en: 'calls begun a second' },
  seconds: { zh: '持续秒数', en: 'how many seconds' },
  client: {
    zh: '服务凭证编号，密钥取自 GANTRY_SERVICE_SECRET；不给则临时新建一个，结束后停用',
    en: 'id of a service client, with its secret in GANTRY_SERVICE_SECRET; one is made, and disabled at the end, when not given',
  },
  sign: { zh: '每次调用都用密钥签名，不直接出示密钥', en: 'sign every call instead of sending the secret' },
  users: { zh: '模拟用户数', en: 'how many simulated users' },
  bad: {
    zh: '速率须为正数，最多三位小数；秒数与用户数须为正整数',
    en: 'Rate is a number above 0 with at most three decimals; seconds and users are whole numbers above 0',
  },
  people: {
    zh: '由这些用户来用（编号，逗号分隔），不新建用户',
    en: 'by these users (ids, comma separated) instead of new ones',
  },
  codes: { zh: '兑换码文件，一行一个', en: 'a file of codes to redeem, one a line' },
  sandbox: {
    zh: '平台有在售商品、模型密钥、签到时也会调用相应接口；设置 GANTRY_SANDBOX_SECRET 后沙箱订单会收到签名的支付通知。',
    en: 'Orders, key leases and sign-ins are made where the platform has them; with GANTRY_SANDBOX_SECRET, sandbox orders are paid by signed notices.',
  },
  onProduction: {
    zh: '不能在生产环境模拟流量：会生成用户、余额与订单',
    en: 'Traffic is not simulated on production: it would create users, balances, and orders',
  },
  confirm: {
    zh: '将在 {server} 生成用户、余额与订单，结束后不会删除。继续？',
    en: 'This creates users, balances, and orders on {server}, which stay afterwards. Continue?',
  },
} as const satisfies Readonly<Record<string, LocalizedText>>;
