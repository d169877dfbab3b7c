import { ApiError, type Catalogue, type CatalogueFileAnswer, parseMaterialFiles, tableName } from '@gantry/core';
import type { Reader } from '../../../platform/store/database.ts';
import { findUpload, readPart } from '../../knowledge/store/document-store.ts';
import type { Eligibility } from '../../memberships/quotas/may-use.ts';
import { getContentSource, presentItems } from './list-content.ts';
import { getVisibleContent } from './personal-content.ts';

export interface MaterialRequest {
  readonly courseId: number;
  readonly file: string;
  /** Counted from 0. */
  readonly part: number;
  /** Of the person who reads it; null for the platform itself. */
  readonly status: Eligibility | null;
}

/** A part of a file among the material of a course that is published. Nothing else is given out. */
export async function readMaterial(
  read: Reader,
  catalogue: Catalogue,
  { courseId, file, part, status }: MaterialRequest,
): Promise<CatalogueFileAnswer> {
  const source = getContentSource(catalogue, 'courses');
  const courses = read.selectFrom(tableName(source.resource.name)).selectAll().where('id', '=', courseId);
  const rows = await courses.where('status', 'in', [...source.states]).execute();
  const [item] = await presentItems(read, source, rows);
  const seen = item && status ? (await getVisibleContent(read, source, status))(item) : item;
  const named = parseMaterialFiles(seen?.attachments).find((one) => one.file === file);
  const stored = named && (await findUpload(read, file));
  if (!stored) throw new ApiError('notFound', { data: { courseId, file } });
  if (seen?.allowed === false) throw new ApiError('denied', { data: { courseId } });
  const bytes = await readPart(read, stored.id, part);
  if (!bytes) throw new ApiError('notFound', { data: { courseId, file, part } });
  const more = (await readPart(read, stored.id, part + 1)) !== null;
  return { name: named.name, size: stored.size, part, more, content: bytes.toString('base64') };
}
