import { createContext, type ReactNode, use } from 'react';

/** The title of a page and the names above it, area first. */
export interface PagePlace {
  readonly title: string;
  readonly crumbs: readonly string[];
}

const PlaceContext = createContext<PagePlace>({ title: '', crumbs: [] });

export function PagePlaceProvider({ place, children }: { readonly place: PagePlace; readonly children: ReactNode }) {
  return <PlaceContext value={place}>{children}</PlaceContext>;
}

/** The title and breadcrumb of the current page, provided by the router. */
export function usePagePlace(): PagePlace {
  return use(PlaceContext);
}

/** Elements in the page's first line for the count and buttons of a list; null until mounted. */
export interface PageHeadSlots {
  readonly count: HTMLElement | null;
  readonly actions: HTMLElement | null;
}

const HeadSlotsContext = createContext<PageHeadSlots>({ count: null, actions: null });

export const PageHeadSlotsProvider = HeadSlotsContext.Provider;

export function usePageHeadSlots(): PageHeadSlots {
  return use(HeadSlotsContext);
}
