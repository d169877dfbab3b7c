import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../platform/context/context.ts';
import {
  accountCalls,
  createSampleAnswer,
  fail,
  requireSignIn,
  type SampleAnswer,
  type SampleCall,
  type SampleCaller,
} from './sample-account.ts';
import { panelCalls } from './sample-panels.ts';

const messages = [
  {
    type: 'message',
    title: '郑曦月',
    subTitle: '的私信',
    content: '审批请求已发送，请查收',
    time: '今天 12:30:01',
    messageType: 0,
  },
  {
    type: 'message',
    title: '宁波',
    subTitle: '的回复',
    content: '此处 bug 已经修复，如有问题请查阅文档或者继续提问',
    time: '今天 12:30:01',
    messageType: 0,
  },
  {
    type: 'message',
    title: '宁波',
    subTitle: '的回复',
    content: '此处 bug 已经修复',
    time: '今天 12:20:01',
    messageType: 0,
  },
  {
    type: 'todo',
    title: '域名服务',
    subTitle: '',
    content: '内容质检队列于 2021-12-01 19:50:23 进行变更，请重新',
    time: '今天 12:20:01',
    messageType: 0,
  },
  {
    type: 'notice',
    title: '产品动态',
    subTitle: '',
    content: '新的套餐已开放订购',
    time: '今天 12:20:01',
    messageType: 0,
  },
  {
    type: 'notice',
    title: '系统通知',
    subTitle: '',
    content: '今晚 23:00 至 24:00 例行维护',
    time: '今天 12:20:01',
    messageType: 3,
  },
].map((message, index) => ({ id: index + 1, avatar: '', ...message }));

/** The message box of the sample API: read messages stay read until the server stops. */
function createMessageCalls(): Readonly<Record<string, SampleCall>> {
  const read = new Set<number>();
  return {
    'message/list': () =>
      createSampleAnswer(messages.map((message) => ({ ...message, status: read.has(message.id) ? 1 : 0 }))),
    'message/read': ({ body: { ids } }) => {
      if (!Array.isArray(ids)) return fail('ids 应为编号的列表');
      for (const { id } of messages) if (ids.includes(id)) read.add(id);
      return createSampleAnswer(true);
    },
  };
}

const tokenPrefix = 'sample-';
const roles = ['admin', 'user'];

/** Returns the role of a bearer token of the sample API. */
function getTokenRole(authorization: string | undefined): string | null {
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

const answerCaptcha: SampleCall = ({ body: { tel } }) =>
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

const sessionCalls: Readonly<Record<string, SampleCall>> = {
  'user/info': requireSignIn((_, role) => createSampleAnswer({ ...person, role })),
  'user/login': login,
  'user/logout': () => createSampleAnswer(null),
  'user/menu': () => createSampleAnswer(menu),
  'login/captcha': answerCaptcha,
};

const inspections = [
  '视频类-历史导入',
  '图文类-图片版权',
  '图文类-高清图片',
  '短视频-人工抽检',
  '直播-弹幕抽检',
  '图文类-标题党',
].map((title, index) => ({
  id: index + 1,
  name: 'quality',
  title,
  description: `${2021 + (index % 3)}-10-12 00:00:00`,
  data: [
    { label: '待质检数', value: String(120 + index * 17) },
    { label: '积压时长', value: `${60 - index * 8}s` },
    { label: '待抽检数', value: String(index * 3) },
  ],
}));

const services = [
  {
    icon: 'code',
    title: '漏斗分析',
    description: '用户行为分析之漏斗分析模型，是企业实现精细化运营的重要分析方法',
    actionType: 'button',
    enable: true,
  },
  {
    icon: 'edit',
    title: '用户分布',
    description: '快速诊断用户人群，了解地域细分和分布情况',
    actionType: 'button',
    enable: true,
    expires: true,
  },
  { icon: 'user', title: '资源分发', description: '移动端动态化资源分发解决方案', actionType: 'button', enable: false },
  {
    icon: 'user',
    title: '用户画像分析',
    description: '将用户数据标签化并展现人群特征',
    actionType: 'button',
    enable: true,
  },
].map((service, index) => ({ id: index + 1, expires: false, ...service }));

const rules = ['内容屏蔽规则', '内容置顶规则', '内容加权规则', '内容分发规则', '多语言文字符号识别', '敏感词识别'].map(
  (title, index) => ({
    id: index + 1,
    title,
    description: '命中规则的内容按此处理，规则在提交后立即生效',
    enable: index % 2 === 0,
    actionType: 'switch',
  }),
);

const cardCalls: Readonly<Record<string, SampleCall>> = {
  'list/quality-inspection': () => createSampleAnswer(inspections),
  'list/the-service': () => createSampleAnswer(services),
  'list/rules-preset': () => createSampleAnswer(rules),
};

/** Response time in ms: long enough that a client shows its loading states. */
const slowness = { least: 200, most: 900 };

function getCaller({ headers, body, query }: FastifyRequest, now: number): SampleCaller {
  const requested = Object.entries((query ?? {}) as Record<string, unknown>);
  return {
    role: getTokenRole(headers.authorization),
    body: typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {},
    query: Object.fromEntries(requested.map(([name, value]) => [name, String(value)])),
    now,
  };
}

/** All sample calls, by their path under `/api`. */
export function createSampleCalls(): Readonly<Record<string, SampleCall>> {
  return { ...sessionCalls, ...createMessageCalls(), ...panelCalls, ...cardCalls, ...accountCalls };
}

/**
 * Wraps an error of the platform, for example for a body that is not JSON, in the envelope of the sample API; anything else is
 * returned as it is.
 */
function wrapInEnvelope(answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null || !('message' in answer)) return answer;
  const { message, errors } = answer as { message: string; errors?: Readonly<Record<string, readonly string[]>> };
  return fail(Object.values(errors ?? {}).flat()[0] ?? message);
}

/** Calls of the platform use the same prefix and are not handled here. */
const isPlatforms = ({ url }: FastifyRequest): boolean => /^\/api\/v\d+(?:[/?]|$)/u.test(url);

/** Answers unknown paths. */
function addUnknown(api: FastifyInstance, isKnown: (path: string) => boolean): void {
  const answer = (path: string, reply: FastifyReply): SampleAnswer => {
    if (!isKnown(path)) {
      reply.code(404);
      return fail('没有这个接口');
    }
    reply.code(405).header('allow', 'GET, POST');
    return fail('只接受 GET 或 POST 请求');
  };
  api.route<{ Params: { '*': string } }>({
    method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    url: '/*',
    handler: async (request, reply) =>
      isPlatforms(request) ? reply.callNotFound() : answer(request.params['*'], reply),
  });
}

/**
 * A sample API for developers of another client: the responses of a console's first screens, generated and the same for everyone.
 * It is served only when enabled, and no call reads or writes the platform's data.
 */
export function addSampleData(api: FastifyInstance, clock: Clock): void {
  // A file sent to the upload call is read to its end and discarded.
  api.addContentTypeParser('multipart/form-data', (_request, payload, done) => {
    payload.resume();
    payload.once('end', () => done(null, null));
  });
  api.addHook('preSerialization', async (request, _reply, answer) =>
    isPlatforms(request) ? answer : wrapInEnvelope(answer),
  );
  const calls = createSampleCalls();
  addUnknown(api, (path) => Object.hasOwn(calls, path));
  for (const [path, call] of Object.entries(calls)) {
    api.route({
      method: ['GET', 'POST'],
      url: `/${path}`,
      handler: async (request) => {
        await delay(slowness.least + Math.floor(Math.random() * (slowness.most - slowness.least + 1)));
        return call(getCaller(request, clock()));
      },
    });
  }
}
