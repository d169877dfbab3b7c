import { type Action, admins } from '../../definition/index.ts';
import { basisPoints, integer, json, time } from '../../fields/index.ts';

const ms = { zh: '毫秒', en: 'ms' } as const;

/** How recent calls with a key went, from its leases, which are retained for a week. */
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
    only: true,
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

/** An hour of a key. */
export interface KeyHour {
  /** Its first UTC ms. */
  readonly hour: number;
  readonly calls: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly tokens: number;
}

/** What the action answers. */
export interface KeyDayAnswer {
  readonly id: number;
  readonly calls: number;
  readonly succeeded: number;
  readonly failed: number;
  /** Leased, and the outcome was not reported; those under way are among them. */
  readonly unreported: number;
  /** In ten-thousandths; null when no outcome was told. */
  readonly successBps: number | null;
  readonly averageMs: number | null;
  readonly tokens: number;
  /** Twenty-four, the one under way last. */
  readonly hours: readonly KeyHour[];
}
