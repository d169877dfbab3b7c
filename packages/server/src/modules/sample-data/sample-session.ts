import { createSampleAnswer, fail, requireSignIn, type SampleCall } from './sample-call.ts';

const tokenPrefix = 'sample-';
const roles = ['admin', 'user'];

/** Who a bearer token of the playground stands for. */
export function getTokenRole(authorization: string | undefined): string | null {
  const role = authorization?.replace(/^Bearer /, '').replace(tokenPrefix, '') ?? '';
  return roles.includes(role) ? role : null;
}

const person = {
  name: '王立群',
  avatar: '',
  email: 'wangliqun@email.com',
  job: 'frontend',
  jobName: '前端艺术家',
  organization: 'Frontend',
  organizationName: '前端',
  location: 'beijing',
  locationName: '北京',
  introduction: '人潇洒，性温存',
  personalWebsite: 'https://example.com',
  phone: '150****0000',
  registrationDate: '2013-05-10 12:10:00',
  accountId: '15012312300',
  certification: 1,
};

const login: SampleCall = ({ body: { username, password } }) => {
  if (!username) return fail('用户名不能为空');
  if (!password) return fail('密码不能为空');
  const isKnown = roles.some((role) => username === role && password === role);
  return isKnown ? createSampleAnswer({ token: `${tokenPrefix}${username}` }) : fail('账号或者密码错误');
};

const captcha: SampleCall = ({ body: { tel } }) =>
  typeof tel === 'string' && /^1\d{10}$/.test(tel) ? createSampleAnswer(null) : fail('手机号为空或格式不正确');

const menu = [
  {
    path: '/dashboard',
    name: 'dashboard',
    meta: { locale: 'menu.server.dashboard', requiresAuth: true, icon: 'icon-dashboard', order: 1 },
    children: [
      { path: 'workplace', name: 'Workplace', meta: { locale: 'menu.server.workplace', requiresAuth: true } },
      {
        path: 'monitor',
        name: 'Monitor',
        meta: { locale: 'menu.server.monitor', requiresAuth: true, roles: ['admin'] },
      },
    ],
  },
];

export const sessionCalls: Readonly<Record<string, SampleCall>> = {
  'user/info': requireSignIn((_, role) => createSampleAnswer({ ...person, role })),
  'user/login': login,
  'user/logout': () => createSampleAnswer(null),
  'user/menu': () => createSampleAnswer(menu),
  'login/captcha': captcha,
};
