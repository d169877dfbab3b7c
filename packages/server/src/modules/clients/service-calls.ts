import { createHash } from 'node:crypto';
import {
  ApiError,
  type CatalogueClientAnswer,
  type ConfigSnapshotAnswer,
  frontSettings,
  type ProductsOnSale,
} from '@gantry/core';
import { isSameText } from '../../platform/secrets/keyring.ts';
import { hashSecret } from '../../platform/secrets/service-secret.ts';
import type { ServiceDeps, ServiceHandlers } from '../../platform/service-api/service-context.ts';
import { getMaintenanceMessage } from '../../platform/settings/settings-reader.ts';
import { mergeValues } from '../../platform/settings/settings-store.ts';
import type { Reader, Row, RowOf } from '../../platform/store/database.ts';
import { listProductsOnSale } from '../catalog/index.ts';
import { getContentVersions, type ReadSlides } from '../content/index.ts';
import { readChannels } from '../creations/index.ts';
import { listOfferedModels, readAiConfig } from '../models/index.ts';
import type { WordList } from '../moderation/index.ts';
import { createEventFeed } from './events/event-feed.ts';
import { isNewerVersion } from './front-versions.ts';

/** How long a snapshot is valid while nothing is written, in ms, because parts of it change only with time. */
const lasts = 2_000;

/** A snapshot with its version. */
interface Versioned {
  readonly version: string;
}

interface CachedSnapshot<T> {
  /** Builds a new snapshot. */
  build(): Promise<T>;
  /** The current snapshot; cached for a short time while no stored record has changed. */
  inForce(): Promise<T>;
}

/**
 * Caches the newest snapshot under a mark that changes with every stored change, so that a client that asks whether its version
 * is current does not cause a rebuild. The mark is read before the build, so that a change during it is not missed.
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

/** Replaces stock numbers by availability. Each order changes the stock, which is no change for clients that cache a copy. */
function toStockFlags({ plans, coinPacks, powerPacks, ...rest }: ProductsOnSale) {
  const toShownProducts = <T extends { readonly stock: number | null }>(products: readonly T[]) =>
    products.map((product) => ({ ...product, stock: product.stock === null ? null : product.stock > 0 }));
  return {
    plans: toShownProducts(plans),
    coinPacks: toShownProducts(coinPacks),
    powerPacks: toShownProducts(powerPacks),
    ...rest,
  };
}

/** What a snapshot is read from. */
export interface ConfigDeps extends ServiceDeps {
  readonly wordList: WordList;
  readonly slides: ReadSlides;
}

/**
 * The configuration of the platform, with a version that changes whenever any part of it does; for a stock, only when it is sold
 * out or available again.
 */
export function createConfigHandlers(deps: ConfigDeps): ServiceHandlers<'configSnapshot' | 'configChanges'> {
  const { catalogue, database, clock, settings, wordList, slides } = deps;
  const read = async (): Promise<ConfigSnapshotAnswer> => {
    const { name, timezone, defaultLocale } = await settings.read('system', 'site');
    const { bannedWordsEnabled, checkPrompt, checkOutput, stopOnHit, formatRejection } = await settings.read(
      'system',
      'content',
    );
    const { lowBalanceNotice } = await settings.read('system', 'billing');
    const { version: lexiconVersion } = await wordList.getRecent();
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
    const reported = { ...snapshot, market: toStockFlags(snapshot.market) };
    const version = createHash('sha256').update(JSON.stringify(reported)).digest('hex').slice(0, 16);
    return { version, ...snapshot };
  };
  const { build, inForce } = cacheSnapshot(createEventFeed(deps).now, read);
  return {
    configSnapshot: build,
    async configChanges({ knownVersion }) {
      // Most clients send the version that they have. A client with another version gets the current one, whatever another
      // process answered.
      if (knownVersion && (await inForce()).version === knownVersion) return { version: knownVersion, snapshot: null };
      const snapshot = await build();
      return { version: snapshot.version, snapshot: snapshot.version === knownVersion ? null : snapshot };
    },
  };
}

type Content = Record<string, Record<string, unknown>>;

/** The content of the page before anything is saved or published. */
function createUsualContent(): Content {
  const groups = Object.entries(frontSettings.groups);
  return Object.fromEntries(groups.map(([group, { fields }]) => [group, mergeValues(fields, {})]));
}

/** Parses a published version; a field that was added later gets its default value. */
function parsePublished(published: string): Content {
  const content = JSON.parse(published) as Content;
  const usual = Object.entries(createUsualContent());
  return {
    ...content,
    ...Object.fromEntries(usual.map(([group, values]) => [group, { ...values, ...content[group] }])),
  };
}

/** The version of the front-end configuration that is in force; never the draft. */
function findActiveFront(read: Reader): Promise<Row | undefined> {
  return read
    .selectFrom('front_versions')
    .select(['no', 'active_at', 'content'])
    .where('status', '=', 'active')
    .executeTakeFirst();
}

export function createFrontHandlers({ database }: Pick<ServiceDeps, 'database'>): ServiceHandlers<'configFront'> {
  return {
    async configFront() {
      const active = await findActiveFront(database.read);
      if (!active) return { no: 0, activeAt: null, content: createUsualContent() };
      return {
        no: Number(active.no),
        activeAt: Number(active.active_at),
        content: parsePublished(String(active.content)),
      };
    },
  };
}

interface ClientRequest {
  readonly appKey: string;
  readonly secret: string | null;
  readonly appVersion: string | null;
}

/** A client app that is enabled. */
async function checkClient(
  read: Reader,
  now: number,
  { appKey, secret, appVersion }: ClientRequest,
): Promise<CatalogueClientAnswer> {
  const app = await read
    .selectFrom('client_apps')
    .selectAll()
    .where('app_key', '=', appKey)
    .where('status', '=', 'enabled')
    .executeTakeFirst();
  if (!app) throw new ApiError('notFound', { data: { appKey } });
  const getText = (value: unknown) => (value === null ? null : String(value));
  return {
    name: app.name,
    platform: app.platform,
    secretIsRight: secret === null ? null : await isRight(read, app.id, secret, now),
    callbackDomains: JSON.parse(app.callback_domains ?? '[]') as string[],
    version: getText(app.app_version),
    minVersion: getText(app.min_version),
    update: updateFor(app, appVersion),
    downloadUrl: getText(app.download_url),
    releaseNotes: getText(app.release_notes),
  };
}

async function isRight(read: Reader, id: number, secret: string, now: number): Promise<boolean> {
  const given = hashSecret(secret);
  const stored = await read
    .selectFrom('client_app_secrets')
    .select(['hash', 'expires_at'])
    .where('owner_id', '=', id)
    .execute();
  return stored.some(({ hash, expires_at: end }) => isSameText(hash, given) && (end === null || end > now));
}

/** A version below the minimum must be updated. An older one may be, or must be when the release requires it. */
function updateFor(app: RowOf<'client_apps'>, running: string | null): CatalogueClientAnswer['update'] {
  if (running === null || app.app_version === null) return 'none';
  if (app.min_version !== null && isNewerVersion(String(app.min_version), running)) return 'required';
  if (!isNewerVersion(String(app.app_version), running)) return 'none';
  return app.force_update === 1 ? 'required' : 'offered';
}

/** What a client app gets about itself when it starts. */
export function createClientHandlers({ database, clock }: ServiceDeps): ServiceHandlers<'catalogueClient'> {
  return {
    catalogueClient: ({ appKey, secret, appVersion }) =>
      checkClient(database.read, clock(), { appKey, secret: secret ?? null, appVersion: appVersion ?? null }),
  };
}

/** The polling call for changes, for services that do not keep a stream open. */
export function createEventHandlers(deps: ServiceDeps): ServiceHandlers<'eventSubscribe'> {
  const feed = createEventFeed(deps);
  return {
    async eventSubscribe({ since, events }) {
      if (!since) return { events: [], next: await feed.now(), more: false, reset: false };
      return feed.after(since, events ?? null);
    },
  };
}
