import { timingSafeEqual } from 'node:crypto';

/** Are two texts the same? How long it takes tells nothing of where they differ. */
export function isSameText(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
