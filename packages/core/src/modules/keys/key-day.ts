import { type Action, admins, type LocalizedText } from '../../definition/index.ts';
import { basisPoints, integer, json, testProblems, text, time } from '../../fields/index.ts';

const ms = { zh: '毫秒', en: 'ms' } as const;

/** Results of recent calls with a key, from its leases, which are retained for a week. */
export const keyDayAction = {
  stats: {
    on: 'record',
    label: { zh: '24 小时表现', en: 'Last 24 hours' },
    help: {
      zh: '最近 24 小时每小时的调用、失败与 Token；成功率只算上报过结果的调用，请求本身被拒的不算密钥的失败',
      en: 'Calls, failures and tokens by hour. The rate counts only calls with a reported outcome. Requests rejected as invalid do not count as key failures.',
    },
    roles: admins,
    reads: true,
    singleRecord: true,
    output: {
      calls: integer({ zh: '调用', en: 'Calls' }),
      succeeded: integer({ zh: '成功', en: 'Succeeded' }),
      failed: integer({ zh: '失败', en: 'Failed' }),
      unreported: integer({ zh: '未上报', en: 'Not reported' }),
      successBps: integer({ zh: '成功率', en: 'Success rate' }, basisPoints),
      averageMs: integer({ zh: '平均耗时', en: 'Average duration' }, { unit: ms }),
      tokens: integer({ zh: 'Token', en: 'Tokens' }),
      hours: json({ zh: '每小时', en: 'By hour' }),
      hour: time({ zh: '小时', en: 'Hour' }),
    },
  },
} as const satisfies Record<string, Action>;

/** Why a call with a key failed, by the codes in its log. */
export const keyErrors: Readonly<Record<string, LocalizedText>> = {
  outbound_url: { zh: '地址无效', en: 'The URL is invalid' },
  outbound_scheme: { zh: '只允许 HTTPS 地址', en: 'Only HTTPS URLs are allowed' },
  outbound_host: testProblems.host,
  outbound_address: { zh: '不允许访问内网 IP', en: 'Private IP addresses are not allowed' },
  outbound_dns: testProblems.dns,
  outbound_connect: testProblems.connect,
  outbound_proxy: { zh: '代理无法连接', en: 'The proxy could not be reached' },
  outbound_timeout: testProblems.timeout,
  outbound_tooLarge: { zh: '回答过大', en: 'The response is too large' },
  outbound_encoding: testProblems.answer,
  outbound_redirect: { zh: '对方要求跳转到其他地址', en: 'The upstream redirects to another URL' },
};

/** Groups of keys, which models select their keys from. */
export const keyGroupsAction = {
  groups: {
    on: 'collection',
    label: { zh: '密钥分组', en: 'Key groups' },
    help: {
      zh: '每个分组的密钥数与当前可用数；没有密钥的分组无法应答',
      en: 'Keys of each group and how many of them are available. A group without keys cannot answer.',
    },
    roles: admins,
    reads: true,
    output: {
      groups: json(
        { zh: '分组', en: 'Groups' },
        {
          rows: {
            keyGroup: text({ zh: '分组', en: 'Group' }),
            keys: integer({ zh: '密钥', en: 'Keys' }),
            available: integer({ zh: '可用', en: 'Available' }),
          },
        },
      ),
    },
  },
} as const satisfies Record<string, Action>;

/** A group of keys, with the total and the usable number. */
export interface KeyGroup {
  readonly keyGroup: string;
  readonly keys: number;
  readonly available: number;
}
export interface KeyGroupsAnswer {
  readonly groups: readonly KeyGroup[];
}

/** One hour of a key. */
export interface KeyHour {
  /** Start in UTC milliseconds. */
  readonly hour: number;
  readonly calls: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly tokens: number;
}

/** Output of the action. */
export interface KeyDayAnswer {
  readonly id: number;
  readonly calls: number;
  readonly succeeded: number;
  readonly failed: number;
  /** Leases without a reported result, including active ones. */
  readonly unreported: number;
  /** In ten-thousandths; null when no result was reported. */
  readonly successBps: number | null;
  readonly averageMs: number | null;
  readonly tokens: number;
  /** 24 hours; the current one is the last. */
  readonly hours: readonly KeyHour[];
}
