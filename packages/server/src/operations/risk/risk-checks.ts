import { crowdKinds, type RiskKind, riskRule, say, type Words } from '@gantry/core';
import type { RecordChecks } from '../../resources/engine.ts';
import { longestSpan } from '../../rewards/attempts.ts';
import { minuteMs } from '../../risk/risk-terms.ts';

const crowd: Words = {
  zh: '同一地址后面可能有无辜的人，这类规则只能提醒或要求人机验证',
  en: 'Innocent people may share an address: a rule of this kind can only tell, or ask for a captcha',
};
const forgotten: Words = {
  zh: '兑换失败只保留一天，窗口最长 1440 分钟',
  en: 'Wrong guesses are kept for a day: 1440 minutes at most',
};
const mostMinutes = longestSpan / minuteMs;

/** What a rule may not ask for, whichever door it comes through. */
export const riskChecks: RecordChecks = {
  [riskRule.name]: ({ kind, action, windowMinutes }, { locale }) => {
    const isHard = action === 'freeze' || action === 'limit';
    if (isHard && crowdKinds.includes(String(kind) as RiskKind)) return { action: [say(crowd, locale)] };
    if (kind === 'redeemFailures' && Number(windowMinutes) > mostMinutes)
      return { windowMinutes: [say(forgotten, locale)] };
    return null;
  },
};
