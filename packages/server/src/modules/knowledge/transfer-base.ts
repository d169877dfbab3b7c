import { ApiError, exportForms, knowledgeExport, type Locale, localize } from '@gantry/core';
import { createDeletedDraft } from '../../platform/engine/changes.ts';
import type { Operation, OperationCall, PrepareCall } from '../../platform/engine/operation.ts';
import { enqueueJob } from '../../platform/jobs/job-rows.ts';
import { createRow, insertRecords } from '../../platform/store/records.ts';
import type { KnowDeps } from './add-documents.ts';
import { ArchiveProblem } from './archive/archive-rows.ts';
import { removeExport } from './archive/export-job.ts';
import { type ReadArchive, readArchive } from './archive/unpack-base.ts';
import { createStamp, writeRow } from './write-row.ts';

const exportWords = {
  making: { zh: '这个知识库正在导出，编号 ', en: 'An export is already in progress: ' },
} as const;

const getDate = (at: number) => new Date(at).toISOString().slice(0, 10).replaceAll('-', '');

/** Exports a base in the background, one export per base at a time. */
export const exportZip: Operation<'knowledge_bases'> = {
  async run(call) {
    const { tx, services, caller, input, name } = call;
    const { database, clock } = services;
    const base = call.row;
    await database.dialect.lock(tx, `export of base ${base.id}`);
    const making = tx.selectFrom('knowledge_exports').select('id').where('knowledge_id', '=', base.id);
    const other = await making.where('status', '=', 'making').executeTakeFirst();
    if (other) {
      const message = `${localize(exportWords.making, caller.locale)}${other.id}`;
      throw new ApiError('stateConflict', { message, data: { state: 'making', export: other.id } });
    }
    const form = Object.hasOwn(exportForms, String(input.form)) ? String(input.form) : 'stored';
    const values = { name: `${base.name}-${getDate(clock())}.zip`, knowledgeId: base.id, form };
    const row = createRow(knowledgeExport, values, createStamp(call));
    const [id = 0] = await insertRecords(tx, database.dialect, knowledgeExport, [row]);
    const job = await enqueueJob(tx, database, clock, 'knowledgeExport', caller.actor.id, { params: { id } });
    await tx.updateTable('knowledge_exports').set({ job_id: job }).where('id', '=', id).execute();
    const audit = { resource: call.resource.name, resourceId: base.id, action: name };
    return { data: { export: id, job }, audit: { ...audit, after: { export: id, form, job } } };
  },
};

export const deleteExport: Operation<'knowledge_exports'> = {
  async run(call) {
    const row = call.row;
    await removeExport(call.tx, call.services, row);
    return { data: null, audit: createDeletedDraft(call.resource, row) };
  },
};

const importWords = {
  embedding: {
    zh: '这里没有启用的同名向量模型，用内置模型：',
    en: 'The embedding model is not available here. The built-in model is used instead: ',
  },
  rerank: {
    zh: '这里没有启用的同名重排模型，不重排：',
    en: 'The rerank model is not available here. Reranking is skipped: ',
  },
  questions: {
    zh: '应命中的分段已不在、不导入的标准问题：',
    en: 'Golden questions without matching chunks were skipped: ',
  },
} as const;

const fieldOf = { nameTaken: 'name', noUser: 'ownerId', basesFull: 'ownerId', tooManyDocuments: 'ownerId' } as const;

const getTextIn = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value.trim() : null);

/** Reads the requested archive. Throws an error at the invalid field. */
async function readRequestedArchive(
  { settings }: KnowDeps,
  { services, caller, input }: PrepareCall,
): Promise<ReadArchive> {
  const ownerId = typeof input.ownerId === 'number' ? input.ownerId : null;
  const wanted = { file: String(input.file), name: getTextIn(input.name), ownerId };
  try {
    return await readArchive(services.database.read, wanted, await settings.read('know', 'limits'));
  } catch (error) {
    if (!(error instanceof ArchiveProblem)) throw error;
    const field = Object.hasOwn(fieldOf, error.problem) ? fieldOf[error.problem as keyof typeof fieldOf] : 'file';
    throw new ApiError('invalid', { errors: { [field]: [error.in(caller.locale)] } });
  }
}

/** Describes what the import omits or replaces, one line each. */
function describeChanges({ base, embeddingModelId, rerankModelId }: ReadArchive, locale: Locale): string | null {
  const { embedding, rerank } = base.models;
  const notes = [
    embedding !== null && embeddingModelId === null ? localize(importWords.embedding, locale) + embedding : null,
    rerank !== null && rerankModelId === null ? localize(importWords.rerank, locale) + rerank : null,
    base.lost > 0 ? localize(importWords.questions, locale) + base.lost : null,
  ].filter((note) => note !== null);
  return notes.length === 0 ? null : notes.join('\n');
}

/** Returns the contents of an archive and whether it can be imported. Writes nothing. */
export function checkZip(deps: KnowDeps): Operation {
  return {
    async prepare(call) {
      const archive = await readRequestedArchive(deps, call);
      const { documents, chunks, edited, questions, exportedAt } = archive.base;
      return {
        name: archive.name,
        exportedAt: exportedAt === null ? null : Date.parse(exportedAt) || null,
        documents: documents.length,
        chunks,
        edited,
        questions,
        notes: describeChanges(archive, call.caller.locale),
      };
    },
    run: async (_, prepared) => ({ data: prepared }),
  };
}

/** Imports an archive as a new base in the background, after validating it. */
export function importZip(deps: KnowDeps): Operation {
  return {
    prepare: (call) => readRequestedArchive(deps, call),
    async run(call, prepared) {
      const { tx, services, caller, input, name } = call;
      const { database, clock } = services;
      const archive = prepared as ReadArchive;
      const ownerId = typeof input.ownerId === 'number' ? input.ownerId : null;
      const params = { file: String(input.file), name: archive.name, ownerId, locale: caller.locale };
      const job = await enqueueJob(tx, database, clock, 'knowledgeImport', caller.actor.id, { params });
      const audit = { resource: call.resource.name, resourceId: null, action: name };
      return { data: { job }, audit: { ...audit, after: { name: archive.name, ownerId, job } } };
    },
  };
}

const words = {
  user: { zh: '没有这个用户', en: 'User not found.' },
  same: { zh: '已归这个所有者', en: 'The knowledge base already belongs to this user.' },
  name: { zh: '新所有者已有同名知识库', en: 'This user already has a knowledge base with this name.' },
  full: { zh: '新所有者的知识库数已到上限', en: 'This user has reached the knowledge base limit.' },
} as const;

const getRejection = (key: keyof typeof words, { caller }: OperationCall<'knowledge_bases'>) =>
  new ApiError('invalid', { errors: { ownerId: [localize(words[key], caller.locale)] } });

/** Transfers a base to another user, or to the platform, under the same rules as a new one. */
export function transferBase({ settings }: KnowDeps): Operation<'knowledge_bases'> {
  return {
    undo: { fields: ['ownerId'] },
    prepare: async () => (await settings.read('know', 'limits')).basesPerUser,
    async run(call, prepared) {
      const { tx, services, input } = call;
      const row = call.row;
      const ownerId = typeof input.ownerId === 'number' ? input.ownerId : null;
      if (ownerId === row.owner_id) throw getRejection('same', call);
      await services.database.dialect.lock(tx, `bases of ${ownerId}`);
      const theirs = tx.selectFrom('knowledge_bases').select('name');
      const own = await theirs.where('owner_id', ownerId === null ? 'is' : '=', ownerId).execute();
      if (own.some(({ name }) => name === row.name)) throw getRejection('name', call);
      if (ownerId !== null) {
        const user = await tx.selectFrom('users').select('id').where('id', '=', ownerId).executeTakeFirst();
        if (!user) throw getRejection('user', call);
        if (own.length >= Number(prepared)) throw getRejection('full', call);
      }
      return writeRow(call, row, { owner_id: ownerId });
    },
  };
}
