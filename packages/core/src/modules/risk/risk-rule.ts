import { admins, defineResource, everyone, type RecordOf } from '../../definition/index.ts';
import { choice, integer, reference, text, time } from '../../fields/index.ts';
import { switchFor, switchState } from '../parts.ts';
import { riskActions, riskKinds } from './risk-kinds.ts';

const previewFields = {
  since: time({ zh: '统计起点', en: 'Counted since' }),
  found: integer({ zh: '命中', en: 'Matches' }),
  suspects: text({ zh: '会命中', en: 'Would match' }),
  userId: reference({ zh: '用户', en: 'User' }, 'user'),
  people: integer({ zh: '涉及人数', en: 'People' }),
  measured: integer({ zh: '统计值', en: 'Counted' }),
} as const;

export const riskRule = defineResource({
  name: 'riskRule',
  path: '/comsums/consum-table',
  inMenu: true,
  title: 'name',
  label: { zh: '风控规则', en: 'Risk rule' },
  help: {
    zh: '一段时间内的次数达到门槛就生成风控事件；可先预览会命中谁',
    en: 'Creates a risk event when a count reaches its threshold within a period. Preview the matches first.',
  },
  fields: {
    name: text({ zh: '名称', en: 'Name' }, { required: true, unique: true, search: true, min: 2, max: 60 }),
    kind: choice({ zh: '统计什么', en: 'Metric' }, riskKinds, {
      required: true,
      help: {
        zh: '注册按 IP 地址统计，需在隐私设置里记录 IP；消费按扣除的点数，欠额按当前欠下的点数',
        en: 'Counting registrations by IP address requires IP recording in the privacy settings. Spending counts credits charged; debt counts credits currently owed.',
      },
    }),
    threshold: integer(
      { zh: '门槛', en: 'Threshold' },
      {
        required: true,
        min: 1,
        max: 1_000_000_000,
        help: { zh: '达到此数即命中', en: 'Matches at this count or above.' },
      },
    ),
    windowMinutes: integer(
      { zh: '时间窗口', en: 'Time window' },
      {
        required: true,
        min: 5,
        max: 10_080,
        default: 60,
        unit: { zh: '分钟', en: 'minutes' },
        help: {
          zh: '同一对象在窗口内只报一次；欠额只用它来隔开两次提醒',
          en: 'Each match is reported once per window. For debt, the window only sets the minimum time between reports.',
        },
      },
    ),
    action: choice({ zh: '命中后', en: 'Action' }, riskActions, {
      required: true,
      default: 'flag',
      help: {
        zh: '人机验证用于签到、兑换、注册与发送验证码：用户每个窗口验证一次，IP 与网段每次都要验证；须在扩展设置里为平台客户端开启，未开启时只提醒',
        en: 'Requires a captcha for sign-in, redemption, registration and verification codes. Users solve it once per window, IP addresses and networks every time. Enable captchas for clients in the extension settings; otherwise the rule only notifies.',
      },
    }),
    freezeHours: integer(
      { zh: '处置时长', en: 'Duration' },
      {
        required: true,
        min: 1,
        max: 8_760,
        default: 24,
        unit: { zh: '小时', en: 'hours' },
        help: {
          zh: '提醒之外的处置到时自动解除；风控事件还未关闭而又达到门槛时再次处置',
          en: 'The measure besides the notification. It ends automatically and restarts when the threshold is reached again while the risk event is open.',
        },
      },
    ),
    status: switchState,
    hitCount: integer({ zh: '命中次数', en: 'Matches' }, { write: 'never', default: 0 }),
    lastHitAt: time({ zh: '最近命中', en: 'Last match' }, { write: 'never' }),
    checkedAt: time({ zh: '最近检查', en: 'Last checked' }, { write: 'never', read: 'detail' }),
    remark: text({ zh: '备注', en: 'Remark' }, { max: 200, read: 'detail' }),
  },
  list: {
    columns: ['name', 'kind', 'threshold', 'windowMinutes', 'action', 'status', 'hitCount', 'lastHitAt'],
    filters: ['kind', 'action', 'status'],
    sort: '-id',
  },
  form: [['name'], ['kind', 'threshold'], ['windowMinutes'], ['action', 'freezeHours'], ['remark']],
  access: {
    list: everyone,
    get: everyone,
    create: admins,
    update: admins,
    delete: admins,
    batch: admins,
    import: admins,
    export: everyone,
  },
  actions: {
    preview: {
      on: 'record',
      label: { zh: '预览命中', en: 'Preview matches' },
      help: { zh: '按当前数据预览，不产生事件', en: 'Evaluates the rule on current data. No events are created.' },
      roles: everyone,
      reads: true,
      output: previewFields,
    },
    ...switchFor(admins),
  },
});
export type RiskRule = RecordOf<typeof riskRule>;
