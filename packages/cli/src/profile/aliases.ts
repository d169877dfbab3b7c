import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getConfigDirectory, makeFolder } from './config-directory.ts';

/** The user's aliases: a command line, split into words, by name. */
export type Aliases = Readonly<Record<string, readonly string[]>>;

const getAliasPath = () => join(getConfigDirectory(), 'aliases.json');

/** Reads the aliases. Returns none when the file is missing or invalid. */
export function readAliases(): Aliases {
  try {
    const stored: unknown = JSON.parse(readFileSync(getAliasPath(), 'utf8'));
    if (typeof stored !== 'object' || stored === null) return {};
    return Object.fromEntries(Object.entries(stored).filter(([, words]) => Array.isArray(words)));
  } catch {
    return {};
  }
}

export function writeAliases(aliases: Aliases): void {
  makeFolder(getConfigDirectory());
  writeFileSync(`${getAliasPath()}.new`, `${JSON.stringify(aliases, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${getAliasPath()}.new`, getAliasPath());
}
