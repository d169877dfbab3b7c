/** Something that was done and may be undone: the keys of its calls, what it was in words, and the resource whose list did it. */
export interface PerformedAction {
  readonly keys: readonly string[];
  readonly words: string;
  readonly resource: string;
}

/** What was done and can be undone, the last one first; of one resource, or of all. */
export interface ActionLog {
  last(resource?: string): PerformedAction | null;
  add(availableAction: PerformedAction): void;
  /** Removes the last one and returns it. */
  take(resource?: string): PerformedAction | null;
  clear(): void;
  subscribe(listener: () => void): () => void;
}

/** Maximum number of actions that can be undone. */
const remembered = 50;

export function createActionLog(): ActionLog {
  let availableActions: readonly PerformedAction[] = [];
  const listeners = new Set<() => void>();
  const change = (next: readonly PerformedAction[]) => {
    availableActions = next;
    for (const listener of listeners) listener();
  };
  const last = (resource?: string) =>
    availableActions.findLast((one) => resource === undefined || one.resource === resource) ?? null;
  return {
    last,
    add: (availableAction) => change([...availableActions, availableAction].slice(-remembered)),
    take(resource) {
      const taken = last(resource);
      if (taken) change(availableActions.filter((one) => one !== taken));
      return taken;
    },
    clear: () => change([]),
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
