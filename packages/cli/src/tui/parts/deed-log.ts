/** Something that was done and may be taken back: the keys of its calls, and what it was in words. */
export interface Deed {
  readonly keys: readonly string[];
  readonly words: string;
}

/** What was done and can be taken back, the last one first to go. */
export interface DeedLog {
  last(): Deed | null;
  add(deed: Deed): void;
  /** The last deed, which then stands here no more. */
  take(): Deed | null;
  clear(): void;
  subscribe(listener: () => void): () => void;
}

/** Deeds that are gone back over, at most. */
const remembered = 50;

export function createDeedLog(): DeedLog {
  let deeds: readonly Deed[] = [];
  const listeners = new Set<() => void>();
  const change = (next: readonly Deed[]) => {
    deeds = next;
    for (const listener of listeners) listener();
  };
  return {
    last: () => deeds.at(-1) ?? null,
    add: (deed) => change([...deeds, deed].slice(-remembered)),
    take() {
      const deed = deeds.at(-1) ?? null;
      if (deed) change(deeds.slice(0, -1));
      return deed;
    },
    clear: () => change([]),
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
