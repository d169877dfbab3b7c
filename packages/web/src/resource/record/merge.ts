/** What became of one field while two people edited a record. */
export interface MergeRow {
  readonly name: string;
  readonly base: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
  /** Both changed it, to different values: a person decides. */
  readonly clash: boolean;
}

export type Side = 'mine' | 'theirs';
export type Sides = Readonly<Record<string, Side>>;
type Values = Readonly<Record<string, unknown>>;

/** Equal as JSON: an absent value is an empty one. */
export function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
}

/** Names whose values differ. */
export function listChangedNames(before: Values, after: Values, names: readonly string[]): string[] {
  return names.filter((name) => !isSame(before[name], after[name]));
}

/** The fields that either of two people changed since they started from the same record. */
export function mergeRows(base: Values, mine: Values, theirs: Values, names: readonly string[]): MergeRow[] {
  return names.flatMap((name) => {
    const iDid = !isSame(base[name], mine[name]);
    const theyDid = !isSame(base[name], theirs[name]);
    if (!iDid && !theyDid) return [];
    const clash = iDid && theyDid && !isSame(mine[name], theirs[name]);
    return [{ name, base: base[name] ?? null, mine: mine[name] ?? null, theirs: theirs[name] ?? null, clash }];
  });
}

/** By default each change stays; where both users changed a field, the typed value is kept. */
export function chooseStartingSides(rows: readonly MergeRow[]): Sides {
  return Object.fromEntries(rows.map((row) => [row.name, isSame(row.base, row.mine) ? 'theirs' : 'mine']));
}

/** The values of the form after the merge; they are saved on top of the other's version. */
export function mergeSides(mine: Values, rows: readonly MergeRow[], sides: Sides): Record<string, unknown> {
  const chosen = rows.map((row) => [row.name, sides[row.name] === 'theirs' ? row.theirs : row.mine] as const);
  return { ...mine, ...Object.fromEntries(chosen) };
}
