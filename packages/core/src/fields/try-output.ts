import type { Fields } from '../definition/index.ts';
import { boolean } from './kinds/boolean.ts';
import { choice } from './kinds/choice.ts';
import { integer } from './kinds/integer.ts';
import { text } from './kinds/text.ts';

/** Problems of an external service, as a connection test reports them. Empty when the test succeeds. */
export const testProblems = {
  off: { zh: '尚未填写完整', en: 'Not configured' },
  host: { zh: '不允许访问这个主机', en: 'This host is not allowed.' },
  dns: { zh: '找不到主机', en: 'Host not found' },
  connect: { zh: '连接不上', en: 'Cannot connect' },
  timeout: { zh: '超时未答', en: 'Timed out' },
  tls: { zh: '加密连接失败', en: 'The encrypted connection failed' },
  auth: { zh: '账号或密钥被拒绝', en: 'The account or key was rejected' },
  rejected: { zh: '对方拒绝', en: 'Rejected by the other side' },
  discovery: {
    zh: '没有 OpenID Connect 发现文档，请检查签发者',
    en: 'No OpenID Connect discovery document found. Check the issuer.',
  },
  issuer: {
    zh: '对方声明的签发者不同，请逐字照填（含末尾斜线）',
    en: 'The provider names another issuer; enter it exactly, with or without the slash at its end',
  },
  metadata: { zh: '发现文档缺少必需的端点', en: 'The discovery document lacks a required endpoint' },
  answer: { zh: '回答无法识别', en: 'The response cannot be read' },
} as const;

export type TestProblem = keyof typeof testProblems;

/** The response of every connection test. */
export const connectionTestOutput = {
  ok: boolean({ zh: '成功', en: 'Success' }),
  problem: choice({ zh: '问题', en: 'Problem' }, testProblems),
  code: text({ zh: '返回码', en: 'Return code' }),
  ms: integer({ zh: '耗时', en: 'Duration' }, { unit: { zh: '毫秒', en: 'ms' } }),
} as const satisfies Fields;
