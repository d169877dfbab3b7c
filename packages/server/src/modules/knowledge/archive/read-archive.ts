import type { Reader } from '../../../platform/store/database.ts';
import { findDocument } from '../store/document-store.ts';
import { openPartSource } from '../store/part-source.ts';
import { ArchiveProblem } from './archive-problem.ts';
import { type UnpackedBase, unpackBase } from './unpack-base.ts';

export interface ImportLimits {
  readonly basesPerUser: number;
  readonly docsPerBase: number;
  readonly fileMegabytes: number;
  readonly maxChunks: number;
}

/** What people say of the base that an archive becomes. */
export interface WantedBase {
  readonly file: string;
  /** As in the archive when not given. */
  readonly name: string | null;
  /** Null is the platform. */
  readonly ownerId: number | null;
}

/** An archive that keeps the limits of bases, with the models that are here by the names it tells. */
export interface ReadArchive {
  readonly base: UnpackedBase;
  readonly name: string;
  readonly embeddingModelId: number | null;
  readonly rerankModelId: number | null;
}

const megabyte = 1024 * 1024;

/** Throws ArchiveProblem for what may not come in. */
export async function readArchive(read: Reader, wanted: WantedBase, limits: ImportLimits): Promise<ReadArchive> {
  const stored = await findDocument(read, wanted.file);
  if (!stored) throw new ArchiveProblem('fileMissing');
  if (stored.format !== 'zip') throw new ArchiveProblem('noArchive');
  const base = await unpackBase(await openPartSource(read, stored.id));
  assertWithin(base, wanted, limits);
  const name = wanted.name ?? String(base.values.name);
  await assertCapacity(read, { ...wanted, name }, limits);
  const { embedding, rerank } = base.models;
  const embeddingModelId = await modelNamed(read, embedding, 'embedding');
  return { base, name, embeddingModelId, rerankModelId: await modelNamed(read, rerank, 'rerank') };
}

function assertWithin({ documents }: UnpackedBase, { ownerId }: WantedBase, limits: ImportLimits): void {
  if (ownerId !== null && documents.length > limits.docsPerBase)
    throw new ArchiveProblem('tooManyDocuments', documents.length);
  for (const { entry, chunks, values } of documents) {
    if (chunks > limits.maxChunks) throw new ArchiveProblem('tooManyChunks', String(values.name));
    if ((entry?.size ?? 0) > limits.fileMegabytes * megabyte)
      throw new ArchiveProblem('documentTooLarge', String(values.name));
  }
}

/** The rules that a new base of an owner keeps. */
export async function assertCapacity(
  read: Reader,
  { ownerId, name }: { readonly ownerId: number | null; readonly name: string },
  { basesPerUser }: Pick<ImportLimits, 'basesPerUser'>,
): Promise<void> {
  const theirs = read.selectFrom('knowledges').select('name');
  const own = await theirs.where('owner_id', ownerId === null ? 'is' : '=', ownerId).execute();
  if (own.some((one) => one.name === name)) throw new ArchiveProblem('nameTaken');
  if (ownerId === null) return;
  const user = await read.selectFrom('users').select('id').where('id', '=', ownerId).executeTakeFirst();
  if (!user) throw new ArchiveProblem('noUser');
  if (own.length >= basesPerUser) throw new ArchiveProblem('basesFull');
}

async function modelNamed(read: Reader, name: string | null, type: string): Promise<number | null> {
  if (name === null) return null;
  const named = read.selectFrom('ai_models').select('id').where('name', '=', name).where('type', '=', type);
  const row = await named.where('status', '=', 'enabled').executeTakeFirst();
  return row ? Number(row.id) : null;
}
