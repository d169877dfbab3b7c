import { admins, defineScreens, everyone, type ScreenDefinition } from '../../definition/index.ts';

const screen = (name: string, path: string, area: string, zh: string, en: string): ScreenDefinition => ({
  name,
  path,
  area,
  label: { zh, en },
  roles: everyone,
});

/** The home page. */
export const homeScreens = defineScreens([
  { ...screen('Workplace', '/workplace', 'dashboard', '工作台', 'Workplace'), custom: true },
]);

export const userScreens = defineScreens([
  screen('UserTable', '/user/user-table', 'user', '用户列表', 'Users'),
  screen('UserInviteTable', '/user/user-invite-table', 'user', '邀请奖励', 'Invite rewards'),
]);

export const marketScreens = defineScreens([
  screen('VipTable', '/market/vip-table', 'market', '会员套餐', 'Membership plans'),
  screen('CurrencyTable', '/market/currency-table', 'market', '货币套餐', 'Currency packs'),
  screen('LimitTable', '/market/limit-table', 'market', '算力套餐', 'Compute packs'),
  screen('KamiTable', '/market/kami-table', 'market', '卡密', 'Redeem codes'),
  screen('SignSystemTable', '/market/signSystem-table', 'market', '签到', 'Daily check-in'),
]);

export const orderScreens = defineScreens([
  screen('OrderTable', '/orders/order-table', 'orders', '订单列表', 'Orders'),
]);

export const newsScreens = defineScreens([
  screen('HelpTable', '/news/help-table', 'news', '帮助文档', 'Help docs'),
  screen('NoticeTable', '/news/notice-table', 'news', '公告', 'Announcements'),
]);

export const modelScreens = defineScreens([
  screen('CarsoulTable', '/models/carsoul-table', 'models', '登录轮播图', 'Login carousel'),
  screen('LeftModelTable', '/models/left-model-table', 'models', '左侧菜单组', 'Left menu groups'),
]);

export const riskScreens = defineScreens([
  screen('ConsumTable', '/comsums/consum-table', 'risk', '消费统计', 'Consumption'),
]);

export const settingsScreens = defineScreens([
  { ...screen('Group', '/form/group', 'settings', '系统设置', 'System settings'), roles: admins },
]);

export const courseScreens = defineScreens([
  { ...screen('Course', '/devcourse/course', 'devcourse', '开发课程', 'Courses'), flag: 'CRAFT' },
  { ...screen('Schedule', '/devcourse/schedule', 'devcourse', '课程表', 'Schedule'), flag: 'CRAFT' },
]);

export const extensionScreens = defineScreens([
  screen('ExpandSetting', '/expand/setting', 'expand', '扩展设置', 'Extension settings'),
  screen('ExpandConfig', '/expand/config', 'expand', '前端配置', 'Front-end config'),
  screen('ExpandData', '/expand/data', 'expand', '数据管理', 'Data management'),
  screen('ExpandApp', '/expand/app', 'expand', '应用管理', 'App management'),
  screen('Distribution', '/expand/distribution', 'expand', '分销管理', 'Distribution'),
  screen('RegionalAgency', '/expand/regionalagency', 'expand', '区域代理', 'Regional agents'),
]);

export const adminScreens = defineScreens([
  screen('AdminTable', '/admins/admin-table', 'admins', '管理员列表', 'Admins'),
]);

/** Pages of the signed-in admin. They are not in the menu. */
export const personalScreens = defineScreens([
  { ...screen('UserInfo', '/user/info', 'user', '用户中心', 'User center'), hidden: true, custom: true },
  { ...screen('UserSetting', '/user/setting', 'user', '用户设置', 'User settings'), hidden: true, custom: true },
]);
