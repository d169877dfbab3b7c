import { randomUUID } from 'node:crypto';
import { ApiError, localize, pdfDoc } from '@gantry/core';
import { createDayOf } from '../../platform/context/day-of.ts';
import { createCreatedDraft, createDeletedDraft } from '../../platform/engine/changes.ts';
import type { Operation, OperationCall } from '../../platform/engine/operation.ts';
import { presentRow } from '../../platform/engine/present.ts';
import type { Cell, RowOf } from '../../platform/store/database.ts';
import { createQuotaCover, readMembershipRules } from '../memberships/index.ts';
import type { KnowDeps } from './add-documents.ts';
import { reindex, setEnabled } from './chunk-actions.ts';
import { DocumentError } from './parse/document-error.ts';
import { holdForPdf, type OcrRules, planOcr, readOcrRules, releasePdf, toParseMode } from './pdf/pdf-plan.ts';
import { dropPdfChunks } from './pdf/pdf-stages.ts';
import { clearPdf } from './pdf/pdf-worker.ts';
import { checkPdf, createPdfError, submitPdf } from './pdf/submit-pdf.ts';
import { findUpload } from './store/document-store.ts';
import { writeRow } from './write-row.ts';

const words = {
  file: { zh: '文件不存在，请先上传', en: 'File not found. Upload it first.' },
  user: { zh: '没有这个用户', en: 'User not found.' },
} as const;

interface Prepared {
  readonly request: Parameters<typeof submitPdf>[1];
  readonly checked: Awaited<ReturnType<typeof checkPdf>>;
}

/** Submits a PDF for a user with the same checks as the platform's call. It is free unless charging is requested. */
function addPdf(deps: KnowDeps): Operation {
  return {
    async prepare({ input, services, caller }): Promise<Prepared> {
      const { database } = services;
      const createRejection = (word: keyof typeof words, at: string) =>
        new ApiError('invalid', { errors: { [at]: [localize(words[word], caller.locale)] } });
      const [file, userId] = [String(input.file), Number(input.userId)];
      if ((await findUpload(database.read, file)) === null) throw createRejection('file', 'file');
      const user = await database.read.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst();
      if (!user) throw createRejection('user', 'userId');
      const name = typeof input.name === 'string' && input.name !== '' ? input.name : null;
      const parseMode = toParseMode(input.parseMode);
      const request = { userId, requestId: `admin:${randomUUID()}`, file, name, parseMode, by: caller.actor.id };
      const requestContext = { locale: caller.locale, free: input.charge !== true };
      return { request, checked: await checkPdf({ ...deps, database }, request, requestContext) };
    },
    async run({ services, tx, caller, name }, prepared) {
      const { request, checked } = prepared as Prepared;
      const scope = { tx, dialect: services.database.dialect, at: services.clock() };
      const row = await submitPdf(scope, request, checked, createDayOf());
      const data = await presentRow(services, tx, pdfDoc, row, caller);
      return { data, audit: { ...createCreatedDraft(pdfDoc, row.id, row), action: name } };
    },
  };
}

const _words = {} as const;

const free = { lease_owner: null, lease_until: null, next_try_at: null } as const;
const getScope = ({ tx, services }: OperationCall<'pdf_docs'>) => ({
  tx,
  dialect: services.database.dialect,
  at: services.clock(),
});

/** Cancels the work and releases the hold. A worker that is processing the PDF stops. */
const cancel: Operation<'pdf_docs'> = {
  async run(call) {
    const row = call.row;
    await releasePdf(getScope(call), row);
    const staged = await call.tx
      .selectFrom('pdf_chunks')
      .select('id')
      .where('doc_id', '=', row.id)
      .where('generation', '<', 0)
      .execute();
    await dropPdfChunks(
      call.tx,
      call.services,
      staged.map(({ id }) => id),
    );
    const stage = (row.stage === 'index' ? 'split' : row.stage) as Cell;
    return writeRow(call, row, { ...free, status: 'cancelled', stage, finished_at: call.services.clock() });
  },
};

interface Terms {
  readonly price: Parameters<typeof holdForPdf>[2];
  readonly cover: ReturnType<typeof createQuotaCover>;
  readonly timezone: string;
  readonly rules: OcrRules;
}

/** Determines the parse mode, the stage and the number of OCR pages of a retry. Pages that were read are not read again. */
function planOf({ input, caller }: OperationCall<'pdf_docs'>, row: RowOf<'pdf_docs'>, stage: Cell, rules: OcrRules) {
  const before = toParseMode(row.parse_mode);
  const mode = input.parseMode ? toParseMode(input.parseMode) : before;
  const isRestart = stage === null || stage === 'parse' || mode !== before;
  if (!isRestart) return { mode, stage, planned: row.ocr_pages ?? 0 };
  const scanned = row.scanned_pages;
  try {
    return { mode, stage: 'parse', planned: planOcr(mode, { pages: row.pages ?? 0, scanned }, rules) };
  } catch (error) {
    throw error instanceof DocumentError ? createPdfError(error, caller.locale) : error;
  }
}

/** Determines which pages are still to be paid, and at which prices. */
function claimOf(row: RowOf<'pdf_docs'>, planned: number, { price, timezone }: Terms) {
  const isWaived = row.waived === 1;
  const isPaid = row.charged > 0 || (row.generation ?? 0) > 0;
  const claim = {
    userId: row.user_id,
    requestId: `pdf:${row.id}:${row.version}`,
    pages: isPaid || isWaived ? 0 : (row.pages ?? 0),
    ocrPages: isWaived ? 0 : Math.max(0, planned - (row.ocr_paid ?? 0)),
    timezone,
  };
  // All charges of a PDF use the same asset.
  const asset = isPaid ? (row.asset === 'coin' ? 'coin' : 'compute') : price.asset;
  return { claim, price: { ...price, asset } } as const;
}

/** Continues from the failed stage or starts again. The price is held again unless it has been paid. */
function createRetryOperation({ settings }: KnowDeps, stageOf: (stage: Cell) => Cell): Operation<'pdf_docs'> {
  return {
    prepare: async (): Promise<Terms> => ({
      price: await settings.read('pdf', 'price'),
      cover: createQuotaCover(await readMembershipRules(settings), { isAdmitted: true }),
      timezone: (await settings.read('system', 'site')).timezone,
      rules: await readOcrRules(settings),
    }),
    async run(call, prepared) {
      const terms = prepared as Terms;
      const row = call.row;
      const { mode, stage, planned } = planOf(call, row, stageOf((row.stage ?? null) as Cell), terms.rules);
      const { claim, price } = claimOf(row, planned, terms);
      const { hold_no, ...held } = await holdForPdf(getScope(call), claim, price, {
        cover: terms.cover,
        dayOf: createDayOf(),
      });
      const agreed = { parse_mode: mode, ocr_planned: planned, ocr_price: price.priceOcrPage };
      const cleared = { attempts: 0, error: null, error_code: null, finished_at: null, stuck: 0 };
      // A PDF that is already paid keeps the number of the hold that paid.
      const newHold = hold_no === null ? {} : { hold_no };
      return writeRow(call, row, { ...free, ...cleared, ...held, ...newHold, ...agreed, status: 'queued', stage });
    },
  };
}

const remove: Operation<'pdf_docs'> = {
  async run(call) {
    const row = call.row;
    await releasePdf(getScope(call), row);
    await clearPdf(call.tx, call.services, row, null);
    return { data: null, audit: createDeletedDraft(call.resource, row) };
  },
};

export function createPdfActions(deps: KnowDeps): Readonly<Record<string, Operation>> {
  return {
    add: addPdf(deps),
    cancel,
    retry: createRetryOperation(deps, (stage) => stage),
    reparse: createRetryOperation(deps, () => 'parse'),
    delete: remove,
  };
}

export const pdfChunkActions: Readonly<Record<string, Operation>> = {
  reindex,
  enable: setEnabled(1),
  disable: setEnabled(0),
};
