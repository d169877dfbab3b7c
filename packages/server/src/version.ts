import { readFileSync } from 'node:fs';

/** The version of the product, as its package says. */
export function readVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  const { version } = JSON.parse(text) as { readonly version?: unknown };
  return String(version);
}
