import type { LocalizedText } from '@gantry/core';

export const simulateWords = {
  help: {
    zh: `npm run simulate -- [选项]：模拟平台流量，按给定速率调用服务接口

  --rate 次数        每秒发起的调用次数，默认 10
  --seconds 秒数     持续秒数，默认 10
  --users 个数       模拟用户数，默认 10
  --people ID        由这些用户来用（ID，逗号分隔），不新建用户
  --codes 文件       兑换码文件，一行一个
  --client ID        服务凭证 ID，密钥取自 GANTRY_SERVICE_SECRET；省略时临时新建一个，结束后停用
  --sign             每次调用都用密钥签名，不直接出示密钥
  --server 网址      服务器；省略时取自所用的 profile
  --profile 名称     使用 gantry 的哪个 profile 登录
  -y, --yes          在终端中不再询问

平台有在售商品、模型密钥、签到时也会调用相应接口；设置 GANTRY_SANDBOX_SECRET 后沙箱订单会收到签名的支付通知。
不能在标记为生产环境的服务器上运行。`,
    en: `npm run simulate -- [options]: call the service API as the platform does, at a given rate

  --rate COUNT       calls started per second; 10 when not given
  --seconds COUNT    duration in seconds; 10 when not given
  --users COUNT      number of simulated users; 10 when not given
  --people IDS       use these users (IDs, comma separated) instead of new ones
  --codes FILE       a file of codes to redeem, one per line
  --client ID        ID of a service client, with its secret in GANTRY_SERVICE_SECRET; when not given, one is created and
                     disabled at the end
  --sign             sign every call instead of sending the secret
  --server URL       the server; the one of the profile when not given
  --profile NAME     the profile of gantry to sign in with
  -y, --yes          do not ask at a terminal

Orders, key leases and check-ins are made where the platform has them. With GANTRY_SANDBOX_SECRET, sandbox orders are paid by
signed notices. Servers that are marked as production are refused.`,
  },
  bad: {
    zh: '--rate 须为正数，最多三位小数；--seconds、--users 与 --people 须为正整数',
    en: '--rate must be a number above 0 with at most three decimals; --seconds, --users and --people must be whole numbers above 0',
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
