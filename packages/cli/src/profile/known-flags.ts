import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { entities } from '../catalog/entities.ts';
import { getConfigDirectory } from './config-directory.ts';

interface StoredProfiles {
  readonly current?: string;
  readonly profiles?: Readonly<Record<string, { readonly flags?: Readonly<Record<string, string>> }>>;
}

/**
 * The feature flags of the server as far as they are known without calling it: CRAFT from the environment, else those that the
 * server of the profile returned at sign-in.
 */
function readKnownFlags(profile: string | null): Readonly<Record<string, string>> {
  const { CRAFT, GANTRY_PROFILE } = process.env;
  if (CRAFT !== undefined) return { CRAFT };
  try {
    const stored = JSON.parse(readFileSync(join(getConfigDirectory(), 'profiles.json'), 'utf8')) as StoredProfiles;
    const name = profile ?? (GANTRY_PROFILE || stored.current || 'default');
    return stored.profiles?.[name]?.flags ?? {};
  } catch {
    return {};
  }
}

/** Whether a server has the entity of a command. An entity behind a feature flag requires the flag to be known as set. */
export function isEntityAvailable(command: string, profile: string | null): boolean {
  const flag = Object.hasOwn(entities, command) ? entities[command]?.flag : undefined;
  if (flag === undefined || flag === null) return flag === null;
  return readKnownFlags(profile)[flag] === 'true';
}
