import { chmodSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import type { SessionStore, Translate } from '@gantry/core';
import Conf from 'conf';
import type { CliKey } from '../context/cli-key.ts';
import { getConfigDirectory, makeFolder } from './config-directory.ts';

/** Reports a profile file that cannot be read. */
interface ProblemReporter {
  readonly t: Translate<CliKey>;
  note(line: string): void;
}

/** A server and how the CLI treats it. */
export interface Profile {
  readonly server: string;
  readonly username: string;
  /** The feature flags of the server at the last sign-in. */
  readonly flags?: Readonly<Record<string, string>>;
  /** Whether dangerous actions must be confirmed with the name of the profile. */
  readonly production?: boolean;
  /** Whether calls that would change something are rejected before they are sent. */
  readonly readOnly?: boolean;
}

interface StoredProfile {
  current: string;
  profiles: Record<string, Profile>;
  /** The theme of the terminal interface. */
  theme?: string;
}

export interface Profiles {
  current(name: string | null): Profile | null;
  currentName(name: string | null): string;
  names(): string[];
  /** The name of the profile that marks a server as production; null for any other server. */
  productionAt(server: string): string | null;
  /** Stores a profile. The first one becomes the default; later ones do not change the default. */
  save(name: string | null, profile: Profile): void;
  /** Makes a profile the default of commands that name none. */
  use(name: string): void;
  /** Deletes a profile and its token. Deleting the default leaves no default. */
  remove(name: string): void;
  /** The default profile, ignoring the environment; null when there is none. */
  defaultName(): string | null;
  /** The store of a profile's token: a separate file that only its owner can read. */
  tokenStore(name: string | null): SessionStore;
  tokenPath(name: string | null): string;
  /** The chosen theme of the terminal interface; null when none was chosen. */
  theme(): string | null;
  saveTheme(name: string): void;
}

function openConf(directory: string): Conf<StoredProfile> {
  return new Conf<StoredProfile>({
    cwd: directory,
    configName: 'profiles',
    projectName: 'gantry',
    configFileMode: 0o600,
    accessPropertiesByDotNotation: false,
    defaults: { current: 'default', profiles: {} },
  });
}

/** Moves an invalid file aside and reports it, so that nothing is lost and the command can continue. */
function openOrMoveAside(directory: string, reporter: ProblemReporter): Conf<StoredProfile> {
  try {
    return openConf(directory);
  } catch {
    const path = join(directory, 'profiles.json');
    const aside = `${path}.broken`;
    renameSync(path, aside);
    reporter.note(reporter.t('cli.badProfile', { path: aside }));
    return openConf(directory);
  }
}

function createFileStore(path: string): SessionStore {
  const read = (): Record<string, string> => {
    try {
      return JSON.parse(readFileSync(path, 'utf8'));
    } catch {
      return {};
    }
  };
  const write = (values: Record<string, string>) => {
    const extra = `${path}.${process.pid}`;
    writeFileSync(extra, JSON.stringify(values), { mode: 0o600 });
    renameSync(extra, path);
  };
  return {
    get: (key) => read()[key] ?? null,
    set: (key, value) => write({ ...read(), [key]: value }),
    remove: (key) => {
      const { [key]: _gone, ...rest } = read();
      if (Object.keys(rest).length > 0) write(rest);
      else rmSync(path, { force: true });
    },
  };
}

export function openProfiles(reporter: ProblemReporter): Profiles {
  const directory = getConfigDirectory();
  makeFolder(directory);
  chmodSync(directory, 0o700);
  const conf = openOrMoveAside(directory, reporter);
  const getCurrentName = (name: string | null) => name ?? (process.env.GANTRY_PROFILE || conf.get('current'));
  const getTokenPath = (name: string | null) =>
    join(directory, `session-${encodeURIComponent(getCurrentName(name))}.json`);
  const getDefaultName = () => (conf.get('profiles')[conf.get('current')] ? conf.get('current') : null);
  return {
    currentName: getCurrentName,
    names: () => Object.keys(conf.get('profiles')),
    tokenPath: getTokenPath,
    current: (name) => conf.get('profiles')[getCurrentName(name)] ?? null,
    productionAt: (server) => {
      const marked = Object.entries(conf.get('profiles')).filter(([, one]) => one.production === true);
      return marked.find(([, one]) => one.server === server)?.[0] ?? null;
    },
    save: (name, profile) => {
      const all = conf.get('profiles');
      const before = all[getCurrentName(name)];
      // The marks belong to the server: a profile that changes its server loses them.
      const { production, readOnly } = { ...(before?.server === profile.server ? before : {}), ...profile };
      const { production: _of, readOnly: _its, ...plain } = profile;
      const marks = { ...(production === true ? { production } : {}), ...(readOnly === true ? { readOnly } : {}) };
      const stored = { ...plain, ...marks };
      conf.set('profiles', { ...all, [getCurrentName(name)]: stored });
      if (getDefaultName() === null) conf.set('current', getCurrentName(name));
    },
    defaultName: getDefaultName,
    use: (name) => conf.set('current', name),
    remove: (name) => {
      const { [name]: _gone, ...rest } = conf.get('profiles');
      conf.set('profiles', rest);
      if (conf.get('current') === name) conf.reset('current');
      rmSync(getTokenPath(name), { force: true });
    },
    tokenStore: (name) => createFileStore(getTokenPath(name)),
    theme: () => conf.get('theme') ?? null,
    saveTheme: (name) => conf.set('theme', name),
  };
}
