import type { HashCost } from '../src/session/password-hash.ts';

/** What a hash costs here, where nobody steals one. */
export const cheapHash: HashCost = { memoryCost: 64, timeCost: 1, parallelism: 1 };
