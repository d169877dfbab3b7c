/** Something that was done and may be taken back: the keys of its calls, and what it was in words. */
export interface PerformedAction {
  readonly keys: readonly string[];
  readonly words: string;
}

/** What was done and can be taken back, the last one first to go. */
export interface ActionLog {
  last(): PerformedAction | null;
  add(availableAction: PerformedAction): void;
  /** The last deed, which then stands here no more. */
  take(): PerformedAction | null;
  clear(): void;
  subscribe(listener: () => void): () => void;
}

/** Deeds that are gone back over, at most. */
const remembered = 50;

export function createActionLog(): ActionLog {
  let availableActions: readonly PerformedAction[] = [];
  const listeners = new Set<() => void>();
  const change = (next: readonly PerformedAction[]) => {
    availableActions = next;
    for (const listener of listeners) listener();
  };
  return {
    last: () => availableActions.at(-1) ?? null,
    add: (availableAction) => change([...availableActions, availableAction].slice(-remembered)),
    take() {
      const availableAction = availableActions.at(-1) ?? null;
      if (availableAction) change(availableActions.slice(0, -1));
      return availableAction;
    },
    clear: () => change([]),
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
