import { captureHold } from '../../money/capture-hold.ts';
import type { SiteHour } from '../../money/day-of.ts';
import { placeHold } from '../../money/place-hold.ts';
import type { MoneyScope } from '../../money/posting.ts';
import type { QuotaCover } from '../../money/quota-takes.ts';
import { recordPdf } from './pdf-money.ts';

export interface PdfQuestion {
  readonly userId: number;
  /** The platform's name of it; asked again with it, it is not charged again. */
  readonly requestId: string;
  readonly asset: 'coin' | 'power';
  /** Points; may be 0. */
  readonly amount: number;
}

const minute = 60_000;

/** Charges a question about a PDF that was answered. Gives the points that were paid for it, now or before. */
export async function chargeQuestion(
  scope: MoneyScope,
  { userId, requestId, asset, amount }: PdfQuestion,
  cover: QuotaCover,
  when: SiteHour,
): Promise<number> {
  const { tx, dialect } = scope;
  await dialect.lock(tx, `pdf of ${userId}`);
  const name = `pdf-ask:${requestId}`;
  const known = tx.selectFrom('holds').select('captured_amount').where('user_id', '=', userId);
  const before = await known.where('request_id', '=', name).executeTakeFirst();
  if (before) return Number(before.captured_amount);
  if (amount === 0) return 0;
  const request = { userId, requestId: name, capability: 'pdf', asset, amount, ttlMs: minute, cover };
  const { no } = await placeHold(scope, request);
  const operator = { kind: 'system', id: null } as const;
  const captured = await captureHold(scope, { no, amount, operator, debtLimit: 0 });
  await recordPdf(scope, captured, 1, when);
  return captured.charged;
}
