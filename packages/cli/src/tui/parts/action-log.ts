/** An action that can be undone. */
export interface PerformedAction {
  /** Idempotency keys of its calls. */
  readonly keys: readonly string[];
  /** What was done, as shown to the user. */
  readonly description: string;
  /** Name of the resource whose list it was performed in. */
  readonly resource: string;
}

/** Performed actions that can be undone, of one resource or of all. */
export interface ActionLog {
  last(resource?: string): PerformedAction | null;
  add(action: PerformedAction): void;
  /** Removes the last action and returns it. */
  take(resource?: string): PerformedAction | null;
  clear(): void;
  subscribe(listener: () => void): () => void;
}

/** Maximum number of actions that can be undone. */
const maxActions = 50;

export function createActionLog(): ActionLog {
  let actions: readonly PerformedAction[] = [];
  const listeners = new Set<() => void>();
  const change = (next: readonly PerformedAction[]) => {
    actions = next;
    for (const listener of listeners) listener();
  };
  const findLast = (resource?: string) =>
    actions.findLast((one) => resource === undefined || one.resource === resource) ?? null;
  return {
    last: findLast,
    add: (action) => change([...actions, action].slice(-maxActions)),
    take(resource) {
      const taken = findLast(resource);
      if (taken) change(actions.filter((one) => one !== taken));
      return taken;
    },
    clear: () => change([]),
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
