import { watchRisks } from '../../../server/src/modules/risk/watch-risks.ts';
import type { Scene, Script } from '../scene.ts';

const day = 1_440;

/** The risk rules of the platform. */
const rules = [
  { name: '三天内多次违规', kind: 'violations', threshold: 3, windowMinutes: 3 * day },
  { name: '一天内消费激增', kind: 'spending', threshold: 60, windowMinutes: day },
  { name: '同一网段大量签到', kind: 'signIns', threshold: 3, windowMinutes: day },
  { name: '同一地址连续注册', kind: 'registrations', threshold: 3, windowMinutes: 60 },
  { name: '猜兑换码', kind: 'redeemFailures', threshold: 5, windowMinutes: 60, action: 'freeze', freezeHours: 12 },
  { name: '欠额过大', kind: 'debt', threshold: 500, windowMinutes: 3 * day },
] as const;

/** A rule that requires a captcha; created at the very end, so that it rejects none of the earlier calls. */
const request = {
  name: '一周内多次违规',
  kind: 'violations',
  threshold: 3,
  windowMinutes: 7 * day,
  action: 'captcha',
} as const;

interface Listed {
  readonly items: readonly { readonly id: number; readonly kind: string }[];
}

/** The rules run once per day. A reviewer handles the findings, except for the last days. */
export function riskScenes({ stage, cast, activity, days }: Script): Scene[] {
  const reviewer = cast.named('li.ming');
  const make = async () => {
    for (const rule of rules) await stage.call('/risk-rule/create', rule, cast.owner);
  };
  const review = async () => {
    const { items } = await stage.call<Listed>('/risk-event/list', { filters: { status: ['open'] } }, reviewer);
    for (const [action, note, some] of [
      ['ignore', '办活动期间的正常消费', items.filter(({ kind }) => kind === 'spending')],
      ['handle', '已联系用户核实', items.filter(({ kind }) => kind !== 'spending')],
    ] as const) {
      const body = { action, ids: some.map(({ id }) => id), params: { note } };
      if (some.length > 0) await stage.call('/risk-event/batch', body, reviewer);
    }
  };
  const requireCaptchas = async () => {
    const captcha = { page: 'extensions', group: 'captcha', version: 0, values: { forClients: true } };
    await stage.call('/settings/save', captcha, cast.owner);
    await stage.call('/risk-rule/create', { ...request, freezeHours: 72 }, cast.owner);
    await watchRisks(stage.foundation);
  };
  const span = Math.floor((activity.end - activity.start) / days);
  const watches = Array.from({ length: days }, (_, nth) => activity.start + (nth + 1) * span);
  const made = activity.work(4);
  return [
    { at: made, play: make },
    { at: activity.end - 60_000, play: requireCaptchas },
    ...watches
      .filter((at) => at > made && at < activity.end)
      .map((at) => ({ at, play: async () => void (await watchRisks(stage.foundation)) })),
    ...Array.from({ length: days }, (_, nth) => nth)
      .filter((nth) => nth > 6 && nth % 3 === 0 && nth < days - 4)
      .map((nth) => ({ at: activity.work(nth), play: review })),
  ];
}
