import { ApiError, knowDoc, localize, type Values } from '@gantry/core';
import type { Caller, Services } from '../../platform/context/context.ts';
import { createCreatedDraft } from '../../platform/engine/changes.ts';
import type { Operation, OperationCall, PrepareCall } from '../../platform/engine/operation.ts';
import { presentRow } from '../../platform/engine/present.ts';
import type { SettingsReader } from '../../platform/settings/settings-reader.ts';
import type { RowOf, Tx } from '../../platform/store/database.ts';
import { createRow, insertRecords } from '../../platform/store/records.ts';
import type { DocumentParser } from './parse/parser-threads.ts';
import { findDocument, hashBytes, type StoredDocument, storeDocument } from './store/document-store.ts';
import { parseWebUrl } from './work/web-address.ts';

export interface KnowDeps {
  readonly parser: DocumentParser;
  readonly settings: SettingsReader;
}

const words = {
  file: { zh: '文件不存在，请先上传', en: 'File not found. Upload it first.' },
  large: { zh: '文件超过允许的大小', en: 'The file exceeds the size limit.' },
  kind: { zh: '压缩包不能作为文档', en: 'A ZIP file cannot be added as a document.' },
  table: { zh: '问答表须为 CSV', en: 'A question table must be a CSV file.' },
  twice: { zh: '知识库里已有相同内容的文档', en: 'The knowledge base already has a document with the same content.' },
  full: { zh: '知识库的文档数已到上限', en: 'The knowledge base has reached its document limit.' },
  base: { zh: '知识库不存在', en: 'Knowledge base not found.' },
  importing: {
    zh: '知识库正在导入，完成后再试',
    en: 'The knowledge base is being imported. Try again when the import is complete.',
  },
  url: { zh: '须为 http 或 https 网址', en: 'Enter an http or https URL.' },
  name: { zh: '已有同名知识库', en: 'A knowledge base with this name already exists.' },
} as const;

/** Creates the error of a rejected document or base, attached to the invalid field. */
export const createRejection = (field: string, key: keyof typeof words, { locale }: Pick<Caller, 'locale'>) =>
  new ApiError('invalid', { errors: { [field]: [localize(words[key], locale)] } });

/** A document to be processed. */
export interface NewDocument {
  readonly knowledgeId: number;
  readonly name: string;
  readonly source: 'upload' | 'text' | 'url' | 'qa';
  readonly contentHash: string;
  readonly file?: string;
  readonly format?: string;
  readonly size?: number;
  readonly url?: string;
}

/** Adds a document to the end of the queue of its base. Rejects content that the base already contains. */
export async function addDocument(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  tx: Tx,
  document: NewDocument,
  caller: Pick<Caller, 'locale'> & { readonly id: number | null },
  docsPerBase: number,
): Promise<RowOf<'know_docs'>> {
  const { dialect } = database;
  await dialect.lock(tx, `base ${document.knowledgeId}`);
  const base = await tx
    .selectFrom('knowledge_bases')
    .selectAll()
    .where('id', '=', document.knowledgeId)
    .executeTakeFirst();
  if (!base) throw createRejection('knowledgeId', 'base', caller);
  if (base.status === 'importing') throw createRejection('knowledgeId', 'importing', caller);
  if (base.owner_id !== null && (base.doc_count ?? 0) >= docsPerBase)
    throw createRejection('knowledgeId', 'full', caller);
  const rule = Object.fromEntries(
    (['chunk_mode', 'delimiter', 'chunk_tokens', 'overlap_tokens', 'clean_spaces', 'strip_urls'] as const).map(
      (name) => [name, base[name]],
    ),
  );
  const row = { ...createRow(knowDoc, { ...document }, { by: caller.id, at: clock() }), ...rule };
  const known = await tx
    .selectFrom('know_docs')
    .select('id')
    .where('knowledge_id', '=', document.knowledgeId)
    .where('content_hash', '=', document.contentHash)
    .executeTakeFirst();
  if (known) throw createRejection(document.source === 'url' ? 'url' : 'file', 'twice', caller);
  const [id = 0] = await insertRecords(tx, dialect, knowDoc, [row]);
  const target = base.next_generation ?? base.generation;
  const added = await tx
    .updateTable('know_docs')
    .set({ target_generation: target, keep_edited: 0, copies: 0 })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await tx
    .updateTable('knowledge_bases')
    .set({ doc_count: (base.doc_count ?? 0) + 1 })
    .where('id', '=', base.id)
    .execute();
  return added;
}

const megabyte = 1024 * 1024;

interface Limits {
  readonly docsPerBase: number;
  readonly fileMegabytes: number;
}

async function finish(call: OperationCall, document: NewDocument, { docsPerBase }: Limits) {
  const { services, tx, caller } = call;
  const row = await addDocument(services, tx, document, { locale: caller.locale, id: caller.actor.id }, docsPerBase);
  const data = await presentRow(services, tx, knowDoc, row, caller);
  return { data, audit: { ...createCreatedDraft(knowDoc, row.id, row), action: call.name } };
}

const readLimits = ({ settings }: KnowDeps) => settings.read('know', 'limits');

/** Validates that an uploaded file can become a document. Used by admins and services. */
export function takeStored(
  stored: StoredDocument | null,
  { questions }: { readonly questions: boolean },
  { fileMegabytes }: Pick<Limits, 'fileMegabytes'>,
  caller: Pick<Caller, 'locale'>,
): StoredDocument {
  if (!stored) throw createRejection('file', 'file', caller);
  if (stored.format === 'zip') throw createRejection('file', 'kind', caller);
  if (stored.size > fileMegabytes * megabyte) throw createRejection('file', 'large', caller);
  if (questions && stored.format !== 'csv' && stored.format !== 'text')
    throw createRejection('questions', 'table', caller);
  return stored;
}

/** Adds a document from an uploaded file. */
export function addFile(deps: KnowDeps): Operation {
  return {
    prepare: async ({ input, services, caller }: PrepareCall) => {
      const limits = await readLimits(deps);
      const stored = await findDocument(services.database.read, String(input.file));
      return [limits, takeStored(stored, { questions: input.questions === true }, limits, caller)] as const;
    },
    async run(call, prepared) {
      const [limits, stored] = prepared as readonly [Limits, StoredDocument];
      return finish(call, createFileDocument(call.input, stored), limits);
    },
  };
}

export function createFileDocument(input: Values, { file, name, format, size, sha256 }: StoredDocument): NewDocument {
  const source = input.questions === true ? 'qa' : 'upload';
  const given = typeof input.name === 'string' && input.name !== '' ? input.name : name;
  return { knowledgeId: Number(input.knowledgeId), name: given, source, contentHash: sha256, file, format, size };
}

/** Adds a document from typed text, which is stored as a file like any other. */
export function addText(deps: KnowDeps): Operation {
  return {
    prepare: () => readLimits(deps),
    async run(call, prepared) {
      const { services, tx, caller, input } = call;
      const bytes = Buffer.from(String(input.content));
      const stored = {
        name: String(input.name),
        bytes,
        format: 'markdown',
        by: caller.actor.id,
        at: services.clock(),
      } as const;
      const { file, format, size } = await storeDocument(tx, stored);
      const document = { knowledgeId: Number(input.knowledgeId), name: String(input.name), source: 'text' } as const;
      return finish(call, { ...document, file, format, size, contentHash: hashBytes(bytes) }, prepared as Limits);
    },
  };
}

/** Adds a document from a web page, which is fetched when a worker processes it. */
export function addUrl(deps: KnowDeps): Operation {
  return {
    prepare: () => readLimits(deps),
    async run(call, prepared) {
      const { caller, input } = call;
      const url = parseWebUrl(String(input.url));
      if (url === null) throw createRejection('url', 'url', caller);
      const name = typeof input.name === 'string' && input.name !== '' ? input.name : url.slice(0, 255);
      const contentHash = hashBytes(Buffer.from(`url:${url}`));
      return finish(
        call,
        { knowledgeId: Number(input.knowledgeId), name, source: 'url', url, contentHash },
        prepared as Limits,
      );
    },
  };
}
