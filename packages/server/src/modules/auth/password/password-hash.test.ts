import type { ApiError } from '@gantry/core';
import { hash } from '@node-rs/argon2';
import { describe, expect, it } from 'vitest';
import { createPasswordHasher } from './password-hash.ts';

describe('password hashes', () => {
  const hasher = createPasswordHasher();

  it('uses argon2id with 64 MiB and 3 passes, and a salt of 16 bytes for each hash', async () => {
    const made = await Promise.all([hasher.hash('the same password'), hasher.hash('the same password')]);
    const salts = made.map((phc) => {
      const [, salt = ''] = /^\$argon2id\$v=19\$m=65536,t=3,p=1\$([^$]+)\$[^$]+$/.exec(phc) ?? [];
      return Buffer.from(salt, 'base64');
    });
    expect(salts.map((salt) => salt.length)).toEqual([16, 16]);
    expect(salts[0]).not.toEqual(salts[1]);
  });

  it('compares the password to its last character, in any Unicode form', async () => {
    const long = 'ü'.repeat(255);
    const stored = await hasher.hash(`${long}x`);
    expect(await hasher.verify(stored, `${long}x`)).toBe(true);
    expect(await hasher.verify(stored, `${long.normalize('NFD')}x`)).toBe(true);
    expect(await hasher.verify(stored, `${long}y`)).toBe(false);
    expect(await hasher.verify(stored, ` ${long}x`)).toBe(false);
  });

  it('is outdated when it was created with other parameters', async () => {
    expect(hasher.isOutdated(await hasher.hash('any'))).toBe(false);
    const cost = { memoryCost: 64, timeCost: 1, parallelism: 1 };
    const cheap = createPasswordHasher({ cost });
    expect(hasher.isOutdated(await cheap.hash('any'))).toBe(true);
    expect(cheap.isOutdated(await hash('any', cost))).toBe(false);
  });

  it('rejects every password of an unknown user after a real verification', async () => {
    const known = await hasher.hash('known');
    await hasher.verify(known, 'warm up');
    const nobody = await timed(() => hasher.verify(null, 'x'));
    const somebody = await timed(() => hasher.verify(known, 'x'));
    for (const guess of ['', '\0', 'A'.repeat(43), 'known']) expect(await hasher.verify(null, guess)).toBe(false);
    expect(nobody).toBeGreaterThan(somebody / 4);
  });
  it('runs a few hashes at a time and rejects the surplus immediately', async () => {
    const small = createPasswordHasher({ width: 1, depth: 3 });
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => small.hash('x')));
    const rejected = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(rejected).toHaveLength(6);
    for (const reason of rejected) expect(reason).toMatchObject({ problem: 'tooMany' } satisfies Partial<ApiError>);
    await expect(small.hash('x')).resolves.toContain('$argon2id$');
  });
});

/** Processor time of all threads, so that other work on the machine does not count. */
async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  return user + system;
}
