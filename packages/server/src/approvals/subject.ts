import type { Values } from '@gantry/core';
import type { OperationCall } from '../resources/operation.ts';
import type { SettingsReader } from '../settings/settings-reader.ts';

/** Above which amounts a second admin is needed, 0 for never; and for how many hours it may wait. */
export interface ApprovalLimits {
  readonly adjustPoints: number;
  readonly refundAmount: number;
  readonly markPaidAmount: number;
  readonly hours: number;
  /** Of the site. */
  readonly timezone: string;
}

export async function readLimits(settings: SettingsReader): Promise<ApprovalLimits> {
  const { timezone } = await settings.read('system', 'site');
  return { ...(await settings.read('system', 'approval')), timezone };
}

/** What a money action is about, and whether it goes above its limit. */
export interface Subject {
  /** Null for what is for nobody in particular. */
  readonly userId: number | null;
  readonly orderId: number | null;
  readonly asset: string | null;
  /** Signed. */
  readonly points: number | null;
  /** Integer minor units. */
  readonly amount: number | null;
  /** ISO 4217 code of the amount; null for that of the site. */
  readonly currency?: string | null;
  readonly reason: string | null;
  readonly isAbove: boolean;
  /** What is tried out in place of the whole, where less shows as well whether it could be done. */
  readonly tried?: Values;
}

/** `prepared` is what the action itself prepared. */
export type ReadSubject = (call: OperationCall, limits: ApprovalLimits, prepared: unknown) => Promise<Subject>;

/** A matter of no order, with no amount and no word. */
export const none = { orderId: null, asset: null, points: null, amount: null, reason: null } as const;
/** 0 is no limit. */
export const isAbove = (amount: number, limit: number) => limit > 0 && amount > limit;
export const textOf = (value: unknown) => (typeof value === 'string' ? value : null);
