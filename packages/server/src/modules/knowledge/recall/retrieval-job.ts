import { sql } from 'kysely';
import type { Services } from '../../../platform/context/context.ts';
import type { ScheduledJob } from '../../../platform/jobs/scheduler.ts';
import type { SettingsReader } from '../../../platform/settings/settings-reader.ts';
import { pruneRecalls, pruneRuns } from './record-recall.ts';
import { type BasePlace, dropGeneration, recallIndex } from './vectors/read-vectors.ts';

interface Deps extends Services {
  readonly settings: SettingsReader;
}

/** Finds vectors of deleted bases, and of index versions that are neither active nor being built. */
async function listUnusedVectors({ database }: Deps): Promise<BasePlace[]> {
  const rows = await database.read
    .selectFrom('know_vector_heads as h')
    .leftJoin('knowledge_bases as k', 'k.id', 'h.knowledge_id')
    .select(['h.knowledge_id', 'h.generation'])
    .where((where) => where.or([where('k.id', 'is', null), where('h.generation', '<', where.ref('k.generation'))]))
    .limit(10)
    .execute();
  return rows.map(({ knowledge_id, generation }) => ({
    knowledgeId: knowledge_id,
    generation: generation,
  }));
}

/** Merges new entries into the keyword index. PostgreSQL stores them in a pending list that every search must scan. */
export async function pruneIndex({ database }: Pick<Deps, 'database'>): Promise<void> {
  if (database.kind !== 'postgres') return;
  await sql`select gin_clean_pending_list(${`${recallIndex}_search_terms`}::regclass)`.execute(database.read);
}

/** Creates the job that deletes old retrieval records and unused vectors. */
export function createRetrievalJob(deps: Deps): ScheduledJob {
  const { database, clock, settings } = deps;
  const { dialect } = database;
  return {
    name: 'prune the retrieval log and old vectors',
    everyMs: 60_000,
    run: async () => {
      const { keepDays } = await settings.read('recall', 'records');
      while ((await pruneRecalls(database, keepDays, clock())) > 0);
      await pruneRuns(database, keepDays, clock());
      await pruneIndex(deps);
      for (const place of await listUnusedVectors(deps)) {
        while (await database.transaction((tx) => dropGeneration({ tx, dialect }, place)));
      }
    },
  };
}
