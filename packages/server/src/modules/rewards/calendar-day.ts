export const dayMs = 86_400_000;

/** When credits that are granted now expire, in UTC ms; null for never, which is 0 days. */
export function computeExpiry(at: number, days: number): number | null {
  return days > 0 ? at + days * dayMs : null;
}
