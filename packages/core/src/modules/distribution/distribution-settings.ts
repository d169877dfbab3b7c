import { admins, defineSettings } from '../../definition/index.ts';
import { basisPoints, boolean, integer, money } from '../../fields/index.ts';

const days = { zh: '天', en: 'days' };
const noLimit = { zh: '0 为不限', en: '0 means no limit.' };
const share = { required: true, min: 0, max: 5000, ...basisPoints } as const;

/** Rules for earning, settling and paying out commissions and shares. */
export const distributionSettings = defineSettings({
  name: 'distribution',
  path: '/expand/distribution',
  label: { zh: '分销设置', en: 'Distribution settings' },
  roles: admins,
  groups: {
    commissions: {
      label: { zh: '佣金', en: 'Commissions' },
      help: {
        zh: '只计真正支付的订单；兑换码与赠送不计',
        en: 'Applies only to orders paid with real money. Redeem codes and gifts earn nothing.',
      },
      sensitive: true,
      fields: {
        enabled: boolean({ zh: '启用分销', en: 'Enable distribution' }),
        levels: integer(
          { zh: '层级', en: 'Levels' },
          {
            required: true,
            min: 1,
            max: 2,
            default: 1,
            help: {
              zh: '2 时，邀请人的邀请人也有佣金',
              en: 'With 2 levels, the inviter’s inviter also earns a commission.',
            },
          },
        ),
        directBps: integer({ zh: '默认直接比例', en: 'Default direct rate' }, { ...share, default: 1000 }),
        indirectBps: integer({ zh: '默认间接比例', en: 'Default indirect rate' }, { ...share, default: 0 }),
        settleDays: integer(
          { zh: '结算周期', en: 'Settlement period' },
          {
            required: true,
            min: 0,
            max: 365,
            default: 7,
            unit: days,
            help: { zh: '自支付起', en: 'Counted from the payment.' },
          },
        ),
        reviewNeeded: boolean(
          { zh: '申请需审核', en: 'Applications are reviewed' },
          { default: true, help: { zh: '关闭后申请即通过', en: 'When off, applications are approved automatically.' } },
        ),
      },
    },
    withdrawals: {
      label: { zh: '提现', en: 'Withdrawals' },
      help: { zh: '分销员与区域代理共用', en: 'Applies to distributors and regional agents.' },
      sensitive: true,
      fields: {
        minAmount: money({ zh: '单笔最低', en: 'Minimum per withdrawal' }, { required: true, min: 1, default: 10_000 }),
        dailyLimit: money(
          { zh: '每人每日上限', en: 'Daily limit per user' },
          { required: true, min: 0, default: 0, help: noLimit },
        ),
        feeFixed: money({ zh: '固定手续费', en: 'Fixed fee' }, { required: true, min: 0, default: 0 }),
        feeBps: integer({ zh: '比例手续费', en: 'Percentage fee' }, { ...share, default: 0 }),
        fourEyes: boolean(
          { zh: '双人复核', en: 'Two-person review' },
          {
            default: true,
            help: { zh: '审核人不能确认付款', en: 'The admin who approved it cannot mark it as paid.' },
          },
        ),
      },
    },
    agency: {
      label: { zh: '区域代理', en: 'Regional agents' },
      sensitive: true,
      fields: {
        enabled: boolean({ zh: '启用区域代理', en: 'Enable regional agents' }),
        rateBps: integer({ zh: '默认分成比例', en: 'Default share' }, { ...share, default: 300 }),
        expiringDays: integer(
          { zh: '到期提醒', en: 'Renewal reminders (days before)' },
          { required: true, min: 1, max: 365, default: 30, unit: days },
        ),
      },
    },
  },
});
