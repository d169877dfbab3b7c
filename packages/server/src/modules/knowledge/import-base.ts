import { ApiError, type Locale, localize } from '@gantry/core';
import type { Operation, PrepareCall } from '../../platform/engine/operation.ts';
import { enqueueJob } from '../../platform/jobs/job-rows.ts';
import type { KnowDeps } from './add-documents.ts';
import { ArchiveProblem } from './archive/archive-rows.ts';
import { type ReadArchive, readArchive } from './archive/unpack-base.ts';

const words = {
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

const textIn = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value.trim() : null);

/** The requested archive; throws an error of the field that is wrong. */
async function archiveOf({ settings }: KnowDeps, { services, caller, input }: PrepareCall): Promise<ReadArchive> {
  const ownerId = typeof input.ownerId === 'number' ? input.ownerId : null;
  const wanted = { file: String(input.file), name: textIn(input.name), ownerId };
  try {
    return await readArchive(services.database.read, wanted, await settings.read('know', 'limits'));
  } catch (error) {
    if (!(error instanceof ArchiveProblem)) throw error;
    const field = Object.hasOwn(fieldOf, error.problem) ? fieldOf[error.problem as keyof typeof fieldOf] : 'file';
    throw new ApiError('invalid', { errors: { [field]: [error.in(caller.locale)] } });
  }
}

/** What is left out or replaced, a line each. */
function notesOn({ base, embeddingModelId, rerankModelId }: ReadArchive, locale: Locale): string | null {
  const { embedding, rerank } = base.models;
  const notes = [
    embedding !== null && embeddingModelId === null ? localize(words.embedding, locale) + embedding : null,
    rerank !== null && rerankModelId === null ? localize(words.rerank, locale) + rerank : null,
    base.lost > 0 ? localize(words.questions, locale) + base.lost : null,
  ].filter((note) => note !== null);
  return notes.length === 0 ? null : notes.join('\n');
}

/** What an archive holds, and whether it may come in; nothing is written. */
export function checkZip(deps: KnowDeps): Operation {
  return {
    async prepare(call) {
      const archive = await archiveOf(deps, call);
      const { documents, chunks, edited, questions, exportedAt } = archive.base;
      return {
        name: archive.name,
        exportedAt: exportedAt === null ? null : Date.parse(exportedAt) || null,
        documents: documents.length,
        chunks,
        edited,
        questions,
        notes: notesOn(archive, call.caller.locale),
      };
    },
    run: async (_, prepared) => ({ data: prepared }),
  };
}

/** Makes a base of an archive in the background, once it has been looked through. */
export function importZip(deps: KnowDeps): Operation {
  return {
    prepare: (call) => archiveOf(deps, call),
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
