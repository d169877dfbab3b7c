import { ApiError, type ServicePdf, type ServicePdfHit } from '@gantry/core';
import type { Row } from '../../../platform/store/database.ts';
import type { ServiceDeps, ServiceHandlers } from '../../clients/service/service-context.ts';
import { readMembershipRules } from '../../memberships/membership-rules.ts';
import { createQuotaCover } from '../../memberships/quotas/quota-cover.ts';
import { chargeQuestion, claimQuestion } from '../pdf/charge-question.ts';
import { toParseMode } from '../pdf/pdf-plan.ts';
import { searchPdf } from '../pdf/pdf-vectors.ts';
import { checkPdf, submitPdf } from '../pdf/submit-pdf.ts';
import { ModelError } from '../recall/index.ts';
import { listActiveStates, pdfWork } from '../work/work-kind.ts';
import { uploadHandler } from './upload.ts';

type Calls = 'pdfUpload' | 'pdfSubmit' | 'pdfGet' | 'pdfSearch' | 'pdfAsk';

const maybeNumber = (value: unknown) => (value === null || value === undefined ? null : Number(value));
const maybeText = (value: unknown) => (value === null || value === undefined ? null : String(value));

function shown(row: Row): ServicePdf {
  const isOpen = [pdfWork.waiting, ...listActiveStates(pdfWork)].includes(String(row.status));
  return {
    pdfId: Number(row.id),
    userId: Number(row.user_id),
    name: String(row.name),
    status: String(row.status),
    progress: Number(row.progress ?? 0),
    pages: maybeNumber(row.pages),
    parseMode: toParseMode(row.parse_mode),
    ocrPages: Number(row.ocr_pages ?? 0),
    chunkCount: Number(row.chunk_count ?? 0),
    held: isOpen && row.hold_no !== null ? Number(row.amount) : 0,
    charged: Number(row.charged),
    errorCode: maybeText(row.error_code),
    summary: maybeText(row.summary),
    expiresAt: maybeNumber(row.expires_at),
  };
}

/** Of one user: to anybody else it does not exist. */
async function pdfOf({ database }: ServiceDeps, pdfId: number, userId: number): Promise<Row> {
  const query = database.read.selectFrom('pdf_docs').selectAll().where('id', '=', pdfId);
  const row = await query.where('user_id', '=', userId).executeTakeFirst();
  if (!row) throw new ApiError('notFound', { data: { pdfId } });
  return row;
}

export function createPdfHandlers(deps: ServiceDeps): ServiceHandlers<Calls> {
  return {
    pdfUpload: uploadHandler(deps, 'pdf'),

    async pdfSubmit({ userId, requestId, file, name, parseMode }, { write }) {
      const request = { userId, requestId, file, name: name ?? null, parseMode: toParseMode(parseMode) };
      const checked = await checkPdf(deps, request);
      return write(async (scope) => shown(await submitPdf(scope, request, checked, deps.dayOf)));
    },

    pdfGet: async ({ pdfId, userId }) => shown(await pdfOf(deps, pdfId, userId)),

    async pdfSearch({ pdfId, userId, query, topK }) {
      return { hits: await hitsOf(deps, await pdfOf(deps, pdfId, userId), query, topK) };
    },

    async pdfAsk({ pdfId, userId, requestId, query, topK }, { caller, write }) {
      const { settings, clock, hourOf } = deps;
      const hits = await hitsOf(deps, await pdfOf(deps, pdfId, userId), query, topK);
      const { asset, priceQuestion: amount } = await settings.read('pdf', 'price');
      const cover = createQuotaCover(await readMembershipRules(settings), { locale: caller.locale });
      const when = hourOf(clock(), (await settings.read('system', 'site')).timezone);
      const question = { userId, requestId, pdfId, query, asset, amount };
      return write(async (scope) => {
        if (hits.length > 0)
          return { hits, charged: await chargeQuestion(scope, question, cover, when), uncharged: null };
        // What found something then was paid for, though nothing is found any more.
        const paid = await claimQuestion(scope, question);
        return paid === null ? { hits, charged: 0, uncharged: 'noHit' } : { hits, charged: paid, uncharged: null };
      });
    },
  };
}

/** The pieces closest to a question, as many and as close as the settings say. */
async function hitsOf(
  deps: ServiceDeps,
  row: Row,
  query: string,
  wanted: number | undefined,
): Promise<readonly ServicePdfHit[]> {
  if (row.status !== 'ready') throw new ApiError('stateConflict', { data: { state: String(row.status) } });
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
