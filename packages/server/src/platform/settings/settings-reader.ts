import { ApiError, memoizePer, type SettingsDefinition, type UploadKind, type Values } from '@gantry/core';
import type { Clock } from '../context/context.ts';
import type { Keyring } from '../secrets/keyring.ts';
import type { Database, Reader } from '../store/database.ts';
import {
  groupKey,
  mergeValues,
  readGroups,
  readSecrets,
  type StoredGroup,
  type StoredSecret,
} from './settings-store.ts';
import type { GroupName, GroupValues, PageName } from './settings-types.ts';

/** Reads settings as they were last saved; outdated by at most a second when no change signal arrives. */
export interface SettingsReader {
  /** @param through the open transaction, if any, so that the read does not wait for a second connection */
  read<P extends PageName, G extends GroupName<P>>(page: P, group: G, through?: Reader): Promise<GroupValues<P, G>>;
  /** Returns a decrypted secret of a group; null when it is not set. */
  secret(page: string, group: string, field: string): Promise<string | null>;
  /** Clears the cache. */
  purge(): void;
}

interface SettingsReaderDeps {
  readonly database: Database;
  readonly definitions: readonly SettingsDefinition[];
  readonly keyring: Keyring;
  readonly clock: Clock;
}

/** Cached settings. */
interface CachedSettings {
  readonly at: number;
  readonly groups: Promise<Map<string, StoredGroup>>;
  found: Map<string, StoredGroup> | null;
  /** Encrypted secrets, by group, loaded on demand. */
  readonly secrets: Map<string, Promise<Map<string, StoredSecret>>>;
}

/** How long settings are cached without a change signal, in ms. */
export const cacheMs = 1000;

export function createSettingsReader({ database, definitions, keyring, clock }: SettingsReaderDeps): SettingsReader {
  let cached: CachedSettings | null = null;
  /** Groups merged with their defaults, on demand. */
  const merged = memoizePer((_found: ReadonlyMap<string, StoredGroup>) => new Map<string, Values>());
  const getCached = () => (cached !== null && Math.abs(clock() - cached.at) < cacheMs ? cached : null);
  const load = (): CachedSettings => {
    const now: CachedSettings = { at: clock(), groups: readGroups(database.read), found: null, secrets: new Map() };
    cached = now;
    now.groups.then(
      (found) => {
        now.found = found;
      },
      () => {
        if (cached === now) cached = null;
      },
    );
    return now;
  };
  const getGroups = (through?: Reader) => {
    if (through) return getCached()?.found ?? readGroups(through);
    return (getCached() ?? load()).groups;
  };
  // Secrets are cached together with their groups, so that no secret is older than the URL that it is used with.
  const secrets = (page: string, group: string) => {
    const { secrets: stored } = getCached() ?? load();
    const key = groupKey(page, group);
    const sealed = stored.get(key) ?? readSecrets(database.read, page, group);
    stored.set(key, sealed);
    sealed.catch(() => stored.delete(key));
    return sealed;
  };
  const purge = () => {
    cached = null;
  };
  database.changes.watch(['settings', 'setting_secrets'], purge);
  return {
    async read<P extends PageName, G extends GroupName<P>>(page: P, group: G, through?: Reader) {
      const fields = definitions.find((entry) => entry.name === page)?.groups[group]?.fields;
      if (!fields) throw new Error(`no settings are named ${page}/${group}`);
      const found = await getGroups(through);
      const key = groupKey(page, group);
      const values = merged(found).get(key) ?? mergeValues(fields, found.get(key)?.content ?? {});
      merged(found).set(key, values);
      return { ...values } as GroupValues<P, G>;
    },
    async secret(page, group, field) {
      const found = (await secrets(page, group)).get(field);
      return found ? keyring.open({ table: 'setting_secrets', id: found.id, column: 'sealed' }, found.sealed) : null;
    },
    purge,
  };
}

/** The message for users while the platform is under maintenance; null while it is not. */
export async function getMaintenanceMessage(settings: SettingsReader): Promise<string | null> {
  const { maintenance, maintenanceText } = await settings.read('system', 'site');
  return maintenance ? (maintenanceText ?? '') : null;
}

/** The error for a call that would start new work while the platform is under maintenance; null while it is not. */
export async function getMaintenanceError(settings: SettingsReader): Promise<ApiError | null> {
  const message = await getMaintenanceMessage(settings);
  if (message === null) return null;
  return new ApiError('busy', { data: { maintenance: true }, ...(message === '' ? {} : { message }) });
}

const megabyte = 1024 * 1024;

/** Returns the maximum size of uploads in bytes and their allowed types, from the current settings. */
export async function readUploadRules(settings: SettingsReader) {
  const { uploadMaxMb } = await settings.read('system', 'site');
  const { allowExt } = await settings.read('extensions', 'storage');
  const allowed: readonly string[] = allowExt ?? [];
  return { maxBytes: uploadMaxMb * megabyte, takes: (kind: UploadKind) => allowed.includes(kind) };
}
