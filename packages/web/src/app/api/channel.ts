/** One who tells, and those who listen. */
export interface Channel<T> {
  publish(value: T): void;
  /** Gives the way to stop listening. */
  subscribe(listener: (value: T) => void): () => void;
}

export function createChannel<T>(): Channel<T> {
  const listeners = new Set<(value: T) => void>();
  return {
    publish: (value) => {
      for (const listener of listeners) listener(value);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
