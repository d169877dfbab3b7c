import type { Values } from '@gantry/core';
import type { OperationCall } from '../../../platform/engine/operation.ts';
import type { SettingsReader } from '../../../platform/settings/settings-reader.ts';
import type { GrantLimits } from '../../catalog/index.ts';

/** Above which amounts a second admin is needed, 0 for never; and for how many hours it may wait. */
export interface ApprovalLimits extends GrantLimits {
  readonly refundAmount: number;
  readonly hours: number;
  /** Of the site. */
  readonly timezone: string;
  /** What members get on top of a check-in reward, in basis points. */
  readonly memberBonusBps: number;
}

export async function readLimits(settings: SettingsReader): Promise<ApprovalLimits> {
  const { adjustCredits, refundAmount, markPaidAmount, hours } = await settings.read('system', 'approval');
  const { vipBonusBps } = await settings.read('system', 'sign');
  const { timezone } = await settings.read('system', 'site');
  return { adjustCredits, refundAmount, markPaidAmount, hours, timezone, memberBonusBps: vipBonusBps };
}

/** What a money action is about, and whether it goes above its limit. */
export interface Subject {
  /** Null for what is not for a particular user. */
  readonly userId: number | null;
  readonly orderId: number | null;
  readonly asset: string | null;
  /** Signed. */
  readonly credits: number | null;
  /** Integer minor units. */
  readonly amount: number | null;
  /** ISO 4217 code of the amount; null for that of the site. */
  readonly currency?: string | null;
  readonly reason: string | null;
  readonly isAbove: boolean;
  /** What is tried out in place of the whole, where less shows as well whether it could be done. */
  readonly tried?: Values;
  /** What the approver sees in place of an empty input, where the record itself says what is granted. */
  readonly shown?: Values;
  /** The version of the plan that the request is for. A later one needs a new request. */
  readonly planVersion?: number;
}

/** `prepared` is what the action itself prepared. */
export type ReadSubject = (call: OperationCall, limits: ApprovalLimits, prepared: unknown) => Promise<Subject>;

/** A matter of no order, with no amount and no word. */
export const none = { orderId: null, asset: null, credits: null, amount: null, reason: null } as const;
/** 0 is no limit. */
export const isAbove = (amount: number, limit: number) => limit > 0 && amount > limit;
export const toText = (value: unknown) => (typeof value === 'string' ? value : null);
