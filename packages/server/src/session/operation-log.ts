import {
  type Catalogue,
  Fault,
  type Locale,
  type OperationLogAnswer,
  say,
  type Translate,
  verbs,
  type Words,
} from '@gantry/core';
import type { Caller } from '../context.ts';
import type { Row } from '../store/database.ts';
import type { SessionNeeds } from './session-needs.ts';

/** Words for what is audited beyond the verbs and actions of resources. */
const actions: Readonly<Record<string, Words>> = {
  login: { zh: '登录', en: 'Signed in' },
  logout: { zh: '登出', en: 'Logged out' },
  stepUp: { zh: '再次确认身份', en: 'Confirmed identity' },
  changePassword: { zh: '修改密码', en: 'Changed the password' },
  updateProfile: { zh: '修改个人资料', en: 'Changed the profile' },
  startTwoFactor: { zh: '开始设置两步验证', en: 'Started to set up two-factor' },
  turnOnTwoFactor: { zh: '启用两步验证', en: 'Turned on two-factor' },
  turnOffTwoFactor: { zh: '关闭两步验证', en: 'Turned off two-factor' },
  endSession: { zh: '结束会话', en: 'Ended a session' },
  createToken: { zh: '创建访问令牌', en: 'Made an access token' },
  revokeToken: { zh: '吊销访问令牌', en: 'Revoked an access token' },
  save: { zh: '保存设置', en: 'Saved settings' },
  rollback: { zh: '回滚设置', en: 'Rolled settings back' },
  upload: { zh: '上传图片', en: 'Uploaded a picture' },
};

function actionWords(row: Row, catalogue: Catalogue, locale: Locale, t: Translate): string {
  const [resource, action] = [String(row.resource), String(row.action)];
  const found = catalogue.resources.find((entry) => entry.name === resource);
  const label = found?.actions?.[action]?.label ?? actions[action];
  const verb = verbs.find((name) => name === action);
  const what = label ? say(label, locale) : verb ? t(`verb.${verb}`) : action;
  const subject = found ? say(found.label, locale) : resource;
  return row.resource_id === null ? `${what} · ${subject}` : `${what} · ${subject} #${row.resource_id}`;
}

/** What the caller has done, newest first. The cursor is the id after which the next page begins. */
export async function readOperationLog(
  { database, catalogue }: SessionNeeds,
  { actor, locale, t }: Caller,
  cursor: string | null,
  pageSize: number,
): Promise<OperationLogAnswer> {
  const before = cursor === null ? null : Number(cursor);
  if (before !== null && !(Number.isSafeInteger(before) && before > 0))
    throw new Fault('invalid', { errors: { cursor: [t('validation.invalid', { field: 'cursor' })] } });
  let query = database.read.selectFrom('audit_logs').selectAll().where('actor_id', '=', actor.id);
  if (before !== null) query = query.where('id', '<', before);
  const rows = await query
    .orderBy('id', 'desc')
    .limit(pageSize + 1)
    .execute();
  const page = rows.slice(0, pageSize);
  const items = page.map((row) => ({
    key: String(row.id),
    contentNumber: String(row.count ?? 1),
    updateContent: actionWords(row, catalogue, locale, t),
    status: row.result === 'ok' ? (1 as const) : (0 as const),
    updateTime: Number(row.created_at),
  }));
  return { items, nextCursor: rows.length > pageSize ? String(page.at(-1)?.id) : null };
}
