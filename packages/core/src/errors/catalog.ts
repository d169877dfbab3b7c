/** What a client does with a response, in addition to showing its message. */
export type Reaction = 'none' | 'show' | 'confirmLogout' | 'relogin';

export interface ErrorRow {
  readonly code: number;
  /** Stable name, used in code, tests and documentation. */
  readonly name: string;
  readonly http: number;
  /** Exit status of the CLI. */
  readonly exit: number;
  readonly reaction: Reaction;
  /** Whether the same call may succeed later. */
  readonly retryable: boolean;
  readonly zh: string;
  readonly en: string;
}

const getRow = (
  code: number,
  name: string,
  http: number,
  exit: number,
  reaction: Reaction,
  retryable: boolean,
  zh: string,
  en: string,
): ErrorRow => ({ code, name, http, exit, reaction, retryable, zh, en });

/**
 * All response codes. The specification defines 20000, 20001, 40001, 50000, 50008, 50012 and 50014. Session errors use HTTP 200,
 * so that clients that only read the body handle them.
 */
export const errorCatalogue = [
  getRow(20000, 'ok', 200, 0, 'none', false, '成功', 'Done'),
  getRow(20001, 'accepted', 200, 3, 'none', false, '已接受，尚未全部完成', 'Accepted; not all of it is done yet'),
  getRow(40001, 'signInNeeded', 401, 4, 'relogin', false, '请先登录', 'Sign in first'),
  getRow(40010, 'wrongCredentials', 401, 4, 'show', false, '账号或者密码错误', 'Incorrect username or password'),
  getRow(40011, 'captchaNeeded', 422, 4, 'show', false, '请输入图片验证码', 'Type the characters in the picture'),
  getRow(40012, 'twoFactorNeeded', 401, 4, 'show', false, '请输入两步验证码', 'Type your two-factor code'),
  getRow(40200, 'insufficient', 402, 9, 'show', false, '余额不足', 'Not enough credits'),
  getRow(40300, 'denied', 403, 5, 'show', false, '没有权限执行此操作', 'You are not allowed to do this'),
  getRow(40301, 'stepUpNeeded', 403, 5, 'show', false, '请再次确认身份', 'Re-enter your password to continue'),
  getRow(40400, 'notFound', 404, 6, 'show', false, '记录或接口不存在', 'Record or endpoint not found'),
  getRow(40500, 'methodNotAllowed', 405, 2, 'show', false, '只接受 POST 请求', 'Only POST is accepted here'),
  getRow(
    40900,
    'conflict',
    409,
    9,
    'show',
    false,
    '数据已被他人修改，请核对后再保存',
    'Someone else changed this record. Compare and save again',
  ),
  getRow(40901, 'inUse', 409, 9, 'show', false, '仍被其他数据引用，不能删除', 'Still in use, so it cannot be deleted'),
  getRow(
    40902,
    'stateConflict',
    409,
    9,
    'show',
    false,
    '当前状态不允许此操作',
    'This action is not allowed in the current state.',
  ),
  getRow(
    40903,
    'keyReused',
    409,
    9,
    'show',
    false,
    '同一幂等键对应了不同的请求',
    'This idempotency key was used for another request',
  ),
  getRow(41300, 'tooLarge', 413, 2, 'show', false, '请求内容过大', 'The request is too large'),
  getRow(41500, 'unsupportedType', 415, 2, 'show', false, '只接受 JSON 请求', 'Only JSON is accepted here'),
  getRow(42200, 'invalid', 422, 2, 'show', false, '请求验证不通过', 'Some values are not valid'),
  getRow(42900, 'tooMany', 429, 7, 'show', true, '操作太频繁，请稍后再试', 'Too many tries; wait a little'),
  getRow(50000, 'failed', 500, 1, 'show', true, '服务器出错了', 'The server failed'),
  getRow(50008, 'sessionUnknown', 200, 4, 'confirmLogout', false, '登录状态已失效', 'Your session is no longer valid'),
  getRow(
    50012,
    'sessionReplaced',
    200,
    4,
    'confirmLogout',
    false,
    '账号已在别处登录或被管理员下线',
    'Your session was ended elsewhere',
  ),
  getRow(50014, 'sessionExpired', 200, 4, 'confirmLogout', false, '登录已过期', 'Your session has expired'),
  getRow(50300, 'busy', 503, 7, 'show', true, '服务繁忙，请稍后再试', 'The server is busy; try again later'),
  getRow(50301, 'noKey', 503, 7, 'show', true, '没有可用的上游密钥', 'No upstream key can be used now'),
  getRow(
    50302,
    'otherSystem',
    503,
    7,
    'show',
    true,
    '另一个系统没有响应或拒绝了请求',
    'An external service did not respond or rejected the request.',
  ),
  getRow(50700, 'storageFull', 507, 7, 'show', true, '存储空间不足或无法读写', 'The storage is full or failing'),
  getRow(
    50701,
    'databaseDamaged',
    500,
    1,
    'show',
    false,
    '数据库已损坏，请用 gantry-server restore 恢复最近的备份',
    'The database is damaged. Restore the latest backup with gantry-server restore.',
  ),
] as const satisfies readonly ErrorRow[];

export type ErrorName =
  | 'ok'
  | 'accepted'
  | 'signInNeeded'
  | 'wrongCredentials'
  | 'captchaNeeded'
  | 'twoFactorNeeded'
  | 'insufficient'
  | 'denied'
  | 'stepUpNeeded'
  | 'notFound'
  | 'methodNotAllowed'
  | 'conflict'
  | 'inUse'
  | 'stateConflict'
  | 'keyReused'
  | 'tooLarge'
  | 'unsupportedType'
  | 'invalid'
  | 'tooMany'
  | 'failed'
  | 'sessionUnknown'
  | 'sessionReplaced'
  | 'sessionExpired'
  | 'busy'
  | 'noKey'
  | 'otherSystem'
  | 'storageFull'
  | 'databaseDamaged';

const byName = new Map<string, ErrorRow>(errorCatalogue.map((entry) => [entry.name, entry]));
const byCode = new Map<number, ErrorRow>(errorCatalogue.map((entry) => [entry.code, entry]));

/** Returns the entry of an error name. */
export function getError(name: ErrorName): ErrorRow {
  const found = byName.get(name);
  if (!found) throw new Error(`no error is named ${name}`);
  return found;
}

/** Returns the entry of a code, or null for an unknown one, such as a code of another server. */
export function findError(code: number): ErrorRow | null {
  return byCode.get(code) ?? null;
}

/** Whether the body of a response with this code is a result. All other codes are errors, whatever the HTTP status. */
export function isSuccess(code: number): boolean {
  return code === 20000 || code === 20001;
}
