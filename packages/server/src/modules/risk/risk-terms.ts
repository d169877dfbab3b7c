import { type RiskAction, type RiskKind, riskActions } from '@gantry/core';
import type { Row } from '../../platform/store/database.ts';

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;

/** A rule as it is applied. */
export interface RiskTerms {
  readonly id: number;
  readonly name: string;
  readonly kind: RiskKind;
  /** Whoever counts so many is found. */
  readonly threshold: number;
  readonly windowMs: number;
  readonly action: RiskAction;
  /** How long people are restricted or banned. */
  readonly lastsMs: number;
}

/** The terms in a row of `risk_rules`. */
export function toRiskTerms(row: Row): RiskTerms {
  return {
    id: Number(row.id),
    name: String(row.name),
    kind: String(row.kind) as RiskKind,
    threshold: Number(row.threshold),
    windowMs: Number(row.window_minutes) * minuteMs,
    action: Object.hasOwn(riskActions, String(row.action)) ? (row.action as RiskAction) : 'flag',
    lastsMs: Number(row.freeze_hours) * hourMs,
  };
}
