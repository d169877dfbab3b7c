/** The parameters of a list that a saved view contains. */
export interface ViewedList {
  readonly keyword: string;
  readonly filters: Readonly<Record<string, unknown>>;
  readonly sort: { readonly field: string; readonly order: 'asc' | 'desc' } | null;
  readonly columns: readonly string[] | null;
}

export const plainList: ViewedList = { keyword: '', filters: {}, sort: null, columns: null };
