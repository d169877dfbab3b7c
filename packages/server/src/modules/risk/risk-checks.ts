import { type LocalizedText, localize, type RiskKind, riskRule, sharedNetworkKinds } from '@gantry/core';
import type { RecordChecks } from '../../platform/engine/engine.ts';
import { longestSpan } from '../../platform/store/attempts.ts';
import { minuteMs } from './risk-terms.ts';

const sharedNetwork: LocalizedText = {
  zh: '同一地址后面可能有无辜的人，这类规则只能提醒或要求人机验证',
  en: 'Several users can share an IP address, so this rule can only notify or require a captcha.',
};
const forgotten: LocalizedText = {
  zh: '兑换失败只保留一天，窗口最长 1440 分钟',
  en: 'Failed redemptions are kept for one day. The window can be at most 1,440 minutes.',
};
const maxMinutes = longestSpan / minuteMs;

/** What a rule may not ask for, whichever door it comes through. */
export const riskChecks: RecordChecks = {
  [riskRule.name]: ({ kind, action, windowMinutes }, { locale }) => {
    const isHard = action === 'freeze' || action === 'limit';
    if (isHard && sharedNetworkKinds.includes(String(kind) as RiskKind))
      return { action: [localize(sharedNetwork, locale)] };
    if (kind === 'redeemFailures' && Number(windowMinutes) > maxMinutes)
      return { windowMinutes: [localize(forgotten, locale)] };
    return null;
  },
};
