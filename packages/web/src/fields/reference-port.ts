import { createContext, type ReactNode, use } from 'react';

export interface Found {
  readonly id: number;
  readonly label: string;
}

/** Values that a record may have, by the names of its choices. */
export type Narrowed = Readonly<Record<string, readonly string[]>>;

/** What reference fields need to know of other resources; given by whoever knows the catalogue. */
export interface ReferencePort {
  /** The first records whose keyword index has the words; the newest when there are none. `only` narrows them. */
  search(name: string, keyword: string, only?: Narrowed): Promise<readonly Found[]>;
  label(name: string, id: number): Promise<string>;
  /** Address of a record's page, or null when the caller may not read it. */
  link(name: string, id: number): string | null;
  /** A button that makes a record in place, or nothing. */
  creator(name: string, onMade: (made: Found) => void): ReactNode;
}

const ReferenceContext = createContext<ReferencePort | null>(null);
export const ReferenceProvider = ReferenceContext;

export function useReferences(): ReferencePort {
  const port = use(ReferenceContext);
  if (!port) throw new Error('a reference is drawn outside of ReferenceProvider');
  return port;
}
