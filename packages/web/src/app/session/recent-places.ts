/** Places that are remembered. */
const remembered = 12;

/** Where somebody was, or what was run from the palette: a record is known by its address, everything else by its key. */
export interface RecentPlace {
  readonly key: string;
  readonly title: string;
  readonly place: string;
  readonly to?: string;
}

/** For this tab and this person alone: titles of records are not for whoever signs in next. */
const getStorageKey = (accountId: string | number) => `palette.${accountId}`;

function isPlace(value: unknown): value is RecentPlace {
  return typeof value === 'object' && value !== null && 'key' in value && 'title' in value && 'place' in value;
}

/** Where somebody was in this tab, the last place first. */
export function readRecentPlaces(accountId: string | number): RecentPlace[] {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(getStorageKey(accountId)) ?? '[]');
    return Array.isArray(value) ? value.filter(isPlace) : [];
  } catch {
    return [];
  }
}

/** Puts a place before the others; a browser that stores nothing remembers none. */
export function rememberPlace(accountId: string | number, { key, title, place, to }: RecentPlace): void {
  const stored: RecentPlace = { key, title, place, ...(to === undefined ? {} : { to }) };
  const others = readRecentPlaces(accountId).filter((one) => one.key !== key);
  try {
    sessionStorage.setItem(getStorageKey(accountId), JSON.stringify([stored, ...others].slice(0, remembered)));
  } catch {
    // Private windows may refuse storage.
  }
}
