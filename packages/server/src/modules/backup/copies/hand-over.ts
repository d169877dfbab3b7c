/** Hands pieces from a writer, who waits until each is taken, to one reader. */
export interface HandOver<T> {
  put(piece: T): Promise<void>;
  end(): void;
  fail(error: unknown): void;
  take(): AsyncGenerator<T>;
}

export function createHandOver<T>(): HandOver<T> {
  let piece: { value: T; taken: () => void } | null = null;
  let ended = false;
  let failure: unknown = null;
  let wake: () => void = () => {};
  return {
    put: (value) =>
      new Promise((resolve) => {
        piece = { value, taken: resolve };
        wake();
      }),
    end() {
      ended = true;
      wake();
    },
    fail(error) {
      failure = error;
      ended = true;
      wake();
    },
    async *take() {
      for (;;) {
        if (piece) {
          const { value, taken } = piece;
          piece = null;
          yield value;
          taken();
        } else if (ended) {
          if (failure !== null) throw failure;
          return;
        } else {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
      }
    },
  };
}
