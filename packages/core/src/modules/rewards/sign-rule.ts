import { admins, defineResource, everyone, type RecordOf } from '../../definition/index.ts';
import { integer, reference, state } from '../../fields/index.ts';
import { switchFor } from '../parts.ts';

const credits = { zh: '点', en: 'credits' };

export const signRule = defineResource({
  name: 'signRule',
  path: '/market/signSystem-table',
  title: 'dayNo',
  label: { zh: '签到奖励', en: 'Check-in reward' },
  help: {
    zh: '连续签到到周期的某一天所得的奖励；没有规则的日子不发奖励',
    en: 'Rewards for each day of the cycle. Days without a rule give no reward.',
  },
  fields: {
    dayNo: integer({ zh: '周期第几天', en: 'Day of the cycle' }, { required: true, unique: true, min: 1, max: 30 }),
    coin: integer({ zh: '货币', en: 'Coins' }, { min: 0, max: 1_000_000, default: 0, unit: credits }),
    compute: integer({ zh: '算力', en: 'Compute' }, { min: 0, max: 1_000_000, default: 0, unit: credits }),
    extraCoinMin: integer(
      { zh: '随机加赠至少', en: 'Minimum random bonus' },
      {
        min: 0,
        max: 1_000_000,
        default: 0,
        read: 'detail',
        unit: credits,
        help: { zh: '不超过随机加赠货币', en: 'Must not exceed the random bonus coins.' },
      },
    ),
    extraCoin: integer(
      { zh: '随机加赠货币', en: 'Random bonus coins' },
      {
        min: 0,
        max: 1_000_000,
        default: 0,
        unit: credits,
        help: {
          zh: '另加“至少”到此数之间的随机货币，每个数机会相同',
          en: 'Adds a random number of coins between the minimum and this number, all equally likely.',
        },
      },
    ),
    planId: reference({ zh: '会员套餐', en: 'Membership plan' }, 'vipPlan', {
      help: { zh: '与会员天数一起填写', en: 'Required with member days.' },
    }),
    vipDays: integer(
      { zh: '会员天数', en: 'Membership days' },
      {
        min: 0,
        max: 365,
        default: 0,
        unit: { zh: '天', en: 'days' },
        help: { zh: '不含套餐自带的赠送', en: 'Does not include the gifts of the plan.' },
      },
    ),
    status: state(
      { zh: '状态', en: 'Status' },
      {
        enabled: { zh: '启用', en: 'Enabled', tone: 'good' },
        disabled: { zh: '停用', en: 'Disabled', tone: 'neutral' },
      },
    ),
  },
  list: {
    columns: ['dayNo', 'coin', 'compute', 'extraCoin', 'vipDays', 'planId', 'status', 'updatedAt'],
    essential: ['coin', 'compute', 'extraCoin'],
    filters: ['status'],
    sort: 'dayNo',
  },
  form: [['dayNo'], ['extraCoinMin', 'extraCoin'], ['coin', 'compute'], ['planId', 'vipDays']],
  access: {
    list: everyone,
    get: everyone,
    create: admins,
    update: admins,
    delete: admins,
    batch: admins,
    import: admins,
    export: everyone,
  },
  actions: {
    ...switchFor(admins),
  },
});
export type SignRule = RecordOf<typeof signRule>;
