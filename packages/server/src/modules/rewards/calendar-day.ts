export const dayMs = 86_400_000;

/** When credits that are given now end (UTC ms); null forever, which 0 days say. */
export function computeExpiry(at: number, days: number): number | null {
  return days > 0 ? at + days * dayMs : null;
}
