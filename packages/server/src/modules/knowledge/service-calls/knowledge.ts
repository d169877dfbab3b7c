import { ApiError, knowDoc, knowledge, type Locale, type ServiceKnowDoc, type ServiceKnowledge } from '@gantry/core';
import type { ServiceDeps, ServiceHandlers } from '../../../platform/service-api/service-context.ts';
import type { RowOf, Tx } from '../../../platform/store/database.ts';
import { changeRecord, createRow, insertRecords } from '../../../platform/store/records.ts';
import type { TxContext } from '../../../platform/store/tx-context.ts';
import { addDocument, createFileDocument, createRejection, type NewDocument, takeStored } from '../add-documents.ts';
import { findBase } from '../recall/index.ts';
import { findUpload, hashBytes } from '../store/document-store.ts';
import { fromWarningCell } from '../work/parse-stage.ts';
import { parseWebUrl } from '../work/web-address.ts';
import { createRetryCells } from '../work-actions.ts';
import { uploadHandler } from './upload.ts';

type Calls =
  | 'knowledgeUpload'
  | 'knowledgeList'
  | 'knowledgeCreate'
  | 'knowledgeSubmit'
  | 'knowledgeRetry'
  | 'knowledgeDocuments';

const maybeText = (value: unknown) => (value === null || value === undefined ? null : String(value));

function toServiceBase(row: RowOf<'knowledge_bases'>): ServiceKnowledge {
  return {
    knowledgeId: row.id,
    name: row.name,
    description: maybeText(row.description),
    ownerId: row.owner_id,
    visibility: row.visibility,
    docCount: row.doc_count ?? 0,
    chunkCount: row.chunk_count ?? 0,
  };
}

function toServiceDoc(row: RowOf<'know_docs'>): ServiceKnowDoc {
  return {
    docId: row.id,
    knowledgeId: row.knowledge_id,
    name: row.name,
    source: row.source,
    status: row.status,
    progress: row.progress ?? 0,
    chunkCount: row.chunk_count ?? 0,
    errorCode: maybeText(row.error_code),
    warnings: fromWarningCell(row.warnings),
    charged: row.charged ?? 0,
  };
}

/** Returns the document to add: an uploaded file or a web page. */
async function readRequested(
  { database, settings }: ServiceDeps,
  given: {
    knowledgeId: number;
    file?: string | null | undefined;
    url?: string | null | undefined;
    name?: string | null | undefined;
    questions?: boolean | undefined;
  },
  caller: { readonly locale: Locale },
): Promise<NewDocument> {
  const { knowledgeId, file, url, name, questions = false } = given;
  if (typeof url === 'string') {
    const address = parseWebUrl(url);
    if (address === null) throw createRejection('url', 'url', caller);
    const hash = hashBytes(Buffer.from(`url:${address}`));
    return { knowledgeId, name: name ?? address.slice(0, 255), source: 'url', url: address, contentHash: hash };
  }
  const stored = typeof file === 'string' ? await findUpload(database.read, file) : null;
  const taken = takeStored(stored, { questions }, await settings.read('know', 'limits'), caller);
  return createFileDocument({ knowledgeId, name: name ?? null, questions }, taken);
}

/** Rejects a user who is unknown or not active. */
async function assertActive(tx: Tx, userId: number): Promise<void> {
  const user = await tx.selectFrom('users').select('status').where('id', '=', userId).executeTakeFirst();
  if (!user) throw new ApiError('notFound', { data: { userId } });
  if (user.status !== 'active') throw new ApiError('stateConflict', { data: { state: user.status } });
}

/** Stores the current embedding price with the document, so that later changes do not affect it. Documents of admins are free. */
async function storePrice(
  tx: Tx,
  { id }: { readonly id: number },
  asset: 'coin' | 'compute',
  priceTokens: number,
): Promise<void> {
  await tx.updateTable('know_docs').set({ asset, embed_price: priceTokens }).where('id', '=', id).execute();
}

async function createBase(deps: ServiceDeps, userId: number, name: string, description: string | null) {
  const usual = await deps.settings.read('know', 'bases');
  const { basesPerUser } = await deps.settings.read('know', 'limits');
  const {
    embeddingModelId,
    rerankModelId,
    chunkMode,
    chunkTokens,
    overlapTokens,
    cleanSpaces,
    stripUrls,
    topK,
    scoreMin,
  } = usual;
  const rule = { chunkMode, chunkTokens, overlapTokens, cleanSpaces, stripUrls };
  const values = { name, description, ownerId: userId, embeddingModelId, rerankModelId, topK, scoreMin, ...rule };
  return { values, basesPerUser };
}

/** Retries a document of a user's base, or of a platform base when `userId` is null. */
async function retryDocument({ tx, dialect, at }: TxContext, docId: number, userId: number | null) {
  await dialect.lock(tx, 'work on know_docs');
  const row = await tx.selectFrom('know_docs').selectAll().where('id', '=', docId).executeTakeFirst();
  const bases = tx.selectFrom('knowledge_bases').selectAll();
  const base = await bases.where('id', '=', row?.knowledge_id ?? 0).executeTakeFirst();
  if (!row || !base || base.owner_id !== userId) throw new ApiError('notFound', { data: { docId } });
  if (row.status !== 'failed') throw new ApiError('stateConflict', { data: { state: row.status } });
  if (userId !== null) await assertActive(tx, userId);
  const cells = await createRetryCells(tx, dialect, row, base);
  return toServiceDoc(await changeRecord(tx, dialect, knowDoc, row, cells, { by: null, at }));
}

export function createKnowledgeHandlers(deps: ServiceDeps): ServiceHandlers<Calls> {
  const { database } = deps;
  return {
    knowledgeUpload: uploadHandler(deps, 'know'),

    async knowledgeList({ userId = null }) {
      const bases = database.read.selectFrom('knowledge_bases').selectAll().where('status', '=', 'enabled');
      const mine = userId === null ? bases.where('owner_id', 'is', null) : bases.where('owner_id', '=', userId);
      return { items: (await mine.orderBy('id', 'desc').limit(1000).execute()).map(toServiceBase) };
    },

    async knowledgeCreate({ userId, name, description = null }, { caller, write }) {
      const { values, basesPerUser } = await createBase(deps, userId, name, description);
      return write(async ({ tx, dialect, at }) => {
        await dialect.lock(tx, `bases of ${userId}`);
        const own = await tx
          .selectFrom('knowledge_bases')
          .select(['id', 'name'])
          .where('owner_id', '=', userId)
          .execute();
        if (own.some((base) => base.name === name)) throw createRejection('name', 'name', caller);
        if (own.length >= basesPerUser)
          throw new ApiError('stateConflict', { data: { state: 'tooMany', most: basesPerUser } });
        await assertActive(tx, userId);
        const row = createRow(knowledge, values, { by: null, at });
        const [id = 0] = await insertRecords(tx, dialect, knowledge, [row]);
        return toServiceBase(
          await tx.selectFrom('knowledge_bases').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
        );
      });
    },

    async knowledgeSubmit({ userId = null, ...given }, { caller, write }) {
      const document = await readRequested(deps, given, caller);
      const { docsPerBase } = await deps.settings.read('know', 'limits');
      const { asset, priceTokens } = await deps.settings.read('know', 'price');
      return write(async ({ tx }) => {
        const bases = tx.selectFrom('knowledge_bases').select('owner_id');
        const base = await bases.where('id', '=', given.knowledgeId).executeTakeFirst();
        const owner = base?.owner_id === null || base === undefined ? null : base.owner_id;
        if (!base || owner !== userId) throw new ApiError('notFound', { data: { knowledgeId: given.knowledgeId } });
        if (owner !== null) await assertActive(tx, owner);
        const row = await addDocument(deps, tx, document, { locale: caller.locale, id: null }, docsPerBase);
        if (owner !== null) await storePrice(tx, row, asset, priceTokens);
        return toServiceDoc(row);
      });
    },

    knowledgeRetry: ({ docId, userId = null }, { write }) => write((scope) => retryDocument(scope, docId, userId)),

    async knowledgeDocuments({ knowledgeId, after = 0, count = 50 }) {
      if ((await findBase(database.read, knowledgeId)) === null)
        throw new ApiError('notFound', { data: { knowledgeId } });
      const rows = await database.read
        .selectFrom('know_docs')
        .selectAll()
        .where('knowledge_id', '=', knowledgeId)
        .where('id', '>', after)
        .orderBy('id')
        .limit(count)
        .execute();
      return { items: rows.map(toServiceDoc), next: rows.length < count ? null : (rows.at(-1)?.id ?? 0) };
    },
  };
}
