import { type Catalogue, type CatalogueFileAnswer, Fault, materialFiles, tableName } from '@gantry/core';
import { findUpload, readPart } from '../documents/store/document-store.ts';
import type { Standing } from '../membership/may-use.ts';
import type { Reader } from '../store/database.ts';
import { itemsOf, sourceOf } from './list-content.ts';
import { seenBy } from './personal-content.ts';

export interface MaterialAsked {
  readonly courseId: number;
  readonly file: string;
  /** Counted from 0. */
  readonly part: number;
  /** Of the person who reads it; null for the platform itself. */
  readonly standing: Standing | null;
}

/** A part of a file among the material of a course that is published. Nothing else is given out. */
export async function readMaterial(
  read: Reader,
  catalogue: Catalogue,
  { courseId, file, part, standing }: MaterialAsked,
): Promise<CatalogueFileAnswer> {
  const source = sourceOf(catalogue, 'courses');
  const courses = read.selectFrom(tableName(source.resource.name)).selectAll().where('id', '=', courseId);
  const rows = await courses.where('status', 'in', [...source.states]).execute();
  const [item] = await itemsOf(read, source, rows);
  const seen = item && standing ? (await seenBy(read, source, standing))(item) : item;
  const named = materialFiles(seen?.attachments).find((one) => one.file === file);
  const stored = named && (await findUpload(read, file));
  if (!stored) throw new Fault('notFound', { data: { courseId, file } });
  if (seen?.allowed === false) throw new Fault('denied', { data: { courseId } });
  const bytes = await readPart(read, stored.id, part);
  if (!bytes) throw new Fault('notFound', { data: { courseId, file, part } });
  const more = (await readPart(read, stored.id, part + 1)) !== null;
  return { name: named.name, size: stored.size, part, more, content: bytes.toString('base64') };
}
