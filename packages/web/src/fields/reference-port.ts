import { createContext, type ReactNode, use } from 'react';

export interface Found {
  readonly id: number;
  readonly label: string;
}

/** Permitted values of records, by the names of their choice fields. */
export type Narrowed = Readonly<Record<string, readonly string[]>>;

/** What reference fields need to know about other resources; implemented by the code that knows the catalogue. */
export interface ReferencePort {
  /** Returns the first records that match the keyword, or the newest without one. `only` restricts them. */
  search(name: string, keyword: string, only?: Narrowed): Promise<readonly Found[]>;
  label(name: string, id: number): Promise<string>;
  /** Returns the URL of a record's page, or null when the user may not read it. */
  link(name: string, id: number): string | null;
  /** Renders a button that creates a record in place, if permitted. */
  creator(name: string, onMade: (made: Found) => void): ReactNode;
}

const ReferenceContext = createContext<ReferencePort | null>(null);
export const ReferenceProvider = ReferenceContext;

export function useReferences(): ReferencePort {
  const port = use(ReferenceContext);
  if (!port) throw new Error('a reference is drawn outside of ReferenceProvider');
  return port;
}
