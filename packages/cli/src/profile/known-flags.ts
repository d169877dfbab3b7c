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
 * The flags of the server's configuration, as far as they are known without asking it: CRAFT from the environment, else what
 * the profile's server said at sign-in.
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

/** Whether a server has an entity, by its command: one behind a flag only when the server is known to have set it. */
export function isThere(command: string, profile: string | null): boolean {
  const flag = Object.hasOwn(entities, command) ? entities[command]?.flag : undefined;
  if (flag === undefined || flag === null) return flag === null;
  return readKnownFlags(profile)[flag] === 'true';
}
