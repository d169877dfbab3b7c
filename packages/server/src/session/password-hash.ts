import { Fault } from '@gantry/core';
import { hash, verify } from '@node-rs/argon2';

/** RFC 9106, second choice, in KiB: about 60 ms on a small machine, 64 MiB while it runs. */
const parameters = { memoryCost: 65_536, timeCost: 3, parallelism: 1 } as const;
const wanted = /^\$argon2id\$v=19\$m=65536,t=3,p=1\$/;

/** Hashing, a few at a time: 64 MiB each must not become all the memory that there is. */
export interface PasswordHasher {
  /** A PHC string with its own salt. */
  hash(password: string): Promise<string>;
  /** Takes as long for nobody (null) as for a person, and answers false. */
  verify(stored: string | null, password: string): Promise<boolean>;
  /** The parameters have changed since this hash was made. */
  isOutdated(stored: string): boolean;
}

interface Waiting {
  readonly start: () => void;
}

/** Runs at most `width` at once; past `depth` waiting, the rest are refused. */
function narrow(width: number, depth: number) {
  const waiting: Waiting[] = [];
  let running = 0;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= width) {
      if (waiting.length >= depth) throw new Fault('tooMany', { retryAfter: 2 });
      await new Promise<void>((start) => waiting.push({ start }));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next.start();
      else running -= 1;
    }
  };
}

/** The same characters however they were typed: what looks alike on another keyboard is the same password. */
function normal(password: string): string {
  return password.normalize('NFKC');
}

export function createPasswordHasher({
  width = 2,
  depth = 32,
}: {
  width?: number;
  depth?: number;
} = {}): PasswordHasher {
  const turn = narrow(width, depth);
  const make = (password: string) => turn(() => hash(normal(password), parameters));
  const nobody = hash('nobody has this password', parameters);
  return {
    hash: make,
    async verify(stored, password) {
      const against = stored ?? (await nobody);
      const fits = await turn(() => verify(against, normal(password)));
      return fits && stored !== null;
    },
    isOutdated: (stored) => !wanted.test(stored),
  };
}
