/** What a rule counts. The first two look at addresses that several people share, the others at one person. */
export const riskKinds = {
  registrations: { zh: '同一地址注册', en: 'Registrations from one address' },
  signIns: { zh: '同一网段签到', en: 'Daily sign-ins from one network' },
  redeemFailures: { zh: '兑换失败', en: 'Redeem codes guessed wrong' },
  spending: { zh: '消费激增', en: 'Sudden spending' },
  violations: { zh: '多次违规', en: 'Repeated violations' },
  debt: { zh: '欠额', en: 'Points owed' },
} as const;
export type RiskKind = keyof typeof riskKinds;

/** Kinds whose finding is a crowd behind one address: innocent people may be among it. */
export const crowdKinds: readonly RiskKind[] = ['registrations', 'signIns'];

/** What a rule does by itself when it finds somebody. */
export const riskActions = {
  flag: { zh: '仅提醒', en: 'Tell', tone: 'warn' },
  freeze: { zh: '临时封禁', en: 'Ban for a time', tone: 'bad' },
} as const;
export type RiskAction = keyof typeof riskActions;
