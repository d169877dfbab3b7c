import type { Fields, LocalizedText } from '../../definition/index.ts';
import { basisPoints, choice, integer, tags } from '../../fields/index.ts';

/** Renewal, grace period and end of memberships. */
export const membershipGroup = {
  label: { zh: '会员', en: 'Membership' },
  fields: {
    renewalPolicy: choice(
      { zh: '续费方式', en: 'Renewal' },
      {
        extend: { zh: '顺延', en: 'Extend' },
        reset: { zh: '重新计时', en: 'Start over' },
        queue: { zh: '排队', en: 'Queue' },
        replace: { zh: '替换', en: 'Replace' },
      },
      {
        required: true,
        default: 'extend',
        help: {
          zh: '再次获得同级会员时：顺延加时间；重新计时从现在算起，剩余更长则保留；排队另起一份；替换换成新套餐。都不会减少已有的',
          en: 'When a user gets a level they already have. Extend adds time. Restart starts now, unless more time is left. Queue starts after the current one. Replace switches plans. No policy removes time.',
        },
      },
    ),
    downgrade: choice(
      { zh: '购买更低等级', en: 'Buying a lower level' },
      {
        queue: { zh: '排在当前会员之后', en: 'Queue after the current membership' },
        reject: { zh: '不出售', en: 'Not sold' },
      },
      { required: true, default: 'queue' },
    ),
    graceDays: integer(
      { zh: '到期宽限', en: 'Grace' },
      {
        required: true,
        min: 0,
        max: 30,
        default: 0,
        unit: { zh: '天', en: 'days' },
        help: {
          zh: '最后一份会员到期后仍保留权益的天数；宽限期内额度不会重置',
          en: 'How long the benefits of the last membership remain after its end. Quotas do not reset during grace.',
        },
      },
    ),
    expireNoticeDays: tags(
      { zh: '到期前提醒', en: 'Renewal reminders (days before)' },
      {
        maxItems: 5,
        default: ['7', '1'],
        help: { zh: '每项一个天数，1 到 90', en: 'One number of days per entry, 1 to 90.' },
      },
    ),
    quotaReset: choice(
      { zh: '每月额度重置', en: 'Start of monthly quotas' },
      {
        period: { zh: '按会员开始的日子', en: 'On the day of the membership' },
        calendarMonth: { zh: '每月 1 日', en: 'On the 1st' },
      },
      {
        required: true,
        default: 'period',
        help: {
          zh: '会员期内的周期数不会超过已付的月数。选择每月 1 日时，从月中开始的一个月会员只有一个周期，1 日不会再给一份',
          en: 'A term never has more periods than the months paid for. On the 1st, a month that starts in mid-month is one period, and the 1st does not open another.',
        },
      },
    ),
    guestConcurrency: integer(
      { zh: '非会员同时使用数', en: 'Concurrent requests (non-members)' },
      {
        required: true,
        min: 0,
        max: 1000,
        default: 0,
        help: {
          zh: '可同时进行的付费对话与任务；0 为不限',
          en: 'Paid calls and tasks that a user can run at the same time. 0 means no limit.',
        },
      },
    ),
    guestRate: integer(
      { zh: '非会员计费倍率', en: 'Rate without a membership' },
      {
        required: true,
        min: 1,
        max: 20_000,
        default: 10_000,
        ...basisPoints,
        help: {
          zh: '每次使用按价格乘以它扣费，向上取整；100% 为原价',
          en: 'Percentage of the list price charged per use, rounded up. 100% is the list price.',
        },
      },
    ),
  },
} as const satisfies { readonly label: LocalizedText; readonly fields: Fields };
