import { allAreas, fullAccess, readOnly } from '../../access/index.ts';
import type { ChoicePreset } from '../../definition/index.ts';

/** Permission sets for common jobs, in the order in which they are offered. They can be changed afterwards. */
export const permissionPresets = {
  orders: {
    zh: '订单',
    en: 'Orders',
    help: { zh: '查看和处理订单、退款与支付记录。', en: 'View and handle orders, refunds and payment records.' },
    values: ['orders'],
  },
  support: {
    zh: '客服',
    en: 'Support',
    help: {
      zh: '处理用户、订单与退款，发布公告和帮助文档。',
      en: 'Help users, handle orders and refunds, and publish announcements and help articles.',
    },
    values: ['user', 'orders', 'news'],
  },
  content: {
    zh: '内容',
    en: 'Content',
    help: {
      zh: '编辑公告、帮助文档、前台模块和开发课程。',
      en: 'Edit announcements, help articles, front-end modules and courses.',
    },
    values: ['news', 'models', 'devcourse'],
  },
  finance: {
    zh: '财务',
    en: 'Finance',
    help: {
      zh: '管理套餐与兑换码、订单与退款，查看消费和风控记录。',
      en: 'Manage plans and redeem codes, orders and refunds, and view usage and risk records.',
    },
    values: ['market', 'orders', 'risk'],
  },
  readOnly: {
    zh: '只读',
    en: 'Read-only',
    help: {
      zh: '查看和导出角色可见的全部数据，不能更改任何数据。',
      en: 'View and export everything that the role can see. Cannot change anything.',
    },
    values: [allAreas, readOnly],
  },
  full: {
    zh: '全部权限',
    en: 'Full access',
    help: {
      zh: '角色的全部权限，包括以后新增的菜单。',
      en: 'Everything that the role allows, including areas added later.',
    },
    values: fullAccess,
  },
} as const satisfies Readonly<Record<string, ChoicePreset>>;
