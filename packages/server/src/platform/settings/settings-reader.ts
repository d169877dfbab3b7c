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

/** Settings as code reads them: as they were last saved, and at most a second behind where no signal of that arrives. */
export interface SettingsReader {
  /** `through` is the transaction that asks, if one is open: it then never waits for a second connection. */
  read<P extends PageName, G extends GroupName<P>>(page: P, group: G, through?: Reader): Promise<GroupValues<P, G>>;
  /** A secret of a group, opened; null when none is set. */
  secret(page: string, group: string, field: string): Promise<string | null>;
  /** The next read asks the database. */
  purge(): void;
}

interface SettingsReaderDeps {
  readonly database: Database;
  readonly definitions: readonly SettingsDefinition[];
  readonly keyring: Keyring;
  readonly clock: Clock;
}

/** What was read, once it is there. */
interface Known {
  readonly at: number;
  readonly groups: Promise<Map<string, StoredGroup>>;
  found: Map<string, StoredGroup> | null;
  /** Secrets of groups, sealed, as they were asked for. */
  readonly secrets: Map<string, Promise<Map<string, StoredSecret>>>;
}

/** How long what was read may be used without a signal that it has changed, in ms. */
export const freshFor = 1000;

export function createSettingsReader({ database, definitions, keyring, clock }: SettingsReaderDeps): SettingsReader {
  let known: Known | null = null;
  /** Groups with their defaults, as they were asked for, of one reading. */
  const merged = memoizePer((_found: ReadonlyMap<string, StoredGroup>) => new Map<string, Values>());
  const fresh = () => (known !== null && Math.abs(clock() - known.at) < freshFor ? known : null);
  const requested = (): Known => {
    const now: Known = { at: clock(), groups: readGroups(database.read), found: null, secrets: new Map() };
    known = now;
    now.groups.then(
      (found) => {
        now.found = found;
      },
      () => {
        if (known === now) known = null;
      },
    );
    return now;
  };
  const groups = (through?: Reader) => {
    if (through) return fresh()?.found ?? readGroups(through);
    return (fresh() ?? requested()).groups;
  };
  // Read after its group and forgotten with it, so that no secret is older than the address that it goes to.
  const secrets = (page: string, group: string) => {
    const { secrets: stored } = fresh() ?? requested();
    const key = groupKey(page, group);
    const sealed = stored.get(key) ?? readSecrets(database.read, page, group);
    stored.set(key, sealed);
    sealed.catch(() => stored.delete(key));
    return sealed;
  };
  const purge = () => {
    known = null;
  };
  database.changes.watch(['settings', 'setting_secrets'], purge);
  return {
    async read<P extends PageName, G extends GroupName<P>>(page: P, group: G, through?: Reader) {
      const fields = definitions.find((entry) => entry.name === page)?.groups[group]?.fields;
      if (!fields) throw new Error(`no settings are named ${page}/${group}`);
      const found = await groups(through);
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
  const reported = await getMaintenanceMessage(settings);
  if (reported === null) return null;
  return new ApiError('busy', { data: { maintenance: true }, ...(reported === '' ? {} : { message: reported }) });
}

const megabyte = 1024 * 1024;

/** How large an upload may be in bytes and of what kinds, as the settings say at this moment. */
export async function readUploadRules(settings: SettingsReader) {
  const { uploadMaxMb } = await settings.read('system', 'site');
  const { allowExt } = await settings.read('extensions', 'storage');
  const allowed: readonly string[] = allowExt ?? [];
  return { maxBytes: uploadMaxMb * megabyte, takes: (kind: UploadKind) => allowed.includes(kind) };
}
