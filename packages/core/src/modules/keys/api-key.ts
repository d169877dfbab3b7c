import { admins, defineResource, type RecordOf } from '../../definition/index.ts';
import {
  basisPoints,
  boolean,
  choice,
  integer,
  json,
  money,
  secret,
  state,
  tags,
  text,
  time,
} from '../../fields/index.ts';
import { unsortableReasons } from '../parts.ts';
import { keyDayAction, keyErrors, keyGroupsAction } from './key-day.ts';
import { keySections } from './key-sections.ts';
import { keyBalance, keyLimits, keyWay, proxyActions, upstreamActions } from './key-upstream.ts';

/** Model providers, by the type of their API. */
export const providers = {
  openai: { zh: 'OpenAI', en: 'OpenAI' },
  azure: { zh: 'Azure', en: 'Azure' },
  anthropic: { zh: 'Anthropic', en: 'Anthropic' },
  gemini: { zh: 'Gemini', en: 'Gemini' },
  deepseek: { zh: 'DeepSeek', en: 'DeepSeek' },
  qwen: { zh: '通义千问', en: 'Qwen' },
  zhipu: { zh: '智谱', en: 'Zhipu' },
  doubao: { zh: '豆包', en: 'Doubao' },
  custom: { zh: '自定义', en: 'Custom' },
} as const;

const address = { max: 255, pattern: 'https?://[^\\s@?#]+' } as const;

export const apiKey = defineResource({
  name: 'apiKey',
  path: '/ai/api_key',
  title: 'name',
  label: { zh: '密钥', en: 'API key' },
  help: {
    zh: '上游密钥池：加密保存，按分组、优先级与权重取用，出错自动冷却或停用',
    en: 'Encrypted upstream API keys, selected by group, priority and weight; failing keys cool down or are disabled',
  },
  fields: {
    name: text(
      { zh: '名称', en: 'Name' },
      {
        search: true,
        max: 64,
        help: { zh: '留空则由供应商与尾号组成', en: 'Leave empty to use the provider and the last characters.' },
      },
    ),
    provider: choice({ zh: '供应商', en: 'Provider' }, providers, { required: true, default: 'openai' }),
    keyGroup: text({ zh: '分组', en: 'Group' }, { required: true, search: true, max: 64, default: 'default' }),
    secret: secret(
      { zh: '密钥', en: 'Key' },
      {
        write: 'create',
        required: true,
        boundTo: ['baseUrl'],
        min: 8,
        max: 2048,
        help: { zh: '只写入，不再显示；更换用“轮换”', en: 'Write-only. Use “Rotate” to change it.' },
      },
    ),
    fingerprint: text(
      { zh: '指纹', en: 'Fingerprint' },
      { write: 'never', unique: true, mono: true, max: 64, read: 'detail' },
    ),
    mask: text({ zh: '尾号', en: 'Key' }, { write: 'never', search: true, mono: true, max: 32 }),
    baseUrl: text(
      { zh: '接口地址', en: 'Base URL' },
      {
        ...address,
        write: 'create',
        required: true,
        read: 'detail',
        default: 'https://api.openai.com/v1',
        help: {
          zh: '密钥只发往这个地址；改地址须在“轮换”里重新输入密钥',
          en: 'The key is sent only to this URL. Changing it with “Rotate” requires entering the key again.',
        },
      },
    ),
    ...keyWay,
    models: tags(
      { zh: '可用模型', en: 'Models' },
      {
        maxItems: 100,
        read: 'detail',
        help: { zh: '上游标识；留空表示全部', en: 'Upstream IDs. Leave empty for all.' },
      },
    ),
    modelMap: json(
      { zh: '模型映射', en: 'Model mapping' },
      {
        read: 'detail',
        help: {
          zh: '上游对模型的叫法与平台不同时填写；没有列出的按原名请求',
          en: 'For models that have a different name at the upstream. Models that are not listed keep their name.',
        },
        rows: {
          ours: text({ zh: '平台标识', en: 'Our ID' }, { required: true, max: 128 }),
          theirs: text({ zh: '上游标识', en: 'Upstream ID' }, { required: true, max: 128 }),
        },
      },
    ),
    testModel: text(
      { zh: '测试模型', en: 'Test model' },
      {
        max: 128,
        read: 'detail',
        help: {
          zh: '测试与探测时请求一个 Token；留空则只列出模型',
          en: 'Tests and probes request one token from this model. Leave empty to only list models.',
        },
      },
    ),
    priority: integer(
      { zh: '优先级', en: 'Priority' },
      { required: true, min: 0, max: 1000, default: 50, help: { zh: '数字小的先用', en: 'Lower numbers first' } },
    ),
    weight: integer(
      { zh: '权重', en: 'Weight' },
      {
        required: true,
        min: 1,
        max: 1000,
        default: 100,
        help: { zh: '同级之间按权重分配', en: 'Shares among equals' },
      },
    ),
    maxConcurrency: integer({ zh: '并发上限', en: 'Concurrency' }, { required: true, min: 1, max: 1000, default: 3 }),
    ...keyLimits,
    dailyCostCap: money(
      { zh: '每日成本上限', en: 'Daily cost cap' },
      { decimals: 6, min: 1, max: 1_000_000_000_000, read: 'detail' },
    ),
    autoBan: boolean(
      { zh: '自动停用', en: 'Auto-disable' },
      {
        default: true,
        read: 'detail',
        help: { zh: '关闭后只冷却，不停用', en: 'When off, a failing key cools down but is never disabled.' },
      },
    ),
    failThreshold: integer(
      { zh: '连续失败上限', en: 'Failures allowed' },
      { required: true, min: 1, max: 100, default: 3, read: 'detail' },
    ),
    status: state(
      { zh: '状态', en: 'Status' },
      {
        active: { zh: '可用', en: 'Active', tone: 'good' },
        cooling: { zh: '冷却中', en: 'Cooling down', tone: 'warn' },
        autoDisabled: { zh: '自动停用', en: 'Auto-disabled', tone: 'bad' },
        probing: { zh: '探测中', en: 'Probing', tone: 'info' },
        exhausted: { zh: '今日额度用尽', en: 'Daily limit reached', tone: 'warn' },
        expired: { zh: '已过期', en: 'Expired', tone: 'bad' },
        disabled: { zh: '停用', en: 'Disabled', tone: 'neutral' },
      },
    ),
    inFlight: integer({ zh: '使用中', en: 'In use' }, { write: 'never', default: 0 }),
    successBps: integer(
      { zh: '24 小时成功率', en: 'Success, 24 h' },
      {
        ...basisPoints,
        write: 'never',
        help: {
          zh: '上报过结果的调用里成功的比例，每分钟更新；没有调用则为空',
          en: 'Share of reported calls that succeeded, updated every minute. Empty if there were none.',
        },
      },
    ),
    trouble: integer(
      { zh: '问题级别', en: 'Severity' },
      {
        write: 'never',
        required: true,
        default: 0,
        help: {
          zh: '0 没有问题，5 自动停用；降序排列即问题优先',
          en: '0 means no problem, 5 means auto-disabled. Sort in descending order to see problems first.',
        },
      },
    ),
    failStreak: integer({ zh: '连续失败', en: 'Consecutive failures' }, { write: 'never', default: 0, read: 'detail' }),
    lastErrorCode: text(
      { zh: '最近错误码', en: 'Last error code' },
      { write: 'never', max: 64, valueNames: keyErrors },
    ),
    lastError: text({ zh: '最近错误', en: 'Last error' }, { write: 'never', read: 'detail' }),
    coolUntil: time({ zh: '冷却至', en: 'Cooldown until' }, { write: 'never', read: 'detail' }),
    coolLevel: integer({ zh: '冷却级数', en: 'Cooldown step' }, { write: 'never', default: 0, read: 'detail' }),
    nextProbeAt: time({ zh: '下次探测', en: 'Next probe' }, { write: 'never', read: 'detail' }),
    lastUsedAt: time({ zh: '最近使用', en: 'Last used' }, { write: 'never' }),
    lastTestAt: time({ zh: '最近测试', en: 'Last test' }, { write: 'never' }),
    lastTestMs: integer(
      { zh: '测试耗时', en: 'Test duration' },
      { write: 'never', read: 'detail', unit: { zh: '毫秒', en: 'ms' } },
    ),
    costToday: money({ zh: '今日成本', en: 'Cost today' }, { decimals: 6, write: 'never', default: 0, read: 'detail' }),
    costDay: text({ zh: '成本日期', en: 'Cost day' }, { write: 'never', max: 10, read: 'detail' }),
    ...keyBalance,
    expiresAt: time(
      { zh: '到期时间', en: 'Expires' },
      {
        help: {
          zh: '过期后不再取用；改到以后或清空即恢复。留空为不过期',
          en: 'After this time the key is not used. Set a later time or clear the field to reactivate it. Empty means it never expires.',
        },
      },
    ),
    tag: text({ zh: '标签', en: 'Tag' }, { max: 32 }),
    remark: text({ zh: '备注', en: 'Remark' }, { read: 'detail' }),
  },
  list: {
    columns: [
      'name',
      'mask',
      'provider',
      'keyGroup',
      'status',
      'successBps',
      'lastErrorCode',
      'priority',
      'lastUsedAt',
    ],
    filters: [
      'provider',
      'keyGroup',
      'status',
      'tag',
      'models',
      'lastErrorCode',
      'successBps',
      'upstreamBalance',
      'balanceIsLow',
      'expiresAt',
    ],
    quick: {
      failing: {
        label: { zh: '异常', en: 'Failing' },
        where: { status: ['autoDisabled', 'cooling', 'probing', 'exhausted', 'expired'] },
      },
      expiring: {
        label: { zh: '7 天内到期', en: 'Expiring within 7 days' },
        where: {
          status: ['active', 'cooling', 'autoDisabled', 'probing', 'exhausted'],
          expiresAt: { days: { to: 7 } },
        },
      },
      lowSuccess: {
        label: { zh: '成功率低于 90%', en: 'Success below 90%' },
        where: { successBps: { to: 8_999 } },
      },
      lowBalance: { label: { zh: '余额不足', en: 'Balance is low' }, where: { balanceIsLow: [true] } },
      active: { label: { zh: '可用', en: 'Active' }, where: { status: ['active'] } },
    },
    // Failing keys are listed first.
    unsortable: {
      inFlight: unsortableReasons.constantChange,
      updatedAt: unsortableReasons.constantChange,
    },
    sort: '-trouble',
  },
  sections: keySections,
  highlights: ['successBps', 'costToday', 'inFlight', 'lastUsedAt'],
  form: [
    ['name', 'provider'],
    ['keyGroup', 'baseUrl'],
    ['secret'],
    ['org', 'proxyUrl'],
    ['tag', 'remark'],
    ['priority', 'weight'],
    ['maxConcurrency', 'failThreshold'],
    ['rpm', 'tpm'],
    ['expiresAt', 'autoBan'],
    ['models', 'testModel'],
    ['modelMap'],
    ['dailyCostCap'],
    ['balanceSource', 'lowBalance'],
  ],
  access: {
    list: admins,
    get: admins,
    create: admins,
    update: admins,
    delete: admins,
    batch: admins,
    import: admins,
    export: admins,
  },
  actions: {
    test: {
      on: 'record',
      label: { zh: '测试', en: 'Test' },
      help: {
        zh: '用测试模型请求一个 Token；没有测试模型则列出模型',
        en: 'Requests one token from the test model. Without a test model, lists the models.',
      },
      roles: admins,
      input: { model: text({ zh: '模型', en: 'Model' }, { max: 128 }) },
      output: {
        ok: boolean({ zh: '通过', en: 'Passed' }),
        errorCode: text({ zh: '错误码', en: 'Error code' }, { valueNames: keyErrors }),
        ms: integer({ zh: '耗时', en: 'Duration' }, { unit: { zh: '毫秒', en: 'ms' } }),
        state: text({ zh: '状态', en: 'Status' }),
      },
    },
    ...keyDayAction,
    ...keyGroupsAction,
    ...upstreamActions,
    ...proxyActions,
    testAll: {
      on: 'collection',
      label: { zh: '全部测试', en: 'Test all' },
      help: {
        zh: '默认测除手动停用外的密钥，几秒内陆续完成；结果见“最近测试”与状态',
        en: 'Tests all keys except manually disabled ones, unless you choose otherwise. Results appear within seconds.',
      },
      roles: admins,
      input: {
        disabledOnly: boolean(
          { zh: '只测停用的', en: 'Only disabled keys' },
          {
            help: {
              zh: '手动停用的也测，测完仍停用',
              en: 'Includes manually disabled keys. They stay disabled after the test.',
            },
          },
        ),
        problemsOnly: boolean({ zh: '只测有问题的', en: 'Only keys with problems' }),
        untestedOnly: boolean({ zh: '只测没测过的', en: 'Only untested keys' }),
      },
      output: { queued: integer({ zh: '已排队', en: 'Queued' }) },
    },
    enable: {
      on: 'record',
      label: { zh: '启用', en: 'Enable' },
      roles: admins,
      undo: false,
      from: ['disabled', 'autoDisabled', 'exhausted'],
      when: [
        {
          field: 'expiresAt',
          holds: 'notPast',
          why: {
            zh: '密钥已到期，请先改到期时间或轮换',
            en: 'This key has expired. Set a later expiry time, or rotate it.',
          },
        },
      ],
      to: 'active',
    },
    disable: {
      on: 'record',
      next: [],
      label: { zh: '停用', en: 'Disable' },
      help: { zh: '手动停用的密钥不会自动恢复', en: 'A key that an admin disabled is never re-enabled automatically.' },
      roles: admins,
      undo: false,
      from: ['active', 'cooling', 'autoDisabled', 'probing', 'exhausted', 'expired'],
      to: 'disabled',
    },
    clearCooldown: {
      on: 'record',
      label: { zh: '结束冷却', en: 'End cooldown' },
      roles: admins,
      undo: false,
      from: ['cooling'],
      to: 'active',
    },
    reveal: {
      on: 'record',
      label: { zh: '显示密钥', en: 'Show the key' },
      roles: admins,
      stepUp: true,
      singleRecord: true,
      output: { secret: text({ zh: '密钥', en: 'Key' }) },
    },
    rotate: {
      on: 'record',
      label: { zh: '轮换', en: 'Rotate' },
      help: { zh: '换上新密钥；旧密钥从此不再发出', en: 'Replaces the key. The old key is no longer used.' },
      roles: admins,
      stepUp: true,
      singleRecord: true,
      input: {
        secret: secret({ zh: '新密钥', en: 'New key' }, { required: true, min: 8, max: 2048 }),
        baseUrl: text(
          { zh: '新接口地址', en: 'New base URL' },
          { ...address, help: { zh: '留空则不变', en: 'Leave empty to keep the current value.' } },
        ),
        expiresAt: time(
          { zh: '新到期时间', en: 'Expires' },
          {
            help: {
              zh: '新密钥何时到期；留空为不过期',
              en: 'When the new key expires. Leave empty if it never expires.',
            },
          },
        ),
      },
    },
    deleteInvalid: {
      on: 'collection',
      label: { zh: '清除无效密钥', en: 'Delete invalid keys' },
      help: {
        zh: '删除因被上游拒绝（策略中的停用码）而自动停用、且不在使用中的密钥',
        en: 'Deletes keys that were auto-disabled because the upstream rejected them (disable codes of the policy) and that are not in use.',
      },
      roles: admins,
      stepUp: true,
      danger: true,
      loss: 'final',
      output: { deleted: integer({ zh: '已删除', en: 'Deleted' }) },
    },
    recover: {
      on: 'system',
      label: { zh: '恢复', en: 'Recover' },
      roles: admins,
      from: ['cooling', 'probing', 'exhausted', 'expired'],
      to: 'active',
    },
    cool: { on: 'system', label: { zh: '冷却', en: 'Cool down' }, roles: admins, from: ['active'], to: 'cooling' },
    autoDisable: {
      on: 'system',
      label: { zh: '自动停用', en: 'Auto-disable' },
      roles: admins,
      from: ['active', 'cooling', 'probing'],
      to: 'autoDisabled',
    },
    probe: { on: 'system', label: { zh: '探测', en: 'Probe' }, roles: admins, from: ['autoDisabled'], to: 'probing' },
    exhaust: {
      on: 'system',
      label: { zh: '额度用尽', en: 'Exhaust' },
      roles: admins,
      from: ['active', 'cooling'],
      to: 'exhausted',
    },
    expire: {
      on: 'system',
      label: { zh: '过期', en: 'Expire' },
      roles: admins,
      from: ['active', 'cooling', 'autoDisabled', 'exhausted'],
      to: 'expired',
    },
  },
});
export type ApiKey = RecordOf<typeof apiKey>;
