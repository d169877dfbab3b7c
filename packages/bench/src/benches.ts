import type { DatabasePlace } from '../../server/src/platform/store/open-database.ts';
import type { BenchResult } from './bench-result.ts';
import { ensureChats } from './chat-corpus.ts';
import { benchChunking } from './chunking.bench.ts';
import { benchCodes } from './codes.bench.ts';
import { benchConsoleGrid } from './console-grid.bench.ts';
import { benchConsoleLoad } from './console-load.bench.ts';
import { benchConsumption } from './consumption.bench.ts';
import { benchCreate } from './create.bench.ts';
import { benchExportMemory } from './export-memory.bench.ts';
import { benchIdle } from './idle.bench.ts';
import { benchImport } from './import.bench.ts';
import { benchKilled } from './killed.bench.ts';
import { benchLists } from './lists.bench.ts';
import { benchMemory } from './memory.bench.ts';
import { benchModeration } from './moderation.bench.ts';
import { benchMoney } from './money.bench.ts';
import { benchOverload } from './overload.bench.ts';
import type { BenchSetup } from './places.ts';
import { benchRecall } from './recall.bench.ts';
import { benchSearch } from './search.bench.ts';
import { serve } from './served.ts';
import { benchSoak } from './soak.bench.ts';
import { benchStartup } from './startup.bench.ts';
import { benchWebSizes } from './web-sizes.bench.ts';

/** Results that are measured together, with the name that selects them. */
export interface Bench {
  readonly name: string;
  /** Whether it takes so long that it only runs when it is named. */
  readonly isLong?: boolean;
  run(setup: BenchSetup): Promise<BenchResult[]>;
}

type OnDatabase = (place: DatabasePlace, setup: BenchSetup) => Promise<BenchResult[]>;

/** Runs a benchmark on both databases, each either shared with others or new and empty. */
function onBoth(name: string, kind: 'shared' | 'fresh', run: OnDatabase): Bench[] {
  return [
    {
      name: `${name}-sqlite`,
      run: async (setup) => run(kind === 'shared' ? setup.sqlite : await setup.fresh('sqlite'), setup),
    },
    {
      name: `${name}-postgres`,
      run: async (setup) => run(kind === 'shared' ? await setup.postgres() : await setup.fresh('postgres'), setup),
    },
  ];
}

const long = (some: readonly Bench[]): Bench[] => some.map((bench) => ({ ...bench, isLong: true }));

/** All benchmarks in the order of execution. They share databases; memory is measured when these are full. */
export const benches: readonly Bench[] = [
  { name: 'moderation', run: () => benchModeration() },
  { name: 'chunking', run: () => benchChunking() },
  { name: 'startup', run: () => benchStartup() },
  { name: 'web-sizes', run: () => benchWebSizes() },
  { name: 'console-load', run: () => benchConsoleLoad() },
  { name: 'console-grid', run: () => benchConsoleGrid() },
  ...onBoth('create', 'fresh', benchCreate),
  ...onBoth('import', 'fresh', benchImport),
  ...onBoth('money', 'fresh', (place) => benchMoney(place)),
  ...onBoth('codes', 'fresh', (place) => benchCodes(place)),
  ...onBoth('consumption', 'fresh', benchConsumption),
  ...onBoth('export-memory', 'fresh', (place) => benchExportMemory(place)),
  ...onBoth('recall', 'fresh', (place) => benchRecall(place)),
  ...onBoth('lists', 'shared', (place) => benchLists(place)),
  ...onBoth('search', 'shared', async (place, setup) => benchSearch({ place, trigrams: await filled(setup) })),
  { name: 'memory', run: ({ sqlite }) => benchMemory(sqlite) },
  ...long(onBoth('idle', 'fresh', (place) => benchIdle(place))),
  ...long(onBoth('killed', 'fresh', (place) => benchKilled(place))),
  ...long(onBoth('overload', 'fresh', (place) => benchOverload(place))),
  ...long(onBoth('soak', 'fresh', (place) => benchSoak(place))),
];

/** Returns a PostgreSQL that contains the messages, for a trigram search. */
async function filled(setup: BenchSetup): Promise<DatabasePlace> {
  const place = await setup.postgres();
  const served = await serve(place);
  await ensureChats(served.database, 1_000_000).finally(() => served.stop());
  return place;
}
