import { admins, defineResource, everyone, type RecordOf } from '../../definition/index.ts';
import { choice, integer, reference, state, text, time } from '../../fields/index.ts';
import { restrictionMeasures, restrictionTargets } from './risk-kinds.ts';

const never = { write: 'never' } as const;
const later = { write: 'never', read: 'detail' } as const;

export const riskRestriction = defineResource({
  name: 'riskRestriction',
  path: '/comsums/consum-table',
  title: 'name',
  label: { zh: '风控限制', en: 'Risk restriction' },
  help: {
    zh: '风控规则命中后的限制：签到、兑换、注册、发送验证码时须先通过人机验证，或暂不受理；到时自动解除，也可提前解除',
    en: 'Users, IPs, or networks that must pass a captcha for check-ins, redemptions, registrations, and verification codes, or are blocked from them. Expires automatically or can be lifted earlier.',
  },
  fields: {
    name: text({ zh: '规则名', en: 'Rule name' }, { ...never, search: true, max: 60 }),
    measure: choice({ zh: '限制', en: 'Restriction' }, restrictionMeasures, { ...never, required: true }),
    target: choice({ zh: '对象', en: 'On' }, restrictionTargets, { ...never, required: true }),
    userId: reference({ zh: '用户', en: 'User' }, 'user', {
      ...never,
      help: { zh: '限制 IP 或网段时为空', en: 'Empty when the restriction applies to an IP address or network.' },
    }),
    eventId: reference({ zh: '风控事件', en: 'Risk event' }, 'riskEvent', { ...later, required: true }),
    until: time({ zh: '限制至', en: 'Until' }, { ...never, required: true }),
    windowMinutes: integer(
      { zh: '通过后放行', en: 'Valid after passing' },
      {
        ...later,
        required: true,
        unit: { zh: '分钟', en: 'minutes' },
        help: {
          zh: '仅限用户；IP 与网段每次都要验证',
          en: 'Applies to users. IP addresses and networks must pass each time.',
        },
      },
    ),
    releasedUntil: time({ zh: '已放行至', en: 'Allowed until' }, never),
    passes: integer({ zh: '通过次数', en: 'Passed' }, { ...never, default: 0, read: 'detail' }),
    subject: text({ zh: '对象标识', en: 'Subject' }, { write: 'never', read: 'never', max: 64 }),
    note: text({ zh: '说明', en: 'Note' }, { ...later, max: 200 }),
    status: state(
      { zh: '状态', en: 'Status' },
      {
        active: { zh: '限制中', en: 'Restricted', tone: 'warn' },
        lifted: { zh: '已解除', en: 'Lifted', tone: 'good' },
        over: { zh: '已到期', en: 'Expired', tone: 'neutral' },
      },
    ),
  },
  list: {
    columns: ['createdAt', 'name', 'measure', 'target', 'userId', 'until', 'releasedUntil', 'status'],
    filters: ['status', 'measure', 'target', 'userId', 'eventId'],
    quick: { active: { label: { zh: '限制中', en: 'Restricted' }, where: { status: ['active'] } } },
    sort: '-id',
  },
  access: { list: everyone, get: everyone, batch: admins, export: admins },
  actions: {
    revoke: {
      on: 'record',
      label: { zh: '解除', en: 'Revoke' },
      help: {
        zh: '立即生效；事件未关闭时不再限制，关闭之后规则再次命中时会重新限制',
        en: 'Takes effect immediately while the risk event is open. After it is closed, the rule can match and restrict again.',
      },
      roles: admins,
      from: ['active'],
      to: 'lifted',
      input: { note: 'note' },
    },
    end: { on: 'system', label: { zh: '到期', en: 'End' }, roles: admins, from: ['active'], to: 'over' },
  },
});
export type RiskRestriction = RecordOf<typeof riskRestriction>;
