/** What a rule counts. The first two count by network addresses that several users may share, the others by user. */
export const riskKinds = {
  registrations: { zh: '同一地址注册', en: 'Registrations from one IP address' },
  signIns: { zh: '同一网段签到', en: 'Check-ins from one network' },
  redeemFailures: { zh: '兑换失败', en: 'Failed redemptions' },
  spending: { zh: '消费激增', en: 'Sudden spending' },
  violations: { zh: '多次违规', en: 'Repeated violations' },
  debt: { zh: '欠额', en: 'Debt' },
} as const;
export type RiskKind = keyof typeof riskKinds;

/** Kinds that find many users behind one address, some of whom may be innocent. */
export const sharedNetworkKinds: readonly RiskKind[] = ['registrations', 'signIns'];

/** Temporary measures against a user, short of a ban. */
export const restrictionMeasures = {
  captcha: { zh: '人机验证', en: 'Captcha', tone: 'warn' },
  limit: { zh: '暂停领取', en: 'Rewards paused', tone: 'bad' },
} as const;
export type RestrictionMeasure = keyof typeof restrictionMeasures;

/** The target of a restriction: one user, or everyone from an IP address or network. */
export const restrictionTargets = {
  person: { zh: '用户', en: 'User' },
  address: { zh: 'IP 地址', en: 'An IP address' },
  network: { zh: '网段', en: 'Network' },
} as const;
export type RestrictionTarget = keyof typeof restrictionTargets;

/** What a rule does automatically when it matches. */
export const riskActions = {
  flag: { zh: '仅提醒', en: 'Notify only', tone: 'warn' },
  ...restrictionMeasures,
  freeze: { zh: '临时封禁', en: 'Temporary ban', tone: 'bad' },
} as const;
export type RiskAction = keyof typeof riskActions;
