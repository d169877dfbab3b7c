import { admins, defineResource, everyone, type RecordOf } from '../../definition/index.ts';
import { choice, identifier, integer, json, reference, state, text, time } from '../../fields/index.ts';
import { banReasons } from '../reason-suggestions.ts';
import { riskActions, riskKinds } from './risk-kinds.ts';

export const riskEvent = defineResource({
  name: 'riskEvent',
  path: '/comsums/consum-table',
  title: 'name',
  label: { zh: '风控事件', en: 'Risk event' },
  help: { zh: '风控规则命中的人，逐条处理', en: 'Users and sources that matched a risk rule' },
  fields: {
    name: text({ zh: '规则名', en: 'Rule name' }, { write: 'never', search: true, max: 60 }),
    ruleId: reference({ zh: '规则', en: 'Rule' }, 'riskRule', { write: 'never', read: 'detail' }),
    kind: choice({ zh: '统计什么', en: 'Metric' }, riskKinds, { write: 'never', required: true }),
    userId: reference({ zh: '用户', en: 'User' }, 'user', {
      write: 'never',
      required: true,
      help: { zh: '涉及多人时是最近的一位', en: 'The latest user if several are involved.' },
    }),
    people: integer({ zh: '涉及人数', en: 'People' }, { write: 'never', default: 1 }),
    measured: integer({ zh: '统计值', en: 'Counted' }, { write: 'never' }),
    threshold: integer({ zh: '当时的门槛', en: 'Threshold at the time' }, { write: 'never', read: 'detail' }),
    windowMinutes: integer(
      { zh: '时间窗口', en: 'Time window' },
      { write: 'never', read: 'detail', unit: { zh: '分钟', en: 'minutes' } },
    ),
    involved: json(
      { zh: '相关的人', en: 'People involved' },
      {
        help: { zh: '最近的 200 位', en: 'The latest 200.' },
        write: 'never',
        read: 'detail',
        rows: { userId: identifier({ zh: '用户编号', en: 'User ID' }) },
      },
    ),
    actionTaken: choice({ zh: '处置', en: 'Action taken' }, riskActions, { write: 'never', required: true }),
    actedAt: time({ zh: '处置时间', en: 'Acted at' }, { write: 'never', read: 'detail' }),
    actsUntil: time(
      { zh: '处置至', en: 'Effective until' },
      {
        write: 'never',
        read: 'detail',
        help: {
          zh: '到时自动解除；事件未关闭而又达到门槛时再次处置，被人提前解除的除外',
          en: 'Expires automatically. Restarts if the threshold is reached again while the event is open, unless it was lifted manually.',
        },
      },
    ),
    renewals: integer({ zh: '再次处置次数', en: 'Renewals' }, { write: 'never', default: 0, read: 'detail' }),
    lastAt: time({ zh: '最近一次', en: 'Last run' }, { write: 'never', read: 'detail' }),
    subject: text({ zh: '对象', en: 'Subject' }, { write: 'never', read: 'never', max: 64 }),
    note: text({ zh: '处理说明', en: 'Note' }, { write: 'never', max: 200 }),
    status: state(
      { zh: '处理', en: 'Handled' },
      {
        open: { zh: '待处理', en: 'Open', tone: 'warn' },
        handled: { zh: '已处理', en: 'Handled', tone: 'good' },
        ignored: { zh: '已忽略', en: 'Ignored', tone: 'neutral' },
      },
    ),
  },
  list: {
    columns: ['createdAt', 'name', 'userId', 'people', 'measured', 'actionTaken', 'status'],
    filters: ['status', 'kind', 'userId', 'ruleId', 'actionTaken'],
    quick: { waiting: { label: { zh: '待处理', en: 'Pending' }, where: { status: ['open'] } } },
    sort: '-id',
  },
  access: { list: everyone, get: everyone, batch: everyone, export: admins },
  actions: {
    handle: {
      on: 'record',
      next: ['open'],
      label: { zh: '标记已处理', en: 'Mark as handled' },
      roles: everyone,
      from: ['open', 'ignored'],
      to: 'handled',
      input: { note: 'note' },
    },
    ignore: {
      on: 'record',
      next: [],
      label: { zh: '忽略', en: 'Ignore' },
      roles: everyone,
      from: ['open', 'handled'],
      to: 'ignored',
      input: { note: 'note' },
    },
    reopen: {
      on: 'record',
      next: [],
      label: { zh: '重新打开', en: 'Reopen' },
      roles: everyone,
      from: ['handled', 'ignored'],
      to: 'open',
    },
    banPeople: {
      on: 'record',
      label: { zh: '封禁相关用户', en: 'Ban the users involved' },
      help: {
        zh: '涉及的每一位都立即在所有设备上退出；已封禁的不变，可在用户页逐个解封',
        en: 'Signs each user out everywhere. Users who are already banned stay banned. Unban users on the Users page.',
      },
      roles: admins,
      from: ['open'],
      to: 'handled',
      danger: true,
      loss: 'reversible',
      input: {
        banReason: text(
          { zh: '封禁原因', en: 'Ban reason' },
          { required: true, min: 4, max: 200, suggestions: banReasons },
        ),
        banHours: integer(
          { zh: '封禁时长', en: 'Ban duration' },
          {
            min: 1,
            max: 8_760,
            unit: { zh: '小时', en: 'hours' },
            help: { zh: '留空则一直封禁', en: 'Leave empty for a permanent ban.' },
          },
        ),
      },
      output: { banned: integer({ zh: '封禁人数', en: 'Users banned' }, { summed: true }) },
    },
  },
});
export type RiskEvent = RecordOf<typeof riskEvent>;
