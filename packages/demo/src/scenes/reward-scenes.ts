import type { Scene, Script } from '../scene.ts';

/** The rewards of each day of the weekly check-in cycle: coins, compute, random extra coins. */
const signDays = [
  [2, 0, 0],
  [2, 0, 0],
  [3, 0, 0],
  [3, 0, 2],
  [4, 0, 0],
  [5, 0, 0],
  [8, 10, 5],
] as const;
/** A reward for a day after the end of the cycle, which is disabled again. */
const tried = { dayNo: 14, coin: 20, compute: 20, extraCoin: 0 };

/** Rewards for check-ins from the start, and for campaign sign-ups later. */
export function rewardScenes({ stage, cast, activity, days }: Script): Scene[] {
  const create = (rule: object) => stage.call<{ id: number }>('/sign-rule/create', rule, cast.owner);
  const makeRules = async () => {
    for (const [at, [coin, compute, extraCoin]] of signDays.entries())
      await create({ dayNo: at + 1, coin, compute, extraCoin });
    const { id } = await create(tried);
    await stage.call('/sign-rule/disable', { id }, cast.owner);
  };
  const openCampaign = async () => {
    const values = { giftCoin: 10, giftCompute: 5, giftDays: 30 };
    await stage.call('/settings/save', { page: 'system', group: 'register', version: 0, values }, cast.owner);
  };
  return [
    { at: activity.work(1), play: makeRules },
    { at: activity.work(Math.floor(days / 3)), play: openCampaign },
  ];
}
