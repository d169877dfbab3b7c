import type { Area } from '../definition/index.ts';

/** Menu areas with the order values of the product; equal values keep this order. */
export const areas = [
  { name: 'dashboard', label: { zh: '工作台', en: 'Workplace' }, order: 0, icon: 'dashboard' },
  { name: 'ai', label: { zh: 'AI 管理', en: 'AI' }, order: 2, icon: 'robot' },
  { name: 'user', label: { zh: '用户管理', en: 'Users' }, order: 2, icon: 'user' },
  { name: 'market', label: { zh: '营销管理', en: 'Market' }, order: 4, icon: 'gift' },
  { name: 'orders', label: { zh: '订单管理', en: 'Orders' }, order: 5, icon: 'file' },
  { name: 'news', label: { zh: '资讯管理', en: 'News' }, order: 6, icon: 'notification' },
  { name: 'models', label: { zh: '模块管理', en: 'Modules' }, order: 7, icon: 'apps' },
  { name: 'risk', label: { zh: '风控管理', en: 'Risk control' }, order: 8, icon: 'safe' },
  { name: 'settings', label: { zh: '系统设置', en: 'Settings' }, order: 9, icon: 'settings' },
  { name: 'devcourse', label: { zh: '开发课程', en: 'Dev course' }, order: 10, icon: 'book' },
  { name: 'expand', label: { zh: '扩展管理', en: 'Extensions' }, order: 11, icon: 'tool' },
  { name: 'admins', label: { zh: '管理员', en: 'Admins' }, order: 15, icon: 'idcard' },
] as const satisfies readonly Area[];
