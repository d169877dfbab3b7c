import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { KeyRules } from './key-rules.ts';
import {
  computeNextState,
  type KeyHealth,
  type KeyStatus,
  keyOutcomes,
  longestRest,
  moves,
  type Observation,
  restored,
} from './next-state.ts';

const rules: KeyRules = {
  disableOn: ['401', '403', 'insufficient_quota'],
  coolOn: ['429', '529', 'timeout'],
  coolFirst: 30_000,
  coolMax: 600_000,
  probeEvery: 300_000,
  notify: true,
};
const temper = { autoBan: true, failThreshold: 3 };
const now = 1_000_000;
const seen = (observation: Partial<Observation>): Observation => ({
  outcome: 'server',
  status: null,
  code: null,
  retryAfterMs: null,
  ...observation,
});
const at = (status: KeyStatus, more: Partial<KeyHealth> = {}): KeyHealth => ({ ...restored, ...more, status });
const after = (
  health: KeyHealth,
  observation: Partial<Observation>,
  how: Partial<typeof temper & { decides: boolean }> = {},
) =>
  computeNextState(health, seen(observation), {
    rules,
    temper: { ...temper, ...how },
    decides: how.decides ?? false,
    now,
  });

const statuses = Object.keys(moves) as KeyStatus[];
const observations = fc.record({
  outcome: fc.constantFrom(...keyOutcomes),
  status: fc.option(fc.constantFrom(200, 400, 401, 403, 404, 429, 500, 529)),
  code: fc.option(fc.constantFrom('insufficient_quota', 'rate_limit_exceeded', 'odd')),
  retryAfterMs: fc.option(fc.double({ min: 0, max: 1e13, noNaN: true })),
});

describe('what a key becomes after a call', () => {
  it.each([
    ['goes well', at('active', { failStreak: 2, coolLevel: 3 }), { outcome: 'ok' }, restored],
    [
      'is refused for good',
      at('active'),
      { outcome: 'auth', status: 401 },
      { status: 'autoDisabled', nextProbeAt: now + 300_000 },
    ],
    [
      'has no quota, said with a 429',
      at('active'),
      { outcome: 'rateLimited', status: 429, code: 'insufficient_quota' },
      { status: 'autoDisabled' },
    ],
    [
      'is limited',
      at('active'),
      { outcome: 'rateLimited', status: 429 },
      { status: 'cooling', coolLevel: 1, coolUntil: now + 30_000, failStreak: 0 },
    ],
    [
      'is limited again',
      at('active', { coolLevel: 2 }),
      { outcome: 'rateLimited' },
      { coolLevel: 3, coolUntil: now + 120_000 },
    ],
    [
      'is limited for the tenth time',
      at('active', { coolLevel: 9 }),
      { outcome: 'rateLimited' },
      { coolUntil: now + 600_000 },
    ],
    [
      'says when to come back',
      at('active'),
      { outcome: 'rateLimited', retryAfterMs: 90_000 },
      { coolUntil: now + 90_000 },
    ],
    [
      'asks for two days',
      at('active'),
      { outcome: 'rateLimited', retryAfterMs: 2 * 86_400_000 },
      { coolUntil: now + 2 * 86_400_000 },
    ],
    [
      'asks for a year',
      at('active'),
      { outcome: 'rateLimited', retryAfterMs: 365 * 86_400_000 },
      { coolUntil: now + 30 * 86_400_000 },
    ],
    [
      'asks for longer while it cools',
      at('cooling', { coolLevel: 1, coolUntil: now + 30_000 }),
      { outcome: 'rateLimited', retryAfterMs: 600_000 },
      { status: 'cooling', coolLevel: 1, coolUntil: now + 600_000 },
    ],
    [
      'asks for less while it cools',
      at('cooling', { coolLevel: 1, coolUntil: now + 600_000 }),
      { outcome: 'rateLimited', retryAfterMs: 30_000 },
      { status: 'cooling', coolLevel: 1, coolUntil: now + 600_000 },
    ],
    [
      'names no rest while it cools',
      at('cooling', { coolLevel: 1, coolUntil: now + 5 }),
      { outcome: 'rateLimited' },
      { status: 'cooling', coolLevel: 1, coolUntil: now + 5 },
    ],
    ['fails once', at('active'), { outcome: 'server', status: 500 }, { status: 'active', failStreak: 1 }],
    [
      'fails for the third time',
      at('active', { failStreak: 2 }),
      { outcome: 'server' },
      { status: 'autoDisabled', failStreak: 3 },
    ],
    ['takes too long', at('active'), { outcome: 'timeout' }, { status: 'cooling', failStreak: 1 }],
    [
      'is asked for something odd',
      at('active', { failStreak: 2 }),
      { outcome: 'request', status: 400 },
      at('active', { failStreak: 2 }),
    ],
    [
      'goes well while it cools',
      at('cooling', { coolUntil: now + 5 }),
      { outcome: 'ok' },
      at('cooling', { coolUntil: now + 5 }),
    ],
    ['was disabled by somebody', at('disabled'), { outcome: 'auth', status: 401 }, at('disabled')],
  ] as [string, KeyHealth, Partial<Observation>, Partial<KeyHealth>][])(
    'that %s',
    (_what, health, observation, expected) => {
      expect(after(health, observation)).toMatchObject(expected);
    },
  );

  it('is decided by a test and by a probe', () => {
    for (const status of ['cooling', 'autoDisabled', 'probing'] as const)
      expect(after(at(status), { outcome: 'ok' }, { decides: true })).toEqual(restored);
    for (const outcome of ['auth', 'server', 'timeout', 'rateLimited', 'request'] as const)
      expect(after(at('probing'), { outcome }, { decides: true })).toMatchObject({
        status: 'autoDisabled',
        nextProbeAt: now + 300_000,
      });
  });

  it('cools and is never disabled where that is switched off', () => {
    expect(after(at('active'), { outcome: 'auth', status: 401 }, { autoBan: false }).status).toBe('cooling');
    expect(after(at('active', { failStreak: 9 }), { outcome: 'server' }, { autoBan: false }).status).toBe('cooling');
  });

  it('is an allowed state, whatever happens in whatever order', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...statuses),
        fc.array(fc.tuple(observations, fc.boolean(), fc.boolean()), { maxLength: 30 }),
        (start, history) => {
          let health = at(start);
          for (const [observation, autoBan, decides] of history) {
            const next = computeNextState(health, observation, { rules, temper: { ...temper, autoBan }, decides, now });
            if (next.status !== health.status) expect(moves[health.status]).toContain(next.status);
            if (next.status === 'cooling')
              expect(next.coolUntil === null || next.coolUntil <= now + longestRest).toBe(true);
            if (next.status === 'cooling' && health.status !== 'cooling') expect(next.coolUntil).toBeGreaterThan(now);
            if (health.status === 'disabled') expect(next).toEqual(health);
            health = next;
          }
        },
      ),
    );
  });
});
