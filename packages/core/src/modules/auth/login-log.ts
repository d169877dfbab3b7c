import { admins, defineResource, type RecordOf } from '../../definition/index.ts';
import { choice, text } from '../../fields/index.ts';

export const loginLog = defineResource({
  name: 'loginLog',
  path: '/admins/admin-table',
  title: 'username',
  label: { zh: '登录日志', en: 'Sign-in log', many: 'Sign-in log' },
  help: { zh: '每一次登录尝试', en: 'Every sign-in attempt' },
  fields: {
    username: text({ zh: '用户名', en: 'Username' }, { write: 'never', search: true, max: 64 }),
    ip: text({ zh: 'IP 地址', en: 'IP address' }, { write: 'never', max: 64, mono: true }),
    userAgent: text({ zh: '客户端', en: 'Client' }, { write: 'never' }),
    result: choice(
      { zh: '结果', en: 'Result' },
      {
        ok: { zh: '成功', en: 'Success', tone: 'good' },
        wrong: { zh: '账号或密码错误', en: 'Wrong credentials', tone: 'bad' },
        captcha: { zh: '验证码错误', en: 'Incorrect captcha', tone: 'warn' },
        twoFactor: { zh: '两步验证失败', en: 'Incorrect two-factor code', tone: 'warn' },
        locked: { zh: '尝试过多', en: 'Too many attempts', tone: 'bad' },
        disabled: { zh: '账号停用', en: 'Disabled', tone: 'bad' },
      },
      { write: 'never' },
    ),
  },
  list: {
    columns: ['createdAt', 'username', 'ip', 'userAgent', 'result'],
    filters: ['username', 'ip', 'result'],
    quick: {
      failed: {
        label: { zh: '失败', en: 'Failed' },
        where: { result: ['wrong', 'captcha', 'twoFactor', 'locked', 'disabled'] },
      },
    },
    sort: '-id',
  },
  access: { list: admins, get: admins, export: admins },
});
export type LoginLog = RecordOf<typeof loginLog>;
