import type { Row } from '../../../platform/store/database.ts';
import { DocumentError } from '../parse/document-error.ts';
import { putVectors } from '../recall/index.ts';
import { getTexts } from './chunk-rows.ts';
import { embed, findModel, rethrowAsDocumentError } from './index-stage.ts';
import type { WorkDeps } from './work.ts';

const atOnce = 64;

/** Indexes chunks that serve and were changed by hand. One that is changed meanwhile waits for the next time. */
export async function reindexChanged(deps: WorkDeps): Promise<number> {
  const rows = await deps.database.read
    .selectFrom('know_chunks')
    .selectAll()
    .where('status', '=', 'pending')
    .where('generation', '>', 0)
    .orderBy('id')
    .limit(atOnce)
    .execute();
  const bases = new Map<number, Row[]>();
  for (const row of rows) {
    const id = Number(row.knowledge_id);
    bases.set(id, [...(bases.get(id) ?? []), row]);
  }
  let done = 0;
  for (const [id, chunks] of bases) done += await reindexIn(deps, id, chunks);
  return done;
}

async function reindexIn(deps: WorkDeps, knowledgeId: number, rows: readonly Row[]): Promise<number> {
  const { database } = deps;
  const base = await database.read
    .selectFrom('knowledges')
    .selectAll()
    .where('id', '=', knowledgeId)
    .executeTakeFirst();
  if (!base) return 0;
  const texts = rows.map(getTexts);
  try {
    const model = await findModel(deps, base, Number(base.generation));
    const { vectors } = await embed(
      deps,
      model,
      texts.map((parts) => parts.join('\n')),
    );
    return await writeAll(deps, rows, texts, vectors);
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    if (!error.again) await markFailed(deps, rows, error);
    return 0;
  }
}

function writeAll(
  { database }: WorkDeps,
  rows: readonly Row[],
  texts: readonly (readonly string[])[],
  vectors: readonly Float32Array[],
): Promise<number> {
  return database.transaction(async (tx) => {
    let done = 0;
    for (const [at, row] of rows.entries()) {
      const vector = vectors[at];
      const same = await tx
        .updateTable('know_chunks')
        .set({ status: 'indexed', error: null })
        .where('id', '=', row.id)
        .where('version', '=', row.version)
        .returning('id')
        .executeTakeFirst();
      if (!same || !vector) continue;
      const place = { knowledgeId: Number(row.knowledge_id), generation: Number(row.generation) };
      const entry = { chunkId: Number(row.id), vector, texts: texts[at] ?? [] };
      await putVectors({ tx, dialect: database.dialect }, place, [entry]).catch(rethrowAsDocumentError);
      done += 1;
    }
    return done;
  });
}

function markFailed({ database }: WorkDeps, rows: readonly Row[], error: DocumentError): Promise<unknown> {
  const ids = rows.map(({ id }) => Number(id));
  const failed = { status: 'failed', error: error.message };
  return database.transaction((tx) => tx.updateTable('know_chunks').set(failed).where('id', 'in', ids).execute());
}
