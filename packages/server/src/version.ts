import { readFileSync } from 'node:fs';

declare const gantryCommit: string | undefined;

/** The commit that this program was built from; null when it runs from sources, or was built without a Git history. */
export function readCommit(): string | null {
  return typeof gantryCommit === 'undefined' ? null : gantryCommit || null;
}

/** The version of the product from its package.json. */
export function readVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  const { version } = JSON.parse(text) as { readonly version?: unknown };
  return String(version);
}
