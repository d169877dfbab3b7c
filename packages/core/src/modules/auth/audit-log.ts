import { admins, defineResource, type RecordOf } from '../../definition/index.ts';
import { boolean, choice, identifier, integer, json, text, time } from '../../fields/index.ts';
import { unsortableReasons } from '../parts.ts';

const chainBreaks = {
  edited: { zh: '内容被改', en: 'The content was changed' },
  missing: { zh: '缺少行', en: 'A row is missing' },
  added: { zh: '多出的行', en: 'A row was added' },
  unchained: { zh: '不在链中，也未等待入链', en: 'It is neither in the chain nor waiting for it' },
  time: { zh: '时间倒退', en: 'The row is older than the previous one' },
  cutOff: { zh: '末尾被截', en: 'The end of the log is missing' },
  head: { zh: '与链头不符', en: 'The row does not match the head of the chain' },
  checkpoint: { zh: '与检查点不符', en: 'The row does not match a checkpoint' },
} as const;

export const auditLog = defineResource({
  name: 'auditLog',
  path: '/admins/admin-table',
  inMenu: true,
  title: 'action',
  label: { zh: '操作日志', en: 'Audit log', many: 'Audit log' },
  help: {
    zh: '谁在何时改了什么；仅追加，前后相连，可校验',
    en: 'Tamper-evident log of every change',
  },
  fields: {
    actorId: identifier({ zh: '操作管理员', en: 'Acting admin' }, { idOf: 'admin', write: 'never' }),
    actorName: text({ zh: '操作人', en: 'Actor' }, { write: 'never', max: 64, search: true }),
    actorRole: text({ zh: '角色', en: 'Role' }, { write: 'never', max: 16 }),
    via: choice(
      { zh: '途径', en: 'Channel' },
      {
        web: { zh: '控制台', en: 'Console' },
        tui: { zh: '终端界面', en: 'TUI' },
        cli: { zh: '命令行', en: 'CLI' },
        service: { zh: '服务', en: 'Service' },
        system: { zh: '系统', en: 'System' },
      },
      { write: 'never' },
    ),
    ip: text({ zh: 'IP 地址', en: 'IP address' }, { write: 'never', max: 64, mono: true, read: 'detail' }),
    requestId: text({ zh: '请求编号', en: 'Request ID' }, { write: 'never', max: 64, mono: true, read: 'detail' }),
    resource: text({ zh: '对象类型', en: 'Object type' }, { write: 'never', max: 64, mono: true, search: true }),
    resourceId: identifier({ zh: '对象', en: 'Object' }, { idOfAny: true, write: 'never' }),
    action: text({ zh: '动作', en: 'Action' }, { write: 'never', max: 64, search: true }),
    result: choice(
      { zh: '结果', en: 'Result' },
      {
        ok: { zh: '成功', en: 'Done', tone: 'good' },
        denied: { zh: '被拒', en: 'Denied', tone: 'warn' },
        error: { zh: '出错', en: 'Error', tone: 'bad' },
      },
      { write: 'never' },
    ),
    reason: text({ zh: '原因', en: 'Reason' }, { write: 'never' }),
    before: json({ zh: '之前', en: 'Before' }, { write: 'never', read: 'detail' }),
    after: json({ zh: '之后', en: 'After' }, { write: 'never', read: 'detail' }),
    count: integer({ zh: '条数', en: 'Records' }, { write: 'never', default: 1 }),
    costMs: integer(
      { zh: '耗时', en: 'Duration' },
      {
        write: 'never',
        read: 'detail',
        unit: { zh: '毫秒', en: 'ms' },
        help: { zh: '从收到请求到写下这一行', en: 'Time from receiving the request to writing this row.' },
      },
    ),
    seal: choice(
      { zh: '入链', en: 'Seal' },
      {
        sealed: { zh: '已入链', en: 'Sealed' },
        pending: { zh: '待入链', en: 'Not sealed yet', tone: 'warn' },
      },
      {
        write: 'never',
        help: {
          zh: '日志先随改动一起提交，再在一秒内按顺序入链；待入链的日志已有签名',
          en: 'An entry is committed with its change and gets its place in the hash chain within a second. It is signed from the start.',
        },
      },
    ),
    position: integer({ zh: '链中位置', en: 'Position in the chain' }, { write: 'never', read: 'detail' }),
    sealedAt: time({ zh: '入链时间', en: 'Sealed' }, { write: 'never', read: 'detail' }),
    hash: text({ zh: '校验值', en: 'Hash' }, { write: 'never', mono: true, max: 64, read: 'detail' }),
  },
  list: {
    columns: ['createdAt', 'actorName', 'action', 'resource', 'resourceId', 'result', 'reason', 'via'],
    filters: ['actorId', 'resource', 'resourceId', 'action', 'result', 'via'],
    pinned: ['actorId', 'resource', 'action', 'createdAt'],
    quick: {
      byPeople: { label: { zh: '人员操作', en: 'By people' }, where: { actorId: { from: 1 } } },
      rejected: { label: { zh: '被拒或出错', en: 'Denied or failed' }, where: { result: ['denied', 'error'] } },
      today: { label: { zh: '今日', en: 'Today' }, where: { createdAt: { days: { from: 0 } } } },
    },
    unsortable: {
      count: unsortableReasons.eachRequest,
    },
    sort: '-id',
  },
  access: { list: admins, get: admins, export: admins },
  actions: {
    verify: {
      on: 'collection',
      label: { zh: '校验日志链', en: 'Verify the chain' },
      help: {
        zh: '逐行核对日志链，指出第一处不符',
        en: 'Verifies each row against the hash chain and reports the first mismatch.',
      },
      roles: admins,
      reads: true,
      output: {
        ok: boolean({ zh: '完好', en: 'Intact' }),
        rows: integer({ zh: '已核对行数', en: 'Rows checked' }),
        unsealed: integer({ zh: '其中待入链', en: 'Not sealed yet' }),
        firstBad: text({ zh: '第一处不符', en: 'First mismatch' }),
        id: identifier({ zh: '行号', en: 'Row' }),
        why: choice({ zh: '原因', en: 'Reason' }, chainBreaks),
      },
    },
  },
});
export type AuditLog = RecordOf<typeof auditLog>;
