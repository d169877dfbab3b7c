import type { Area } from '../definition/index.ts';

/** The menu areas in the order of the menu. Areas with the same `order` keep the order of this list. */
export const areas = [
  { name: 'dashboard', root: '/workplace', label: { zh: '工作台', en: 'Workplace' }, order: 0, icon: 'dashboard' },
  { name: 'ai', root: '/ai', label: { zh: 'AI 管理', en: 'AI' }, order: 2, icon: 'robot' },
  { name: 'user', root: '/user', label: { zh: '用户管理', en: 'Users' }, order: 2, icon: 'user' },
  { name: 'market', root: '/market', label: { zh: '营销管理', en: 'Market' }, order: 4, icon: 'gift' },
  { name: 'orders', root: '/orders', label: { zh: '订单管理', en: 'Orders' }, order: 5, icon: 'file' },
  { name: 'news', root: '/news', label: { zh: '资讯管理', en: 'News' }, order: 6, icon: 'notification' },
  { name: 'models', root: '/models', label: { zh: '模块管理', en: 'Modules' }, order: 7, icon: 'apps' },
  { name: 'risk', root: '/comsums', label: { zh: '风控管理', en: 'Risk control' }, order: 8, icon: 'safe' },
  { name: 'settings', root: '/form', label: { zh: '系统设置', en: 'Settings' }, order: 9, icon: 'settings' },
  { name: 'devcourse', root: '/devcourse', label: { zh: '开发课程', en: 'Dev course' }, order: 10, icon: 'book' },
  { name: 'expand', root: '/expand', label: { zh: '扩展管理', en: 'Extensions' }, order: 11, icon: 'tool' },
  { name: 'admins', root: '/admins', label: { zh: '管理员', en: 'Admins' }, order: 15, icon: 'idcard' },
] as const satisfies readonly Area[];

/** The home area. It is open to every permission set. */
export const homeArea = 'dashboard';

/** Returns the area of a path, or an empty string for a path outside all areas, which no permission set contains. */
export function getArea(path: string): string {
  return areas.find(({ root }) => path === root || path.startsWith(`${root}/`))?.name ?? '';
}
