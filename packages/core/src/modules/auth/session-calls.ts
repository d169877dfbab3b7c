import { defineCalls, everyone } from '../../definition/index.ts';
import { boolean, choice, identifier, image, integer, paragraph, secret, text, time } from '../../fields/index.ts';

const username = text({ zh: '用户名', en: 'Username' }, { max: 64 });
const messageType = choice(
  { zh: '类型', en: 'Type' },
  {
    message: { zh: '消息', en: 'Message' },
    notice: { zh: '通知', en: 'Notification' },
    todo: { zh: '待办', en: 'To do' },
  },
);
const totp = text({ zh: '两步验证码', en: 'Two-factor code' }, { max: 64 });

/** Proof of identity. Accounts with two-factor authentication also give a code. */
const proof = {
  password: secret({ zh: '密码', en: 'Password' }, { max: 256, min: 0 }),
  totp,
} as const;

/** Calls of the caller's own session: sign-in, sign-out, profile, password, two-factor, sessions and access tokens. */
export const sessionCalls = defineCalls({
  login: {
    path: '/login',
    label: { zh: '登录', en: 'Sign in' },
    roles: 'public',
    input: {
      username,
      password: secret({ zh: '密码', en: 'Password' }, { max: 256, min: 0 }),
      captchaId: text({ zh: '验证码编号', en: 'Captcha ID' }, { max: 128 }),
      captchaCode: text({ zh: '验证码', en: 'Captcha' }, { max: 16 }),
      captchaToken: text({ zh: '人机验证应答', en: 'Captcha token' }, { max: 8192 }),
      totp,
    },
  },
  logout: { path: '/logout', label: { zh: '退出登录', en: 'Sign out' }, roles: everyone, ownAccount: true, input: {} },
  info: { path: '/info', label: { zh: '当前用户', en: 'Current user' }, roles: everyone, input: {}, reads: true },
  captcha: {
    path: '/verify-codes/captcha',
    label: { zh: '图片验证码', en: 'Image captcha' },
    roles: 'public',
    input: {},
  },
  setupState: {
    path: '/setup/state',
    label: { zh: '是否需要初始化', en: 'Setup required' },
    roles: 'public',
    input: {},
  },
  setup: {
    path: '/setup/create',
    label: { zh: '创建首位管理员', en: 'Create the first admin' },
    roles: 'public',
    input: {
      code: text({ zh: '初始化码', en: 'Setup code' }, { required: true, max: 64 }),
      username: text({ zh: '用户名', en: 'Username' }, { required: true, min: 3, max: 32, pattern: '[A-Za-z0-9_.-]+' }),
      password: secret({ zh: '密码', en: 'Password' }, { required: true, max: 256 }),
      name: text({ zh: '姓名', en: 'Name' }, { required: true, max: 64 }),
    },
  },
  stepUp: {
    path: '/step-up',
    label: { zh: '再次确认身份', en: 'Confirm your identity' },
    roles: everyone,
    ownAccount: true,
    input: proof,
  },
  profileUpdate: {
    path: '/profile/update',
    label: { zh: '修改个人资料', en: 'Change my profile' },
    roles: everyone,
    ownAccount: true,
    input: {
      name: text({ zh: '姓名', en: 'Name' }, { required: true, max: 64 }),
      avatar: image({ zh: '头像', en: 'Avatar' }),
      email: text({ zh: '邮箱', en: 'Email' }, { max: 254, pattern: '[^\\s@]+@[^\\s@]+\\.[^\\s@]+' }),
      phone: text({ zh: '手机', en: 'Phone' }, { max: 20, pattern: '1\\d{10}' }),
      introduction: paragraph({ zh: '简介', en: 'Introduction' }, { max: 500 }),
      personalWebsite: text({ zh: '个人网站', en: 'Website' }, { pattern: 'https?://\\S+' }),
      locationName: text({ zh: '地区', en: 'Region' }, { max: 64 }),
    },
  },
  passwordChange: {
    path: '/password/change',
    label: { zh: '修改密码', en: 'Change my password' },
    roles: everyone,
    ownAccount: true,
    input: {
      current: secret({ zh: '当前密码', en: 'Current password' }, { required: true, max: 256 }),
      next: secret({ zh: '新密码', en: 'New password' }, { required: true, max: 256 }),
    },
  },
  twoFactorStart: {
    path: '/two-factor/start',
    label: { zh: '设置两步验证', en: 'Set up two-factor' },
    roles: everyone,
    ownAccount: true,
    stepUp: true,
    input: {},
  },
  twoFactorConfirm: {
    path: '/two-factor/confirm',
    label: { zh: '启用两步验证', en: 'Enable two-factor' },
    roles: everyone,
    ownAccount: true,
    input: { totp: text({ zh: '两步验证码', en: 'Two-factor code' }, { required: true, max: 16 }) },
  },
  twoFactorDisable: {
    path: '/two-factor/disable',
    label: { zh: '关闭两步验证', en: 'Disable two-factor' },
    roles: everyone,
    ownAccount: true,
    input: proof,
  },
  sessionList: {
    path: '/session/list',
    label: { zh: '我的会话', en: 'My sessions' },
    roles: everyone,
    input: {},
    reads: true,
  },
  sessionEnd: {
    path: '/session/revoke',
    label: { zh: '结束会话', en: 'End a session' },
    roles: everyone,
    ownAccount: true,
    input: { id: identifier({ zh: '会话编号', en: 'Session ID' }, { required: true, min: 1 }) },
  },
  tokenCreate: {
    path: '/access-token/create',
    label: { zh: '创建访问令牌', en: 'Create an access token' },
    roles: everyone,
    ownAccount: true,
    stepUp: true,
    input: {
      name: text({ zh: '名称', en: 'Name' }, { required: true, max: 64 }),
      days: integer({ zh: '有效天数', en: 'Days' }, { min: 1, max: 90, default: 30 }),
      readOnly: boolean({ zh: '只读', en: 'Read only' }),
    },
  },
  tokenList: {
    path: '/access-token/list',
    label: { zh: '我的访问令牌', en: 'My access tokens' },
    roles: everyone,
    input: {},
    reads: true,
  },
  tokenRevoke: {
    path: '/access-token/revoke',
    label: { zh: '吊销访问令牌', en: 'Revoke an access token' },
    roles: everyone,
    ownAccount: true,
    input: { id: identifier({ zh: '令牌编号', en: 'Token ID' }, { required: true, min: 1 }) },
  },
  operationLog: {
    path: '/operation-log/list',
    label: { zh: '我的操作日志', en: 'My audit log' },
    roles: everyone,
    reads: true,
    input: {
      cursor: text({ zh: '游标', en: 'Cursor' }, { max: 512 }),
      pageSize: integer({ zh: '每页', en: 'Per page' }, { min: 1, max: 200, default: 20 }),
    },
  },
  messageRead: {
    path: '/message/read',
    label: { zh: '标记已读', en: 'Mark as read' },
    roles: everyone,
    ownAccount: true,
    input: {
      id: identifier({ zh: '消息编号', en: 'Message ID' }, { min: 1 }),
      type: messageType,
    },
  },
  messageClear: {
    path: '/message/clear',
    label: { zh: '清空消息', en: 'Clear messages' },
    roles: everyone,
    ownAccount: true,
    input: {
      type: { ...messageType, required: true },
      until: time({ zh: '清空至', en: 'Cleared up to' }, { required: true }),
    },
  },
});
