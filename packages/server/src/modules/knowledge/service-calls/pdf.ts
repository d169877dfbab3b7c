import { createHash } from 'node:crypto';
import { ApiError, type ServicePdf, type ServicePdfHit } from '@gantry/core';
import { claimRequest } from '../../../platform/audit/idempotency.ts';
import type { SiteHour } from '../../../platform/context/day-of.ts';
import type { ServiceDeps, ServiceHandlers } from '../../../platform/service-api/service-context.ts';
import type { Reader, RowOf } from '../../../platform/store/database.ts';
import type { TxContext } from '../../../platform/store/tx-context.ts';
import { captureHold, placeHold, type QuotaCover, toHold } from '../../ledger/index.ts';
import { createQuotaCover, readMembershipRules } from '../../memberships/index.ts';
import { recordPdf, toParseMode } from '../pdf/pdf-plan.ts';
import { searchPdf } from '../pdf/pdf-stages.ts';
import { checkPdf, submitPdf } from '../pdf/submit-pdf.ts';
import { ModelError } from '../recall/index.ts';
import { fromWarningCell } from '../work/parse-stage.ts';
import type { WorkDeps } from '../work/work.ts';
import { listActiveStates, pdfWork } from '../work/work.ts';
import { uploadHandler } from './upload.ts';

interface PdfQuestion {
  readonly userId: number;
  /** The platform's request ID. Repeating a question with it is not charged again; another question is rejected. */
  readonly requestId: string;
  readonly pdfId: number;
  readonly query: string;
  readonly asset: 'coin' | 'compute';
  /** Credits; may be 0. */
  readonly amount: number;
}

const minute = 60_000;

/** Returns the subject of the hold, which contains only a hash of the question. */
const getSubject = ({ pdfId, query }: PdfQuestion) =>
  `pdf:${pdfId}:${createHash('sha256').update(query).digest('base64url').slice(0, 22)}`;

const getId = ({ requestId }: PdfQuestion) => `pdf-ask:${requestId}`;

/**
 * Returns the credits paid for a question by its request ID; null when not charged. Rejects another question with the same ID.
 */
async function getPaidForQuestion(read: Reader, question: PdfQuestion): Promise<number | null> {
  const { userId, requestId } = question;
  const known = read.selectFrom('holds').selectAll().where('user_id', '=', userId);
  const row = await known.where('request_id', '=', getId(question)).executeTakeFirst();
  if (!row) return null;
  const { subject, capturedAmount } = toHold(row);
  // Holds from before subjects were stored are compared by request ID only.
  if (subject !== null && subject !== getSubject(question)) throw new ApiError('keyReused', { data: { requestId } });
  return capturedAmount;
}

/**
 * Reserves the request ID for this question, whether or not it is charged. Returns the credits that were paid for it before; null
 * when it was not charged.
 */
async function claimQuestion(scope: TxContext, question: PdfQuestion): Promise<number | null> {
  const { userId, requestId } = question;
  await scope.dialect.lock(scope.tx, `pdf of ${userId}`);
  await claimRequest(scope, { userId, requestId, path: '/pdf/ask', subject: getSubject(question) });
  return getPaidForQuestion(scope.tx, question);
}

/**
 * Charges an answered question about a PDF. Returns the credits paid now or before. A question that was charged before keeps its
 * price regardless of later settings.
 */
async function chargeQuestion(
  scope: TxContext,
  question: PdfQuestion,
  cover: QuotaCover,
  when: SiteHour,
): Promise<number> {
  const { userId, asset, amount } = question;
  const before = await claimQuestion(scope, question);
  if (before !== null) return before;
  if (amount === 0) return 0;
  const named = { userId, requestId: getId(question), subject: getSubject(question) };
  const request = { ...named, capability: 'pdf', asset, amount, ttlMs: minute, cover };
  const { no } = await placeHold(scope, request);
  const operator = { kind: 'system', id: null } as const;
  const captured = await captureHold(scope, { no, amount, operator, debtLimit: 0 });
  await recordPdf(scope, captured, 1, when);
  return captured.charged;
}

type Calls = 'pdfUpload' | 'pdfSubmit' | 'pdfGet' | 'pdfSearch' | 'pdfAsk';

const maybeNumber = (value: unknown) => (value === null || value === undefined ? null : Number(value));
const maybeText = (value: unknown) => (value === null || value === undefined ? null : String(value));

function toServicePdf(row: RowOf<'pdf_docs'>): ServicePdf {
  const isOpen = [pdfWork.waiting, ...listActiveStates(pdfWork)].includes(row.status);
  return {
    pdfId: row.id,
    userId: row.user_id,
    name: row.name,
    status: row.status,
    progress: row.progress ?? 0,
    pages: maybeNumber(row.pages),
    parseMode: toParseMode(row.parse_mode),
    ocrPages: row.ocr_pages ?? 0,
    chunkCount: row.chunk_count ?? 0,
    held: isOpen && row.hold_no !== null ? row.amount : 0,
    charged: row.charged,
    errorCode: maybeText(row.error_code),
    warnings: fromWarningCell(row.warnings),
    summary: maybeText(row.summary),
    expiresAt: maybeNumber(row.expires_at),
  };
}

/** Dependencies of the PDF calls. */
type PdfCallDeps = ServiceDeps & WorkDeps;

/** Returns a PDF of the user. Throws `notFound` for a PDF of another user. */
async function getPdf({ database }: ServiceDeps, pdfId: number, userId: number): Promise<RowOf<'pdf_docs'>> {
  const query = database.read.selectFrom('pdf_docs').selectAll().where('id', '=', pdfId);
  const row = await query.where('user_id', '=', userId).executeTakeFirst();
  if (!row) throw new ApiError('notFound', { data: { pdfId } });
  return row;
}

export function createPdfHandlers(deps: PdfCallDeps): ServiceHandlers<Calls> {
  return {
    pdfUpload: uploadHandler(deps, 'pdf'),

    async pdfSubmit({ userId, requestId, file, name, parseMode }, { write }) {
      const request = { userId, requestId, file, name: name ?? null, parseMode: toParseMode(parseMode) };
      const checked = await checkPdf(deps, request);
      return write(async (scope) => toServicePdf(await submitPdf(scope, request, checked, deps.dayOf)));
    },

    pdfGet: async ({ pdfId, userId }) => toServicePdf(await getPdf(deps, pdfId, userId)),

    async pdfSearch({ pdfId, userId, query, topK }) {
      return { hits: await getHits(deps, await getPdf(deps, pdfId, userId), query, topK) };
    },

    async pdfAsk({ pdfId, userId, requestId, query, topK }, { caller, write }) {
      const { settings, clock, hourOf } = deps;
      const hits = await getHits(deps, await getPdf(deps, pdfId, userId), query, topK);
      const { asset, priceQuestion: amount } = await settings.read('pdf', 'price');
      const cover = createQuotaCover(await readMembershipRules(settings), { locale: caller.locale });
      const when = hourOf(clock(), (await settings.read('system', 'site')).timezone);
      const question = { userId, requestId, pdfId, query, asset, amount };
      return write(async (scope) => {
        if (hits.length > 0)
          return { hits, charged: await chargeQuestion(scope, question, cover, when), uncharged: null };
        // The question may have been charged earlier, when it still found something.
        const paid = await claimQuestion(scope, question);
        return paid === null ? { hits, charged: 0, uncharged: 'noHit' } : { hits, charged: paid, uncharged: null };
      });
    },
  };
}

/** Returns the chunks closest to a question within the limits of the settings. */
async function getHits(
  deps: PdfCallDeps,
  row: RowOf<'pdf_docs'>,
  query: string,
  wanted: number | undefined,
): Promise<readonly ServicePdfHit[]> {
  if (row.status !== 'ready') throw new ApiError('stateConflict', { data: { state: row.status } });
  const { topK, scoreMin } = await deps.settings.read('pdf', 'search');
  const hits = await searchPdf(deps, row, query, wanted ?? topK).catch((error: unknown) => {
    throw error instanceof ModelError ? new ApiError('busy', { data: { upstream: error.reason } }) : error;
  });
  return hits
    .filter(({ score }) => score * 100 >= scoreMin || scoreMin === 0)
    .map(({ row: chunk, score }) => ({
      chunkId: Number(chunk.id),
      content: String(chunk.content),
      pageFrom: Number(chunk.page_from),
      pageTo: Number(chunk.page_to),
      score: Math.round(Math.max(0, Math.min(1, score)) * 10_000) / 10_000,
    }));
}
