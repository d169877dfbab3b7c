/** A list as a view keeps it, in the words of the list call. */
export interface ViewedList {
  readonly keyword: string;
  readonly filters: Readonly<Record<string, unknown>>;
  readonly sort: { readonly field: string; readonly order: 'asc' | 'desc' } | null;
  readonly columns: readonly string[] | null;
}

export const plainList: ViewedList = { keyword: '', filters: {}, sort: null, columns: null };
