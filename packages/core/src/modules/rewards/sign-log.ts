import { admins, defineResource, everyone, type RecordOf } from '../../definition/index.ts';
import { boolean, choice, date, integer, reference, state, text, time } from '../../fields/index.ts';

/** Risk marks of a check-in, which the list highlights. */
export const riskMarks = {
  none: { zh: '无', en: 'None', tone: 'neutral' },
  flagged: { zh: '可疑', en: 'Suspicious', tone: 'warn' },
} as const;

const figureFields = {
  day: date({ zh: '今天', en: 'Today' }),
  todaySigns: integer({ zh: '今天签到人数', en: 'Checked in today' }),
  todayCoin: integer({ zh: '今天发放货币', en: 'Coins granted today' }),
  todayCompute: integer({ zh: '今天发放算力', en: 'Compute granted today' }),
  todayRisky: integer({ zh: '今天可疑', en: 'Suspicious today' }),
  todayRevoked: integer({ zh: '今天已收回', en: 'Revoked today' }),
  monthSigns: integer({ zh: '近 30 天签到', en: 'Check-ins in 30 days' }),
  monthCoin: integer({ zh: '近 30 天发放货币', en: 'Coins in 30 days' }),
  monthCompute: integer({ zh: '近 30 天发放算力', en: 'Compute in 30 days' }),
  monthRisky: integer({ zh: '近 30 天可疑', en: 'Suspicious in 30 days' }),
  monthRevoked: integer({ zh: '近 30 天已收回', en: 'Revoked in 30 days' }),
  streaks: text({ zh: '今天的连续天数', en: 'Streaks today' }),
  from: integer({ zh: '连续不少于', en: 'Minimum consecutive days' }),
  people: integer({ zh: '人数', en: 'Users' }),
} as const;

export const signLog = defineResource({
  name: 'signLog',
  path: '/market/signSystem-table',
  title: 'signDate',
  label: { zh: '签到日志', en: 'Check-in log', many: 'Check-in log' },
  help: {
    zh: '用户每天签到一次，日期按站点时区',
    en: 'One check-in per user per day, by the site’s time zone.',
  },
  fields: {
    userId: reference({ zh: '用户', en: 'User' }, 'user', { write: 'never', required: true }),
    signDate: date({ zh: '签到日期', en: 'Check-in date' }, { write: 'never', required: true }),
    streak: integer({ zh: '连续天数', en: 'Streak' }, { write: 'never', default: 1 }),
    cycleDay: integer(
      { zh: '周期第几天', en: 'Day of the cycle' },
      { write: 'never', read: 'detail', help: { zh: '奖励按这一天发放', en: 'The reward is that of this day.' } },
    ),
    coin: integer({ zh: '货币', en: 'Coins' }, { write: 'never', default: 0 }),
    extraCoin: integer(
      { zh: '其中随机加赠', en: 'Random bonus' },
      {
        write: 'never',
        required: true,
        default: 0,
        read: 'detail',
        help: { zh: '随机抽得的数量，会员加成之前', en: 'The random number, before the member bonus.' },
      },
    ),
    compute: integer({ zh: '算力', en: 'Compute' }, { write: 'never', default: 0 }),
    vipDays: integer({ zh: '会员天数', en: 'Membership days' }, { write: 'never', default: 0, read: 'detail' }),
    planId: reference({ zh: '会员套餐', en: 'Membership plan' }, 'vipPlan', { write: 'never', read: 'detail' }),
    expiresAt: time({ zh: '奖励到期', en: 'Reward expires' }, { write: 'never', read: 'detail' }),
    makeUp: boolean(
      { zh: '补签', en: 'Make-up check-in' },
      { write: 'never', help: { zh: '补签恢复连续天数，不发奖励', en: 'Restores the streak without a reward' } },
    ),
    risk: choice({ zh: '风险', en: 'Risk' }, riskMarks, {
      write: 'never',
      required: true,
      default: 'none',
      help: {
        zh: '同一网段当天签到的人数超过上限',
        en: 'Check-ins from the same network exceeded the limit that day',
      },
    }),
    ip: text(
      { zh: '签到 IP', en: 'Check-in IP' },
      { write: 'never', personal: true, max: 64, mono: true, read: 'detail' },
    ),
    shortCoin: integer(
      { zh: '未收回货币', en: 'Coins not recovered' },
      { write: 'never', default: 0, read: 'detail', help: { zh: '已被用掉的部分', en: 'Already spent' } },
    ),
    shortCompute: integer(
      { zh: '未收回算力', en: 'Compute not recovered' },
      { write: 'never', default: 0, read: 'detail', help: { zh: '已被用掉的部分', en: 'Already spent' } },
    ),
    shortDays: integer(
      { zh: '未收回会员天数', en: 'Member days not recovered' },
      { write: 'never', default: 0, read: 'detail', help: { zh: '已经过去的部分', en: 'Days already used' } },
    ),
    reason: text({ zh: '收回原因', en: 'Reclaim reason' }, { write: 'never', read: 'detail' }),
    status: state(
      { zh: '状态', en: 'Status' },
      {
        granted: { zh: '已发放', en: 'Granted', tone: 'good' },
        revoked: { zh: '已收回', en: 'Revoked', tone: 'bad' },
      },
    ),
  },
  list: {
    columns: ['signDate', 'userId', 'streak', 'coin', 'compute', 'makeUp', 'risk', 'status', 'createdAt'],
    essential: ['coin', 'compute'],
    filters: ['userId', 'signDate', 'risk', 'makeUp', 'status'],
    quick: {
      today: { label: { zh: '今日', en: 'Today' }, where: { createdAt: { days: { from: 0 } } } },
      suspicious: {
        label: { zh: '可疑未收回', en: 'Suspicious, not revoked' },
        where: { risk: ['flagged'], status: ['granted'] },
      },
    },
    totals: ['coin', 'compute'],
    sort: '-id',
  },
  unique: [['userId', 'signDate']],
  access: { list: everyone, get: everyone, batch: admins, export: admins },
  actions: {
    revoke: {
      on: 'record',
      label: { zh: '收回奖励', en: 'Revoke the reward' },
      help: {
        zh: '收回这次签到奖励中还未用掉的部分，并记下未能收回多少',
        en: 'Reclaims what remains of this reward and records the shortfall.',
      },
      roles: admins,
      from: ['granted'],
      to: 'revoked',
      danger: true,
      loss: 'final',
      input: { reason: text({ zh: '原因', en: 'Reason' }, { required: true, min: 4, max: 200 }) },
    },
    stats: {
      on: 'collection',
      label: { zh: '签到统计', en: 'Check-in stats' },
      help: { zh: '今天与近 30 天', en: 'Today and the last 30 days' },
      roles: everyone,
      reads: true,
      output: figureFields,
    },
  },
});
export type SignLog = RecordOf<typeof signLog>;
