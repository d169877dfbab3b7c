import { ApiError } from '@gantry/core';
import { hash, verify } from '@node-rs/argon2';

/** What a hash costs; memory in KiB. */
export interface HashCost {
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

/** RFC 9106, second choice: about 60 ms on a small machine, 64 MiB while it runs. */
const usual: HashCost = { memoryCost: 65_536, timeCost: 3, parallelism: 1 };

/** Hashing, a few at a time: 64 MiB each must not become all the memory that there is. */
export interface PasswordHasher {
  /** A PHC string with its own salt. */
  hash(password: string): Promise<string>;
  /** Takes as long for an unknown user (null) as for a known one, and answers false. */
  verify(stored: string | null, password: string): Promise<boolean>;
  /** The parameters have changed since this hash was made. */
  isOutdated(stored: string): boolean;
}

/** The shape of a salt of 16 bytes and a hash of 32: no password hashes to nothing but zeros, and trying one takes its full time. */
const nobodys = `${'A'.repeat(22)}$${'A'.repeat(43)}`;

interface Waiting {
  readonly start: () => void;
}

/** Runs at most `width` at a time; past `depth` waiting ones, the rest are rejected. */
function narrow(width: number, depth: number) {
  const waiting: Waiting[] = [];
  let running = 0;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= width) {
      if (waiting.length >= depth) throw new ApiError('tooMany', { retryAfter: 2 });
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
  cost = usual,
}: {
  width?: number;
  depth?: number;
  cost?: HashCost;
} = {}): PasswordHasher {
  const turn = narrow(width, depth);
  const wanted = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`;
  const make = (password: string) => turn(() => hash(normal(password), cost));
  return {
    hash: make,
    async verify(stored, password) {
      const fits = await turn(() => verify(stored ?? wanted + nobodys, normal(password)));
      return fits && stored !== null;
    },
    isOutdated: (stored) => !stored.startsWith(wanted),
  };
}
