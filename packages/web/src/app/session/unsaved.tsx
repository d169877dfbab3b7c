import { createContext, type ReactNode, use, useEffect, useId, useMemo, useRef } from 'react';

/** Tracks which forms have unsaved changes. */
export interface Unsaved {
  readonly any: () => boolean;
  readonly mark: (id: string, dirty: boolean) => void;
  /** Discards all unsaved changes after the user agreed. */
  readonly purge: () => void;
}

const UnsavedContext = createContext<Unsaved | null>(null);

/** Asks before the tab is closed with unsaved changes. Inside the console, the router asks. */
export function UnsavedProvider({ children }: { readonly children: ReactNode }) {
  const ids = useRef(new Set<string>());
  const value = useMemo<Unsaved>(
    () => ({
      any: () => ids.current.size > 0,
      mark: (id, dirty) => {
        if (dirty) ids.current.add(id);
        else ids.current.delete(id);
      },
      purge: () => ids.current.clear(),
    }),
    [],
  );
  useEffect(() => {
    const prompt = (event: BeforeUnloadEvent) => {
      if (value.any()) event.preventDefault();
    };
    window.addEventListener('beforeunload', prompt);
    return () => window.removeEventListener('beforeunload', prompt);
  }, [value]);
  return <UnsavedContext value={value}>{children}</UnsavedContext>;
}

export function useUnsaved(): Unsaved {
  const value = use(UnsavedContext);
  if (!value) throw new Error('unsaved work is told outside of UnsavedProvider');
  return value;
}

/** Registers whether a form has unsaved changes; leaving the page then asks first. */
export function useUnsavedWork(dirty: boolean): void {
  const id = useId();
  const { mark } = useUnsaved();
  useEffect(() => {
    mark(id, dirty);
    return () => mark(id, false);
  }, [id, dirty, mark]);
}
