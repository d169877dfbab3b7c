/** Models of one group of keys: what their upstream lists, and what the catalogue calls them. */
export interface GroupListing {
  readonly keyGroup: string;
  /** Some address of the group could not be asked, which may have any model: nothing is known to be gone. */
  readonly isPartial?: boolean;
  /** Upstream ids, by key: a key may call a model by another name. */
  readonly keys: readonly {
    readonly listed: readonly string[];
    /** What this key's upstream calls a model of ours. */
    theirs(code: string): string;
  }[];
  /** Upstream ids of the catalogue's models of this provider and group. */
  readonly own: readonly string[];
}

export interface ProviderChange {
  readonly keyGroup: string;
  readonly code: string;
  readonly change: 'new' | 'gone';
}

/** What is new at the upstream of a group and what of ours none of its keys has any more, each once, by its id. */
export function diffProvider({ keyGroup, isPartial = false, keys, own }: GroupListing): ProviderChange[] {
  const known = new Set(keys.flatMap(({ theirs }) => own.map(theirs)).concat(own));
  const listed = new Set(keys.flatMap((key) => key.listed));
  const fresh = [...listed].filter((code) => !known.has(code));
  const gone = isPartial ? [] : own.filter((code) => !keys.some((key) => key.listed.includes(key.theirs(code))));
  return [
    ...fresh.sort().map((code) => ({ keyGroup, code, change: 'new' }) as const),
    ...[...gone].sort().map((code) => ({ keyGroup, code, change: 'gone' }) as const),
  ];
}
