import { createContext, type ReactNode, use } from 'react';

/** Where a page stands: its own title, and the names above it, area first. */
export interface PagePlace {
  readonly title: string;
  readonly crumbs: readonly string[];
}

const PlaceContext = createContext<PagePlace>({ title: '', crumbs: [] });

export function PagePlaceProvider({ place, children }: { readonly place: PagePlace; readonly children: ReactNode }) {
  return <PlaceContext value={place}>{children}</PlaceContext>;
}

/** The place of the page that is shown; the router says it. */
export function usePagePlace(): PagePlace {
  return use(PlaceContext);
}
