import { createHash } from 'node:crypto';
import type { ConfigSnapshotAnswer, ProductsOnSale } from '@gantry/core';
import type { ServiceDeps, ServiceHandlers } from '../../../platform/service-api/service-context.ts';
import { getMaintenanceMessage } from '../../../platform/settings/maintenance.ts';
import { listProductsOnSale } from '../../catalog/index.ts';
import { getContentVersions, type ReadSlides } from '../../content/index.ts';
import { readChannels } from '../../creations/index.ts';
import { listOfferedModels, readAiConfig } from '../../models/index.ts';
import type { WordList } from '../../moderation/index.ts';
import { createEventFeed } from '../events/event-feed.ts';
import { findActiveFront } from './front.ts';

/** How long a snapshot is valid while nothing is written, in ms, because some of it changes only with time. */
const lasts = 2_000;

/** What was built, with its version. */
interface Versioned {
  readonly version: string;
}

interface CachedSnapshot<T> {
  /** Builds it again. */
  build(): Promise<T>;
  /** The one that is in force; the same while nothing that is kept has changed, for a short while. */
  inForce(): Promise<T>;
}

/**
 * Keeps the newest snapshot under a mark that every kept change moves on, so that whoever asks whether theirs is still in force
 * has nothing built. The mark is read before, so that a change meanwhile is none of the past.
 */
function cacheSnapshot<T extends Versioned>(
  markOf: () => Promise<string>,
  read: () => Promise<T>,
  now: () => number = () => performance.now(),
): CachedSnapshot<T> {
  let stored: { readonly mark: string; readonly at: number; readonly snapshot: Promise<T> } | null = null;
  const keep = (mark: string): Promise<T> => {
    const fresh = { mark, at: now(), snapshot: read() };
    fresh.snapshot.catch(() => {
      if (stored === fresh) stored = null;
    });
    stored = fresh;
    return fresh.snapshot;
  };
  return {
    build: async () => keep(await markOf()),
    async inForce() {
      const mark = await markOf();
      return stored?.mark === mark && now() - stored.at < lasts ? stored.snapshot : keep(mark);
    },
  };
}

/** Products with a stock by whether there is any: each order takes of it, and that alone is no news to whoever keeps a copy. */
function soldOrNot({ plans, coinPacks, powerPacks, ...rest }: ProductsOnSale) {
  const shown = <T extends { readonly stock: number | null }>(products: readonly T[]) =>
    products.map((product) => ({ ...product, stock: product.stock === null ? null : product.stock > 0 }));
  return { plans: shown(plans), coinPacks: shown(coinPacks), powerPacks: shown(powerPacks), ...rest };
}

/** What a snapshot is read from. */
export interface ConfigDeps extends ServiceDeps {
  readonly wordList: WordList;
  readonly slides: ReadSlides;
}

/** What the platform runs by, with a version that changes whenever any of it does; of a stock, when it is sold out or is not any more. */
export function createConfigHandlers(deps: ConfigDeps): ServiceHandlers<'configSnapshot' | 'configChanges'> {
  const { catalogue, database, clock, settings, wordList, slides } = deps;
  const read = async (): Promise<ConfigSnapshotAnswer> => {
    const { name, timezone, defaultLocale } = await settings.read('system', 'site');
    const { bannedWordsEnabled, checkPrompt, checkOutput, stopOnHit, formatRejection } = await settings.read(
      'system',
      'content',
    );
    const { lowBalanceNotice } = await settings.read('system', 'billing');
    const { version: lexiconVersion } = await wordList.recent();
    const models = await listOfferedModels(database.read);
    const snapshot = {
      site: { name, timezone, defaultLocale, maintenance: await getMaintenanceMessage(settings) },
      content: { bannedWordsEnabled, checkPrompt, checkOutput, stopOnHit, formatRejection },
      billing: { lowBalanceNotice },
      mindMap: await settings.read('mindMap', 'maps'),
      videoChannels: await readChannels(settings),
      lexiconVersion,
      models,
      ai: await readAiConfig(settings, models),
      carousel: { login: await slides('login'), home: await slides('home') },
      catalogue: await getContentVersions(database.read, catalogue),
      front: Number((await findActiveFront(database.read))?.no ?? 0),
      market: await listProductsOnSale(database.read, clock()),
    };
    const reported = { ...snapshot, market: soldOrNot(snapshot.market) };
    const version = createHash('sha256').update(JSON.stringify(reported)).digest('hex').slice(0, 16);
    return { version, ...snapshot };
  };
  const { build, inForce } = cacheSnapshot(createEventFeed(deps).now, read);
  return {
    configSnapshot: build,
    async configChanges({ knownVersion }) {
      // Most ask for the version that they have. Whoever gets another one gets what is in force now, whatever another process gave.
      if (knownVersion && (await inForce()).version === knownVersion) return { version: knownVersion, snapshot: null };
      const snapshot = await build();
      return { version: snapshot.version, snapshot: snapshot.version === knownVersion ? null : snapshot };
    },
  };
}
