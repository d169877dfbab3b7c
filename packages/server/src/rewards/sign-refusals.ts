import { Fault, type Locale, say, type Words } from '@gantry/core';

/** Why somebody cannot sign in, or make a day up. */
export type SignRefusal =
  | 'off'
  | 'inactive'
  | 'paidOnce'
  | 'activeYesterday'
  | 'phoneBound'
  | 'notMissed'
  | 'otherMonth'
  | 'noneLeft';

const refusals: Readonly<Record<SignRefusal, Words>> = {
  off: { zh: '签到未启用', en: 'Signing in is switched off' },
  inactive: { zh: '该用户状态异常，不能签到', en: 'This user is not active' },
  paidOnce: { zh: '支付过的用户才能签到', en: 'Only those who have paid once may sign in' },
  activeYesterday: { zh: '昨天使用过的用户才能签到', en: 'Only those who used something yesterday may sign in' },
  phoneBound: { zh: '绑定手机后才能签到', en: 'Only those with a phone number may sign in' },
  notMissed: { zh: '这一天不需要补签', en: 'This day was not missed' },
  otherMonth: { zh: '只能补签本月已过去的日子', en: 'Only days of this month that are over can be made up' },
  noneLeft: { zh: '本月补签次数已用完', en: 'No more days can be made up this month' },
};

/** A refusal by field, in the caller's language; `data.reason` is for programs. */
export function signFault(reason: SignRefusal, locale: Locale, field: 'userId' | 'day' = 'userId'): Fault {
  return new Fault('invalid', { errors: { [field]: [say(refusals[reason], locale)] }, data: { reason } });
}
