import { ApiError } from '@gantry/core';
import { hash, verify } from '@node-rs/argon2';

/** Cost parameters of a hash; memory in KiB. */
export interface HashCost {
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

/** RFC 9106, second choice: about 60 ms on a small machine, 64 MiB while it runs. */
const usual: HashCost = { memoryCost: 65_536, timeCost: 3, parallelism: 1 };

/** Hashes a few passwords at a time, because 64 MiB each could otherwise use up all memory. */
export interface PasswordHasher {
  /** Returns a PHC string with its own salt. */
  hash(password: string): Promise<string>;
  /** Returns false for an unknown user (null) after the same time as for a known one. */
  verify(stored: string | null, password: string): Promise<boolean>;
  /** Whether the parameters have changed since this hash was created. */
  isOutdated(stored: string): boolean;
}

/**
 * A well-formed hash for unknown users, with a salt of 16 bytes and a hash of 32: no password hashes to all zeros, and verifying
 * one takes the full time.
 */
const nobodys = `${'A'.repeat(22)}$${'A'.repeat(43)}`;

interface Waiting {
  readonly start: () => void;
}

/** Runs at most `width` tasks at a time; rejects new ones while `depth` are waiting. */
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

/** Normalizes a password to one Unicode form, so that every keyboard produces the same one. */
function normalizePassword(password: string): string {
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
  const make = (password: string) => turn(() => hash(normalizePassword(password), cost));
  return {
    hash: make,
    async verify(stored, password) {
      const fits = await turn(() => verify(stored ?? wanted + nobodys, normalizePassword(password)));
      return fits && stored !== null;
    },
    isOutdated: (stored) => !stored.startsWith(wanted),
  };
}
