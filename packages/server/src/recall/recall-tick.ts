import type { Services } from '../context.ts';
import type { Tick } from '../jobs/ticker.ts';
import type { SettingsReader } from '../settings/settings-reader.ts';
import { dropGeneration } from './drop-generation.ts';
import type { BasePlace } from './put-vectors.ts';
import { forgetRecalls } from './record-recall.ts';

interface Needs extends Services {
  readonly settings: SettingsReader;
}

/** Vectors of bases that are gone, and of generations that no longer serve and are not being made. */
async function leftBehind({ database }: Needs): Promise<BasePlace[]> {
  const rows = await database.read
    .selectFrom('know_vector_heads as h')
    .leftJoin('knowledges as k', 'k.id', 'h.knowledge_id')
    .select(['h.knowledge_id', 'h.generation'])
    .where((where) => where.or([where('k.id', 'is', null), where('h.generation', '<', where.ref('k.generation'))]))
    .limit(10)
    .execute();
  return rows.map(({ knowledge_id, generation }) => ({
    knowledgeId: Number(knowledge_id),
    generation: Number(generation),
  }));
}

/** Forgets old records, and vectors that nobody asks any more. */
export function recallTick(needs: Needs): Tick {
  const { database, clock, settings } = needs;
  const { dialect } = database;
  return {
    name: 'forget recall records and old vectors',
    everyMs: 60_000,
    run: async () => {
      const { keepDays } = await settings.read('recall', 'records');
      while ((await forgetRecalls(database, keepDays, clock())) > 0);
      for (const place of await leftBehind(needs)) {
        while (await database.transaction((tx) => dropGeneration({ tx, dialect }, place)));
      }
    },
  };
}
