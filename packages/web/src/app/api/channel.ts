/** A publisher of values and its subscribers. */
export interface Channel<T> {
  publish(value: T): void;
  /** Returns a function that unsubscribes the listener. */
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
