import { ApiError, type Locale, type LocalizedText, localize } from '@gantry/core';

/** Why somebody cannot sign in, or make a day up. */
export type CheckInRejection =
  | 'off'
  | 'inactive'
  | 'paidOnce'
  | 'activeYesterday'
  | 'phoneBound'
  | 'notMissed'
  | 'otherMonth'
  | 'noneLeft';

const rejections: Readonly<Record<CheckInRejection, LocalizedText>> = {
  off: { zh: '签到未启用', en: 'Daily check-in is turned off.' },
  inactive: { zh: '该用户状态异常，不能签到', en: 'This user is not active' },
  paidOnce: { zh: '支付过的用户才能签到', en: 'Daily check-in requires at least one payment.' },
  activeYesterday: { zh: '昨天使用过的用户才能签到', en: 'Daily check-in requires activity on the previous day.' },
  phoneBound: { zh: '绑定手机后才能签到', en: 'Add a phone number to use daily check-in.' },
  notMissed: { zh: '这一天不需要补签', en: 'This day was not missed' },
  otherMonth: { zh: '只能补签本月已过去的日子', en: 'You can only make up missed days of the current month.' },
  noneLeft: { zh: '本月补签次数已用完', en: 'No more days can be made up this month' },
};

/** A refusal by field, in the caller's language; `data.reason` is for programs. */
export function createCheckInError(
  reason: CheckInRejection,
  locale: Locale,
  field: 'userId' | 'day' = 'userId',
): ApiError {
  return new ApiError('invalid', { errors: { [field]: [localize(rejections[reason], locale)] }, data: { reason } });
}
