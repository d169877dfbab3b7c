import type { Row } from '../../../platform/store/database.ts';
import { embedTexts } from '../recall/index.ts';
import type { WorkDeps } from '../work/work.ts';

/** A vector as it is kept: 32-bit floats, little end first. */
export function toVectorBlob(vector: Float32Array): Buffer {
  const blob = Buffer.allocUnsafe(vector.length * 4);
  for (let at = 0; at < vector.length; at += 1) blob.writeFloatLE(vector[at] ?? 0, at * 4);
  return blob;
}

function likeness(blob: Buffer, vector: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < vector.length; at += 1) sum += blob.readFloatLE(at * 4) * (vector[at] ?? 0);
  return sum;
}

export interface PdfHit {
  readonly row: Row;
  readonly score: number;
}

/** The chunks of one PDF that are closest to a question, the best first. A document is small enough to look at whole. */
export async function searchPdf(deps: WorkDeps, doc: Row, query: string, topK: number): Promise<PdfHit[]> {
  const rows = await deps.database.read
    .selectFrom('pdf_chunks as c')
    .innerJoin('pdf_vectors as v', 'v.chunk_id', 'c.id')
    .select(['c.id', 'c.content', 'c.page_from', 'c.page_to', 'c.embedding_model_id', 'v.vector', 'v.dims'])
    .where('c.doc_id', '=', doc.id)
    .where('c.generation', '=', doc.generation)
    .where('c.enabled', '=', 1)
    .execute();
  const first = rows[0];
  if (!first) return [];
  const model =
    first.embedding_model_id === null
      ? null
      : ((await deps.database.read
          .selectFrom('ai_models')
          .selectAll()
          .where('id', '=', first.embedding_model_id)
          .executeTakeFirst()) ?? null);
  const { vectors } = await embedTexts(deps, { model, texts: [query], dims: Number(first.dims) });
  const requested = vectors[0];
  if (!requested) return [];
  return rows
    .flatMap((row) =>
      Buffer.isBuffer(row.vector) && row.vector.length === requested.length * 4
        ? [{ row, score: likeness(row.vector, requested) }]
        : [],
    )
    .sort((one, other) => other.score - one.score)
    .slice(0, topK);
}
