import { createHash } from 'node:crypto';
import { ApiError } from '@gantry/core';
import { takeRequest } from '../../../platform/audit/take-request.ts';
import type { Reader } from '../../../platform/store/database.ts';
import { captureHold } from '../../ledger/capture-hold.ts';
import type { SiteHour } from '../../ledger/day-of.ts';
import { toHold } from '../../ledger/hold-rows.ts';
import { placeHold } from '../../ledger/place-hold.ts';
import type { TxContext } from '../../ledger/posting.ts';
import type { QuotaCover } from '../../ledger/quota-takes.ts';
import { recordPdf } from './pdf-money.ts';

export interface PdfQuestion {
  readonly userId: number;
  /** The platform's name of it; the same question asked again with it is not charged again, and another one is refused. */
  readonly requestId: string;
  readonly pdfId: number;
  readonly query: string;
  readonly asset: 'coin' | 'power';
  /** Points; may be 0. */
  readonly amount: number;
}

const minute = 60_000;

/** The question as its hold knows it: nothing of its words can be read there. */
const subjectOf = ({ pdfId, query }: PdfQuestion) =>
  `pdf:${pdfId}:${createHash('sha256').update(query).digest('base64url').slice(0, 22)}`;

const idOf = ({ requestId }: PdfQuestion) => `pdf-ask:${requestId}`;

/** Points that were paid for a question under its request; null when it was not charged. Another question under it is refused. */
async function paidForQuestion(read: Reader, question: PdfQuestion): Promise<number | null> {
  const { userId, requestId } = question;
  const known = read.selectFrom('holds').selectAll().where('user_id', '=', userId);
  const row = await known.where('request_id', '=', idOf(question)).executeTakeFirst();
  if (!row) return null;
  const { subject, capturedAmount } = toHold(row);
  // What was asked before holds had a subject goes by its id.
  if (subject !== null && subject !== subjectOf(question)) throw new ApiError('keyReused', { data: { requestId } });
  return capturedAmount;
}

/**
 * Takes the request for this question and no other, whatever it comes to cost. Gives the points that were paid for it before;
 * null when it was not charged.
 */
export async function claimQuestion(scope: TxContext, question: PdfQuestion): Promise<number | null> {
  const { userId, requestId } = question;
  await scope.dialect.lock(scope.tx, `pdf of ${userId}`);
  await takeRequest(scope, { userId, requestId, path: '/pdf/ask', subject: subjectOf(question) });
  return paidForQuestion(scope.tx, question);
}

/**
 * Charges a question about a PDF that was answered. Gives the points that were paid for it, now or before; a question that was
 * asked before has a price of its own, whatever the settings say since.
 */
export async function chargeQuestion(
  scope: TxContext,
  question: PdfQuestion,
  cover: QuotaCover,
  when: SiteHour,
): Promise<number> {
  const { userId, asset, amount } = question;
  const before = await claimQuestion(scope, question);
  if (before !== null) return before;
  if (amount === 0) return 0;
  const named = { userId, requestId: idOf(question), subject: subjectOf(question) };
  const request = { ...named, capability: 'pdf', asset, amount, ttlMs: minute, cover };
  const { no } = await placeHold(scope, request);
  const operator = { kind: 'system', id: null } as const;
  const captured = await captureHold(scope, { no, amount, operator, debtLimit: 0 });
  await recordPdf(scope, captured, 1, when);
  return captured.charged;
}
