import { basisPoints, boolean, choice, choices, integer, tags } from '../../fields/index.ts';

const days = { zh: '天', en: 'days' };
const credits = { zh: '点', en: 'credits' };
const forEver = { zh: '0 为长期有效', en: '0 = never expires' };
const noLimit = { zh: '0 为不限', en: '0 means no limit.' };

/** Rewards for registration, check-in, invites and codes. */
export const rewardGroups = {
  register: {
    label: { zh: '注册', en: 'Registration' },
    fields: {
      enabled: boolean({ zh: '开放注册', en: 'Open for registration' }, { default: true }),
      ways: choices(
        { zh: '注册方式', en: 'Registration methods' },
        {
          username: { zh: '仅用户名', en: 'Username only' },
          email: { zh: '邮箱', en: 'Email' },
          phone: { zh: '手机', en: 'Phone' },
        },
        {
          required: true,
          default: ['username', 'email', 'phone'],
          help: {
            zh: '没有选中的方式会被拒绝；也用于绑定',
            en: 'Methods that are not selected are rejected, also for linking.',
          },
        },
      ),
      emailVerify: boolean(
        { zh: '邮箱须验证', en: 'Email must be verified' },
        {
          help: {
            zh: '注册或绑定时须带邮箱验证码；需先设置邮件',
            en: 'Registration and linking require an email verification code. Set up email first.',
          },
        },
      ),
      phoneVerify: boolean(
        { zh: '手机须验证', en: 'Phones are checked' },
        {
          help: {
            zh: '注册或绑定时须带短信验证码；需先设置短信',
            en: 'Registration and linking require an SMS verification code. Set up SMS first.',
          },
        },
      ),
      codesPerIpPerDay: integer(
        { zh: '同一 IP 每天验证码', en: 'Verification codes per IP per day' },
        {
          required: true,
          min: 0,
          max: 100_000,
          default: 50,
          help: {
            zh: '短信与邮件合并计算，按请求者的 IP 统计；0 为不限',
            en: 'SMS and email combined, by the requester’s IP address. 0 means no limit.',
          },
        },
      ),
      emailDomains: tags(
        { zh: '允许的邮箱域名', en: 'Allowed email domains' },
        { help: { zh: '留空不限制', en: 'Leave empty to allow all' } },
      ),
      blockAlias: boolean(
        { zh: '拒绝邮箱别名', en: 'Reject email aliases' },
        { default: true, help: { zh: '例如 name+1@example.com', en: 'Such as name+1@example.com' } },
      ),
      perIpPerHour: integer(
        { zh: '同一 IP 每小时注册', en: 'Registrations per hour per IP address' },
        { required: true, min: 0, max: 100_000, default: 5, help: noLimit },
      ),
      perIpPerDay: integer(
        { zh: '同一 IP 每天注册', en: 'Registrations per day per IP address' },
        { required: true, min: 0, max: 100_000, default: 20, help: noLimit },
      ),
      giftCoin: integer(
        { zh: '注册送货币', en: 'Coins for registering' },
        { sensitive: true, required: true, min: 0, max: 1_000_000, default: 0, unit: credits },
      ),
      giftCompute: integer(
        { zh: '注册送算力', en: 'Compute for registering' },
        { sensitive: true, required: true, min: 0, max: 1_000_000, default: 0, unit: credits },
      ),
      giftDays: integer(
        { zh: '赠送有效天数', en: 'Gifts valid for (days)' },
        { required: true, min: 0, max: 3650, default: 0, unit: days, help: forEver },
      ),
      giftOncePerEmail: boolean(
        { zh: '同一邮箱只送一次', en: 'One gift per mailbox' },
        {
          default: true,
          help: {
            zh: '没有邮箱时看手机号；两者都没有则不送',
            en: 'Without an email address, the phone number is used. With neither, no gift is granted.',
          },
        },
      ),
      firstN: integer(
        { zh: '前几名另有赠送', en: 'Bonus for the first users' },
        { required: true, min: 0, max: 10_000_000, default: 0, help: { zh: '0 表示不启用', en: '0 means none.' } },
      ),
      firstNCoin: integer(
        { zh: '前几名另送货币', en: 'Extra coins' },
        { sensitive: true, required: true, min: 0, max: 1_000_000, default: 0, unit: credits },
      ),
      firstNCompute: integer(
        { zh: '前几名另送算力', en: 'Extra compute' },
        { sensitive: true, required: true, min: 0, max: 1_000_000, default: 0, unit: credits },
      ),
    },
  },
  invite: {
    label: { zh: '邀请', en: 'Invites' },
    fields: {
      enabled: boolean({ zh: '启用邀请奖励', en: 'Enable invite rewards' }, { default: true }),
      trigger: choice(
        { zh: '何时奖励', en: 'Reward trigger' },
        {
          register: { zh: '注册', en: 'Registering' },
          firstPaid: { zh: '首次支付', en: 'First payment' },
          eachPaid: { zh: '每次支付', en: 'Every payment' },
        },
        { required: true, default: 'firstPaid' },
      ),
      asset: choice(
        { zh: '奖励资产', en: 'Reward asset' },
        { coin: { zh: '货币', en: 'Coins' }, compute: { zh: '算力', en: 'Compute' } },
        { required: true, default: 'coin' },
      ),
      inviterReward: integer(
        { zh: '邀请人奖励', en: 'Inviter reward' },
        { sensitive: true, required: true, min: 0, max: 1_000_000, default: 0, unit: credits },
      ),
      inviteeReward: integer(
        { zh: '被邀请人奖励', en: 'Invitee reward' },
        {
          sensitive: true,
          required: true,
          min: 0,
          max: 1_000_000,
          default: 0,
          unit: credits,
          help: { zh: '每人只有一次', en: 'Once per user' },
        },
      ),
      percentBps: integer(
        { zh: '邀请人另得支付额的', en: 'Inviter’s share of first payment' },
        {
          sensitive: true,
          required: true,
          min: 0,
          max: 10_000,
          default: 0,
          ...basisPoints,
          help: { zh: '按 1 分 = 1 点折算；仅支付类奖励', en: '1 credit per 0.01 CNY. Only for rewards on payments.' },
        },
      ),
      maxPerDay: integer(
        { zh: '每人每天自动奖励', en: 'Automatic rewards per inviter per day' },
        {
          required: true,
          min: 0,
          max: 100_000,
          default: 20,
          help: { zh: '超过的转为审核；0 为不限', en: 'Further rewards wait for review. 0 means no limit.' },
        },
      ),
      coolDays: integer(
        { zh: '冷静期', en: 'Holding period' },
        { required: true, min: 0, max: 365, default: 7, unit: days },
      ),
      creditDays: integer(
        { zh: '奖励有效天数', en: 'Rewards valid for' },
        { required: true, min: 0, max: 3650, default: 0, unit: days, help: forEver },
      ),
      sameNetworkLimit: integer(
        { zh: '同一网段 30 天内', en: 'Per network within 30 days' },
        {
          required: true,
          min: 0,
          max: 10_000,
          default: 3,
          help: {
            zh: '同一邀请人超过的转为审核；0 为不限',
            en: 'Further rewards of the same inviter wait for review. 0 means no limit.',
          },
        },
      ),
    },
  },
  sign: {
    label: { zh: '签到', en: 'Daily check-in' },
    fields: {
      enabled: boolean({ zh: '启用签到', en: 'Enable daily check-in' }, { default: true }),
      cycle: integer(
        { zh: '周期', en: 'Cycle' },
        {
          required: true,
          min: 1,
          max: 30,
          default: 7,
          unit: days,
          help: { zh: '到期后从第一天重新计奖励', en: 'After the last day, rewards restart at day 1.' },
        },
      ),
      resetOnBreak: boolean({ zh: '断签清零', en: 'A missed day resets the streak' }, { default: true }),
      creditDays: integer(
        { zh: '奖励有效天数', en: 'Rewards valid for' },
        { required: true, min: 0, max: 3650, default: 30, unit: days, help: forEver },
      ),
      requires: choice(
        { zh: '签到条件', en: 'Check-in requirement' },
        {
          none: { zh: '不限', en: 'Everybody' },
          paidOnce: { zh: '支付过', en: 'Has paid at least once' },
          activeYesterday: { zh: '昨天使用过', en: 'Active yesterday' },
          phoneBound: { zh: '绑定了手机', en: 'Has a phone number' },
        },
        { required: true, default: 'none' },
      ),
      sameNetworkLimit: integer(
        { zh: '同一网段每天', en: 'Per network per day' },
        {
          required: true,
          min: 0,
          max: 10_000,
          default: 3,
          help: { zh: '超过的标记为有风险；0 为不限', en: 'Further check-ins are marked as risky. 0 means no limit.' },
        },
      ),
      vipBonusBps: integer(
        { zh: '会员加成', en: 'Membership bonus' },
        { sensitive: true, required: true, min: 0, max: 100_000, default: 0, ...basisPoints },
      ),
      makeUpPerMonth: integer(
        { zh: '每月可补签', en: 'Make-up check-ins per month' },
        { required: true, min: 0, max: 31, default: 0, help: { zh: '0 为不可补签', en: '0 for none' } },
      ),
      makeUpCost: integer(
        { zh: '补签花费', en: 'Cost per make-up' },
        { required: true, min: 0, max: 1_000_000, default: 0, unit: { zh: '货币', en: 'coins' } },
      ),
    },
  },
  redeem: {
    label: { zh: '兑换码', en: 'Redeem codes' },
    fields: {
      maxErrorsPerHour: integer(
        { zh: '每人每小时输错', en: 'Failed attempts per hour' },
        {
          required: true,
          min: 1,
          max: 10_000,
          default: 10,
          help: { zh: '达到后一小时内不能再兑换', en: 'Locked for one hour after that' },
        },
      ),
      maxErrorsPerIpPerHour: integer(
        { zh: '每个 IP 每小时输错', en: 'Failed attempts per IP address per hour' },
        {
          required: true,
          min: 0,
          max: 100_000,
          default: 50,
          help: {
            zh: '同一 IP 的全部用户合计，达到后一小时内不能再兑换；0 为不限',
            en: 'Counted over all users of an IP address. After that, redemptions from it are rejected for one hour. 0 means no limit.',
          },
        },
      ),
      codeLength: integer(
        { zh: '新码位数', en: 'Code length' },
        {
          required: true,
          min: 18,
          max: 32,
          default: 18,
          help: { zh: '最后一位是校验位', en: 'The last character is a check character.' },
        },
      ),
      grouping: integer(
        { zh: '新码分组', en: 'Grouping of new codes' },
        {
          required: true,
          min: 0,
          max: 12,
          default: 6,
          help: { zh: '每几位一个短横；0 为不分', en: 'Characters between hyphens. 0 means none.' },
        },
      ),
    },
  },
} as const;
