import { fullAccess } from '../../access/index.ts';

/** Scopes of the service API. */
export const serviceScopes = {
  all: { zh: '全部', en: 'All' },
  config: { zh: '配置快照', en: 'Config snapshot' },
  event: { zh: '变更通知', en: 'Change events' },
  catalogue: { zh: '内容目录', en: 'Catalogues' },
  news: { zh: '公告与帮助', en: 'News and help' },
  task: { zh: '创作任务', en: 'Creative tasks' },
  text: { zh: '文本检查', en: 'Text check' },
  user: { zh: '用户', en: 'Users' },
  key: { zh: '密钥租用', en: 'Key leases' },
  billing: { zh: '计费', en: 'Billing' },
  chat: { zh: '问答记录', en: 'Chat history' },
  order: { zh: '订单', en: 'Orders' },
  pay: { zh: '支付通知', en: 'Payment notifications' },
  refund: { zh: '退款申请', en: 'Refund requests' },
  redeem: { zh: '兑换', en: 'Redeeming' },
  sign: { zh: '签到', en: 'Daily check-in' },
  distribution: { zh: '分销', en: 'Distribution' },
  knowledge: { zh: '知识库', en: 'Knowledge bases' },
  pdf: { zh: 'PDF', en: 'PDFs' },
  search: { zh: '联网搜索', en: 'Web search' },
  captcha: { zh: '人机验证', en: 'Captcha' },
  code: { zh: '验证码', en: 'Verification codes' },
  identity: { zh: '第三方登录', en: 'Third-party sign-in' },
} as const;
type ServiceScope = keyof typeof serviceScopes;

const scopeAreas: Readonly<Record<Exclude<ServiceScope, 'all'>, readonly string[]>> = {
  config: ['settings'],
  event: ['ai', 'market', 'news', 'settings', 'user'],
  catalogue: ['ai', 'models'],
  news: ['news'],
  task: ['ai'],
  text: ['ai'],
  user: ['user'],
  key: ['ai'],
  billing: ['risk', 'user'],
  chat: ['ai'],
  order: ['orders'],
  pay: ['orders'],
  refund: ['orders'],
  redeem: ['market'],
  sign: ['market'],
  distribution: ['expand'],
  knowledge: ['ai'],
  pdf: ['ai'],
  search: ['expand'],
  captcha: ['expand'],
  code: ['expand'],
  identity: ['expand', 'user'],
};

/** Scopes that lease upstream keys in plain text or issue tokens of users. */
export const criticalScopes: readonly ServiceScope[] = ['all', 'key', 'user', 'identity'];

/** Returns the menu areas that an admin needs to grant a scope: all of them for `all` and for unknown scopes. */
export function areasOfScope(scope: string): readonly string[] {
  const areas: Readonly<Record<string, readonly string[]>> = scopeAreas;
  return areas[scope] ?? fullAccess;
}
