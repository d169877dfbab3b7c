import { goldenQuestion, knowChunk, knowDoc, knowledge, recallRecord, recallRun, tableName } from '@gantry/core';
import type { Services } from '../../../platform/context/context.ts';
import type { ScheduledJob } from '../../../platform/jobs/ticker.ts';
import { type Tx, withNamedTables } from '../../../platform/store/database.ts';
import { removeRecords } from '../../../platform/store/records.ts';
import { dropGeneration, dropVectors } from '../recall/index.ts';
import { removeUnused } from '../store/document-store.ts';
import { purgeText } from '../work/stored-text.ts';
import { knowWork } from '../work/work-kind.ts';

/** Records that one transaction takes away. */
const atOnce = 500;

type Deps = Pick<Services, 'database'>;

/** Takes some of what a base holds away; true when nothing is left. */
async function dropSome({ database }: Deps, tx: Tx, base: number): Promise<boolean> {
  const { dialect } = database;
  const place = { knowledgeId: base, generation: 1 };
  for (const part of [recallRecord, recallRun, goldenQuestion, knowChunk]) {
    const some = withNamedTables(tx)
      .selectFrom(tableName(part.name))
      .select('id')
      .where('knowledge_id', '=', base)
      .limit(atOnce);
    const ids = (await some.execute()).map(({ id }) => Number(id));
    if (ids.length === 0) continue;
    if (part === knowChunk) await dropVectors({ tx, dialect }, place, ids);
    await removeRecords(tx, dialect, part, ids);
    return false;
  }
  const docs = tx.selectFrom('know_docs').select(['id', 'file']).where('knowledge_id', '=', base).limit(atOnce);
  const rows = await docs.execute();
  if (rows.length === 0) return !(await dropGeneration({ tx, dialect }, place));
  const ids = rows.map(({ id }) => id);
  await purgeText(tx, knowWork, ids);
  await removeRecords(tx, dialect, knowDoc, ids);
  for (const { file } of rows) await removeUnused(tx, file);
  return false;
}

/** Takes away what there is of a base whose import came to nothing, a little at a time; one that is whole stays. */
export async function dropImport(deps: Deps, base: number): Promise<void> {
  const { database } = deps;
  for (let isOver = false; !isOver; ) {
    isOver = await database.transaction(async (tx) => {
      const row = await tx.selectFrom('knowledge_bases').select('status').where('id', '=', base).executeTakeFirst();
      if (row?.status !== 'importing') return true;
      if (!(await dropSome(deps, tx, base))) return false;
      await removeRecords(tx, database.dialect, knowledge, [base]);
      return true;
    });
  }
}

/** Removes what is left of imports whose job is over, because their server was interrupted or they were canceled. */
export function createImportsJob(deps: Deps): ScheduledJob {
  const { read } = deps.database;
  return {
    name: 'tend imports of bases',
    everyMs: 30_000,
    watches: ['background_jobs', 'knowledge_bases'],
    run: async () => {
      const begun = await read.selectFrom('knowledge_bases').select('id').where('status', '=', 'importing').execute();
      if (begun.length === 0) return;
      const jobs = read.selectFrom('background_jobs').select('params').where('kind', '=', 'knowledgeImport');
      const open = await jobs.where('status', 'in', ['queued', 'running']).execute();
      const stored = new Set(open.map(({ params }) => (JSON.parse(params) as { base?: unknown }).base));
      for (const { id } of begun) if (!stored.has(id)) await dropImport(deps, id);
    },
  };
}
