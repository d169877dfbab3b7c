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

/** Elements of the page's first line into which a list puts its count and its buttons; null while they are not there. */
export interface PageHeadSlots {
  readonly count: HTMLElement | null;
  readonly actions: HTMLElement | null;
}

const HeadSlotsContext = createContext<PageHeadSlots>({ count: null, actions: null });

export const PageHeadSlotsProvider = HeadSlotsContext.Provider;

export function usePageHeadSlots(): PageHeadSlots {
  return use(HeadSlotsContext);
}
