const contributors = ['秦臻宇', '于涛', '宁波', '郑曦月', '宁梦'].map((name, index) => ({
  name,
  email: `person${index + 1}@email.com`,
  avatar: '',
}));

const projects = [
  '企业级产品设计系统',
  '火山引擎智能应用',
  'OCR 文本识别引擎',
  '智能客服',
  '内容质检平台',
  '数据看板',
].map((name, index) => ({
  id: index + 1,
  name,
  description: `${name}的设计与开发`,
  peopleNumber: 6 + index * 3,
  contributors: contributors.slice(0, 3 + (index % 3)),
}));

const activities = Array.from({ length: 7 }, (_, index) => ({
  id: index + 1,
  title: index % 2 === 0 ? '发布了一篇文档' : '评论了一个需求',
  description: '查看详情',
  avatar: '',
}));

const teams = ['火山引擎智能应用团队', '企业级产品设计团队', '前端/UE小分队', '内容平台产品团队'].map(
  (name, index) => ({
    id: index + 1,
    avatar: '',
    name,
    peopleNumber: 64 + index * 5,
  }),
);

const visits = [
  { name: '主页访问量', visits: 5670, growth: 206.32 },
  { name: '项目访问量', visits: 5670, growth: 206.32 },
];

const certification = {
  enterpriseInfo: {
    accountType: '企业账号',
    status: 0,
    time: '2018-10-22 14:53:12',
    legalPerson: '李**',
    certificateType: '中国身份证',
    authenticationNumber: '130************123',
    enterpriseName: '低调有实力的企业',
    enterpriseCertificateType: '企业营业执照',
    organizationCode: '7*******9',
  },
  record: [
    {
      certificationType: 1,
      certificationContent: '企业实名认证，法人姓名：李**',
      status: 0,
      time: '2021-02-28 10:30:50',
    },
    {
      certificationType: 1,
      certificationContent: '企业实名认证，法人姓名：李**',
      status: 1,
      time: '2020-05-13 08:00:00',
    },
  ],
};

const video = {
  mode: '自定义',
  acquisition: { resolution: '720*1280', frameRate: 15 },
  encoding: { resolution: '720*1280', rate: { min: 300, max: 800, default: 1500 }, frameRate: 15, profile: 'high' },
};
const profile = {
  status: 2,
  video,
  audio: { mode: '自定义', acquisition: { channels: 8 }, encoding: { channels: 8, rate: 128, profile: 'ACC-LC' } },
};

const operations = ['视频参数变更，变更编号', '视频参数变更，变更编号', '音频参数变更，变更编号'].map(
  (contentNumber, index) => ({
    key: String(index + 1),
    contentNumber: `${contentNumber} ${index + 1}`,
    updateContent: '视频参数变更',
    status: index === 0 ? 0 : 1,
    updateTime: `2021-02-28 1${index}:30:50`,
  }),
);

const createDoneAnswer = () => createSampleAnswer('ok');

/** Pages and forms of the account; submitted data is accepted and discarded. */
export const accountCalls: Readonly<Record<string, SampleCall>> = {
  'channel-form/submit': createDoneAnswer,
  'profile/basic': () => createSampleAnswer(profile),
  'operation/log': () => createSampleAnswer(operations),
  'user/my-project/list': () => createSampleAnswer(projects),
  'user/latest-activity': () => createSampleAnswer(activities),
  'user/visits': () => createSampleAnswer(visits),
  'user/project-and-team/list': () =>
    createSampleAnswer([
      { id: 1, content: '他创建的项目', count: projects.length },
      { id: 2, content: '他参与的团队', count: teams.length },
    ]),
  'user/my-team/list': () => createSampleAnswer(teams),
  'user/save-info': requireSignIn(createDoneAnswer),
  'user/certification': requireSignIn(() => createSampleAnswer(certification)),
  'user/upload': createDoneAnswer,
};

/** A caller of the sample API. There are two users, and their tokens are not secret. */
export interface SampleCaller {
  /** `admin`, `user`, or null for a caller who has not signed in. */
  readonly role: string | null;
  readonly body: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, string>>;
  readonly now: number;
}

export interface SampleAnswer {
  readonly data: unknown;
  readonly status: 'ok' | 'fail';
  readonly msg: string;
  readonly code: number;
}

export type SampleCall = (caller: SampleCaller) => SampleAnswer;

export function createSampleAnswer(data: unknown): SampleAnswer {
  return { data, status: 'ok', msg: '请求成功', code: 20000 };
}

export function fail(msg: string, code = 50000): SampleAnswer {
  return { data: null, status: 'fail', msg, code };
}

/** Wraps a call so that it requires a signed-in caller. */
export function requireSignIn(call: (caller: SampleCaller, role: string) => SampleAnswer): SampleCall {
  return (caller) => (caller.role === null ? fail('未登录', 50008) : call(caller, caller.role));
}
