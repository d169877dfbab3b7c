import type { Fields } from '@gantry/core';

/** So many fields stand one under the other; of more, two that are short stand side by side. */
const maxUnpaired = 6;
const long = ['paragraph', 'markdown', 'json', 'choices', 'tags', 'image'];

/** Rows for fields that come without any. */
export function pairRows(fields: Fields): string[][] {
  const names = Object.keys(fields);
  if (names.length <= maxUnpaired) return names.map((name) => [name]);
  const isShort = (name: string | undefined) => name !== undefined && !long.includes(fields[name]?.kind ?? '');
  const rows: string[][] = [];
  for (const name of names) {
    const last = rows.at(-1);
    if (last?.length === 1 && isShort(last[0]) && isShort(name)) last.push(name);
    else rows.push([name]);
  }
  return rows;
}
