export const dayMs = 86_400_000;

/** Returns when credits granted at `at` expire, in UTC ms; null for 0 days, which means never. */
export function computeExpiry(at: number, days: number): number | null {
  return days > 0 ? at + days * dayMs : null;
}
