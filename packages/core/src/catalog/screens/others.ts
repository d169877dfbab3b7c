import { admins, defineScreens, everyone, type ScreenDefinition } from '../../definition/index.ts';

const createScreen = (name: string, path: string, area: string, zh: string, en: string): ScreenDefinition => ({
  name,
  path,
  area,
  label: { zh, en },
  roles: everyone,
});

/** The home page. */
export const homeScreens = defineScreens([
  { ...createScreen('Workplace', '/workplace', 'dashboard', '工作台', 'Workplace'), custom: true },
]);

export const userScreens = defineScreens([
  createScreen('UserTable', '/user/user-table', 'user', '用户列表', 'Users'),
  createScreen('UserInviteTable', '/user/user-invite-table', 'user', '邀请奖励', 'Invite rewards'),
]);

export const marketScreens = defineScreens([
  createScreen('VipTable', '/market/vip-table', 'market', '会员套餐', 'Membership plans'),
  createScreen('CurrencyTable', '/market/currency-table', 'market', '货币套餐', 'Currency packs'),
  createScreen('LimitTable', '/market/limit-table', 'market', '算力套餐', 'Compute packs'),
  createScreen('KamiTable', '/market/kami-table', 'market', '卡密', 'Redeem codes'),
  createScreen('SignSystemTable', '/market/signSystem-table', 'market', '签到', 'Daily check-in'),
]);

export const orderScreens = defineScreens([
  createScreen('OrderTable', '/orders/order-table', 'orders', '订单列表', 'Orders'),
]);

export const newsScreens = defineScreens([
  createScreen('HelpTable', '/news/help-table', 'news', '帮助文档', 'Help docs'),
  createScreen('NoticeTable', '/news/notice-table', 'news', '公告', 'Announcements'),
]);

export const modelScreens = defineScreens([
  createScreen('CarsoulTable', '/models/carsoul-table', 'models', '登录轮播图', 'Login carousel'),
  createScreen('LeftModelTable', '/models/left-model-table', 'models', '左侧菜单组', 'Left menu groups'),
]);

export const riskScreens = defineScreens([
  createScreen('ConsumTable', '/comsums/consum-table', 'risk', '消费统计', 'Consumption'),
]);

export const settingsScreens = defineScreens([
  { ...createScreen('Group', '/form/group', 'settings', '系统设置', 'System settings'), roles: admins },
]);

export const courseScreens = defineScreens([
  { ...createScreen('Course', '/devcourse/course', 'devcourse', '开发课程', 'Courses'), flag: 'CRAFT' },
  { ...createScreen('Schedule', '/devcourse/schedule', 'devcourse', '课程表', 'Schedule'), flag: 'CRAFT' },
]);

export const extensionScreens = defineScreens([
  createScreen('ExpandSetting', '/expand/setting', 'expand', '扩展设置', 'Extension settings'),
  createScreen('ExpandConfig', '/expand/config', 'expand', '前端配置', 'Front-end config'),
  createScreen('ExpandData', '/expand/data', 'expand', '数据管理', 'Data management'),
  createScreen('ExpandApp', '/expand/app', 'expand', '应用管理', 'App management'),
  createScreen('Distribution', '/expand/distribution', 'expand', '分销管理', 'Distribution'),
  createScreen('RegionalAgency', '/expand/regionalagency', 'expand', '区域代理', 'Regional agents'),
]);

export const adminScreens = defineScreens([
  createScreen('AdminTable', '/admins/admin-table', 'admins', '管理员列表', 'Admins'),
]);

/** Pages of the signed-in admin. They are not in the menu. */
export const personalScreens = defineScreens([
  { ...createScreen('UserInfo', '/user/info', 'user', '用户中心', 'User center'), hidden: true, custom: true },
  { ...createScreen('UserSetting', '/user/setting', 'user', '用户设置', 'User settings'), hidden: true, custom: true },
]);
