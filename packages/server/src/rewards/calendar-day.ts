export const dayMs = 86_400_000;

/** A calendar day (`YYYY-MM-DD`) so many days on; back when negative. */
export function dayPlus(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

/** When points that are given now end (UTC ms); null for ever, which 0 days say. */
export function expiryOf(at: number, days: number): number | null {
  return days > 0 ? at + days * dayMs : null;
}
