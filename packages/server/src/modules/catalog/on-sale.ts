import type { Row } from '../../platform/store/database.ts';

/** Is a product put on sale, and is this within the time for which it is? */
export function isOnSale(row: Row, at: number): boolean {
  const from = row.visible_from ?? null;
  const to = row.visible_to ?? null;
  return row.status === 'on' && (from === null || Number(from) <= at) && (to === null || at < Number(to));
}
