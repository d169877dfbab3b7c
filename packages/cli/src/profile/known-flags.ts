import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { configDirectory } from './config-directory.ts';

interface KeptProfiles {
  readonly current?: string;
  readonly profiles?: Readonly<Record<string, { readonly flags?: Readonly<Record<string, string>> }>>;
}

/**
 * The flags of the server's configuration, as far as they are known without asking it: CRAFT from the environment, else what
 * the profile's server said at sign-in.
 */
export function knownFlags(profile: string | null): Readonly<Record<string, string>> {
  const { CRAFT, GANTRY_PROFILE } = process.env;
  if (CRAFT !== undefined) return { CRAFT };
  try {
    const kept = JSON.parse(readFileSync(join(configDirectory(), 'profiles.json'), 'utf8')) as KeptProfiles;
    const name = profile ?? (GANTRY_PROFILE || kept.current || 'default');
    return kept.profiles?.[name]?.flags ?? {};
  } catch {
    return {};
  }
}
