import type { Role } from '@gantry/core';

/** The people of the demo. The first one is the account for trying the demo. */
export interface DemoPerson {
  readonly username: string;
  readonly name: string;
  readonly role: Role;
  readonly jobName: string;
  readonly organizationName: string;
  readonly email: string;
  readonly ip: string;
  readonly userAgent: string;
}

const browser =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36';
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148';

export const owner: DemoPerson = {
  username: 'demo',
  name: '林晓',
  role: 'admin',
  jobName: '平台负责人',
  organizationName: '平台部',
  email: 'demo@example.com',
  ip: '10.20.1.8',
  userAgent: browser,
};

const person = (
  [username, name, role, jobName, organizationName]: readonly [string, string, Role, string, string],
  at: number,
): DemoPerson => ({
  username,
  name,
  role,
  jobName,
  organizationName,
  email: `${username}@example.com`,
  ip: `10.20.${at % 3}.${20 + at * 7}`,
  userAgent: at % 4 === 3 ? phone : browser,
});

const rows: readonly (readonly [string, string, Role, string, string])[] = [
  ['chen.yu', '陈宇', 'admin', '运维工程师', '技术部'],
  ['wang.fang', '王芳', 'user', '内容运营', '运营部'],
  ['li.ming', '李明', 'user', '内容审核', '风控部'],
  ['zhao.lei', '赵磊', 'user', '客服主管', '客服部'],
  ['emma.brown', 'Emma Brown', 'user', 'Technical writer', '运营部'],
  ['sun.qian', '孙倩', 'user', '市场专员', '市场部'],
  ['gateway', '对话网关', 'admin', '服务账号', '技术部'],
];

export const colleagues: readonly DemoPerson[] = rows.map(person);
