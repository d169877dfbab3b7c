import type { Section } from '../../definition/index.ts';

/** Sections of a user and of its form. */
export const userSections: readonly Section[] = [
  {
    label: { zh: '账号', en: 'Account' },
    fields: [
      'username',
      'nickname',
      'avatar',
      'email',
      'phone',
      'gender',
      'regionCode',
      'locale',
      'kind',
      'source',
      'tags',
      'remark',
    ],
  },
  {
    label: { zh: '余额与会员', en: 'Balances and membership' },
    fields: ['coinBalance', 'computeBalance', 'vipLevel', 'vipExpiresAt'],
  },
  {
    label: { zh: '消费', en: 'Payments' },
    fields: ['totalPaid', 'paidCurrency', 'orderCount'],
  },
  {
    label: { zh: '邀请与签到', en: 'Invites and check-in' },
    fields: ['inviteCode', 'inviterId', 'signStreak'],
  },
  {
    label: { zh: '安全', en: 'Security' },
    fields: [
      'status',
      'banReason',
      'banUntil',
      'violationCount',
      'registerIp',
      'lastLoginAt',
      'lastLoginIp',
      'lastActiveAt',
      'tokenVersion',
    ],
  },
];
