import { ApiError } from '@gantry/core';
import { createHourOf } from '../../../platform/context/day-of.ts';
import type { Row, RowOf } from '../../../platform/store/database.ts';
import type { TxContext } from '../../../platform/store/tx-context.ts';
import {
  captureHold,
  getHold,
  indexingPrefix,
  isCapturable,
  placeHold,
  type QuotaCover,
  recordUsage,
  releaseHold,
  type StoredHold,
} from '../../ledger/index.ts';
import { DocumentError } from '../parse/document-error.ts';

const perPrice = 1000;
/** How long the hold of a document lasts, in ms. Indexing ends long before. */
const holdTime = 2 * 24 * 3_600_000;

/** Returns the credits for embedding tokens at a price per started thousand. */
const getEmbeddingPrice = (tokens: number, price: number): number => Math.ceil(tokens / perPrice) * price;

const getPrice = ({ embed_price: price }: RowOf<'know_docs'>) => price ?? 0;
/** Whether a document has been charged. It is charged once, so that work repeated by admins is free for the user. */
const isPaid = ({ charged }: RowOf<'know_docs'>) => charged !== null && charged !== undefined;

async function findHold(scope: TxContext, { hold_no: no }: RowOf<'know_docs'>): Promise<StoredHold | null> {
  if (no === null || no === undefined) return null;
  const hold = await getHold(scope, no);
  return hold.status === 'held' ? hold : null;
}

/**
 * Holds the embedding price of a document from the owner of its base before anything is sent to a model. Releases a hold for
 * another price or owner. Returns the changed columns. Throws DocumentError: `unpaid` when the balance is too low, `ownerBlocked`
 * when the owner may not use the service.
 */
export async function holdForEmbedding(
  scope: TxContext,
  doc: RowOf<'know_docs'>,
  { userId, tokens, cover }: { readonly userId: number | null; readonly tokens: number; readonly cover: QuotaCover },
): Promise<Row> {
  const amount = getEmbeddingPrice(tokens, getPrice(doc));
  if (isPaid(doc)) return {};
  const before = await findHold(scope, doc);
  if (before?.listAmount === amount && before.userId === userId) return {};
  if (before) await releaseHold(scope, before.no);
  if (userId === null || amount === 0) return { hold_no: null };
  const holds = (doc.holds ?? 0) + 1;
  const asset = doc.asset === 'coin' ? 'coin' : 'compute';
  const request = {
    userId,
    requestId: `${indexingPrefix}${doc.id}:${holds}`,
    capability: 'know',
    asset,
    amount,
  } as const;
  try {
    const hold = await placeHold(scope, { ...request, ttlMs: holdTime, cover });
    return { hold_no: hold.no, holds };
  } catch (error) {
    const problem = error instanceof ApiError ? error.problem : null;
    if (problem === 'insufficient') throw new DocumentError('unpaid');
    throw problem === 'stateConflict' ? new DocumentError('ownerBlocked') : error;
  }
}

/**
 * Captures the hold, once, in the transaction that activates the document. A document without a hold is charged 0. Returns the
 * changed columns.
 */
export async function captureEmbedding(
  scope: TxContext,
  doc: RowOf<'know_docs'>,
  {
    tokens,
    timezone,
    model,
  }: { readonly tokens: number; readonly timezone: string; readonly model: RowOf<'ai_models'> | null },
): Promise<Row> {
  const { hold_no: no } = doc;
  if (isPaid(doc) || getPrice(doc) === 0) return {};
  if (no === null || no === undefined) return { charged: 0 };
  const held = await getHold(scope, no);
  if (!isCapturable(held)) throw new DocumentError('holdGone');
  const amount = getEmbeddingPrice(tokens, getPrice(doc));
  const operator = { kind: 'system', id: null } as const;
  const { hold, listAmount, charged, fromQuota } = await captureHold(scope, {
    no: held.no,
    amount,
    operator,
    debtLimit: 0,
  });
  await recordUsage(scope, {
    ...{ requestId: hold.requestId, userId: hold.userId, capability: 'know', asset: hold.asset, holdId: hold.id },
    ...createHourOf()(scope.at, timezone),
    ...{ chargedAmount: charged, quotaAmount: fromQuota, listAmount, status: 'success', apiKeyId: null },
    ...{ modelId: model ? model.id : null, modelName: model ? model.name : null },
    ...{ promptTokens: tokens, completionTokens: 0, units: Math.ceil(tokens / perPrice), upstreamCost: 0 },
    ...{ errorCode: null, latencyMs: null, stream: false },
  });
  return { charged };
}

/** Releases the hold of a document that will not be indexed now. */
export async function releaseEmbedding(scope: TxContext, doc: RowOf<'know_docs'>): Promise<void> {
  const hold = await findHold(scope, doc);
  if (hold) await releaseHold(scope, hold.no);
}
