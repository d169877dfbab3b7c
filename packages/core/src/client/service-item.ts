/** What became of one entry of a call about many, in the order of the call. */
export interface ServiceItem<A> {
  /** 20000 when it was answered; else why not, as a call about it alone would have said. */
  readonly code: number;
  readonly message: string;
  /** Null when it was refused. */
  readonly data: A | null;
}

/** Entries of one call at most. */
export const maxItems = 200;
