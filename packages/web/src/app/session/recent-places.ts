/** Maximum number of remembered places. */
const maxRemembered = 12;

/** A visited page or record, or a command that was run from the palette. Only records have a URL. */
export interface RecentPlace {
  readonly key: string;
  readonly title: string;
  readonly place: string;
  readonly to?: string;
}

/** Recent places belong to one tab and one account: the next account that signs in must not see record titles. */
const getStorageKey = (accountId: string | number) => `palette.${accountId}`;

function isPlace(value: unknown): value is RecentPlace {
  return typeof value === 'object' && value !== null && 'key' in value && 'title' in value && 'place' in value;
}

/** Reads the recent places of this tab, the latest first. */
export function readRecentPlaces(accountId: string | number): RecentPlace[] {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(getStorageKey(accountId)) ?? '[]');
    return Array.isArray(value) ? value.filter(isPlace) : [];
  } catch {
    return [];
  }
}

/** Adds a place at the front. Without browser storage nothing is remembered. */
export function rememberPlace(accountId: string | number, { key, title, place, to }: RecentPlace): void {
  const stored: RecentPlace = { key, title, place, ...(to === undefined ? {} : { to }) };
  const others = readRecentPlaces(accountId).filter((one) => one.key !== key);
  try {
    sessionStorage.setItem(getStorageKey(accountId), JSON.stringify([stored, ...others].slice(0, maxRemembered)));
  } catch {
    // Private windows may reject storage.
  }
}
