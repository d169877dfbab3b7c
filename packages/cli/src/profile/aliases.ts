import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getConfigDirectory, makeFolder } from './config-directory.ts';

/** Command lines of one's own, as words, by the name that stands for them. */
export type Aliases = Readonly<Record<string, readonly string[]>>;

const place = () => join(getConfigDirectory(), 'aliases.json');

/** A file that cannot be read has none. */
export function readAliases(): Aliases {
  try {
    const stored: unknown = JSON.parse(readFileSync(place(), 'utf8'));
    if (typeof stored !== 'object' || stored === null) return {};
    return Object.fromEntries(Object.entries(stored).filter(([, words]) => Array.isArray(words)));
  } catch {
    return {};
  }
}

export function writeAliases(aliases: Aliases): void {
  makeFolder(getConfigDirectory());
  writeFileSync(`${place()}.new`, `${JSON.stringify(aliases, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${place()}.new`, place());
}
