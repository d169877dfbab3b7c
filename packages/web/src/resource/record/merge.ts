/** One field in a merge of the changes of two users. */
export interface MergeRow {
  readonly name: string;
  readonly base: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
  /** Whether both users changed it to different values, so that the user has to decide. */
  readonly clash: boolean;
}

export type Side = 'mine' | 'theirs';
export type Sides = Readonly<Record<string, Side>>;
type Values = Readonly<Record<string, unknown>>;

/** Compares as JSON; an absent value equals an empty one. */
export function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
}

/** Returns the names whose values differ. */
export function listChangedNames(before: Values, after: Values, names: readonly string[]): string[] {
  return names.filter((name) => !isSame(before[name], after[name]));
}

/** Returns the fields that either user changed since both started from the same record. */
export function mergeRows(base: Values, mine: Values, theirs: Values, names: readonly string[]): MergeRow[] {
  return names.flatMap((name) => {
    const iDid = !isSame(base[name], mine[name]);
    const theyDid = !isSame(base[name], theirs[name]);
    if (!iDid && !theyDid) return [];
    const clash = iDid && theyDid && !isSame(mine[name], theirs[name]);
    return [{ name, base: base[name] ?? null, mine: mine[name] ?? null, theirs: theirs[name] ?? null, clash }];
  });
}

/** By default each change is preserved; where both users changed a field, the typed value wins. */
export function chooseStartingSides(rows: readonly MergeRow[]): Sides {
  return Object.fromEntries(rows.map((row) => [row.name, isSame(row.base, row.mine) ? 'theirs' : 'mine']));
}

/** Returns the form values after the merge; they are saved on top of the other user's version. */
export function mergeSides(mine: Values, rows: readonly MergeRow[], sides: Sides): Record<string, unknown> {
  const chosen = rows.map((row) => [row.name, sides[row.name] === 'theirs' ? row.theirs : row.mine] as const);
  return { ...mine, ...Object.fromEntries(chosen) };
}
