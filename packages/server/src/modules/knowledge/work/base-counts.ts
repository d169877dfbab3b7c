import type { Tx } from '../../../platform/store/database.ts';

/** Recalculates the counts of a base from its documents. */
export async function recountBase(tx: Tx, knowledgeId: number): Promise<void> {
  const sums = await tx
    .selectFrom('know_docs')
    .select(({ fn }) => [
      fn.countAll().as('docs'),
      fn.sum('chunk_count').as('chunks'),
      fn.sum('token_count').as('tokens'),
    ])
    .where('knowledge_id', '=', knowledgeId)
    .executeTakeFirst();
  await tx
    .updateTable('knowledge_bases')
    .set({
      doc_count: Number(sums?.docs ?? 0),
      chunk_count: Number(sums?.chunks ?? 0),
      token_count: Number(sums?.tokens ?? 0),
    })
    .where('id', '=', knowledgeId)
    .execute();
}
