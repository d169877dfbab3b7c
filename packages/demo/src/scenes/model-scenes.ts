import { randomBytes } from 'node:crypto';
import { readKeyRules } from '../../../server/src/modules/keys/key-rules.ts';
import { leaseKey, reportLease } from '../../../server/src/modules/keys/lease-key.ts';
import type { KeyOutcome } from '../../../server/src/modules/keys/next-state.ts';
import { demoKeys, demoModels } from '../content/models.ts';
import type { Scene, Script } from '../scene.ts';

interface Made {
  readonly id: number;
  readonly version: number;
}

/** Models with a price change, and their keys, some of which fail. */
export function modelScenes(script: Script): Scene[] {
  const { stage, cast, activity, days } = script;
  const ids = new Map<string, number>();
  const scenes = demoModels.map((model, index) => ({
    at: activity.work(0),
    play: async () => {
      const { id } = await stage.call<Made>('/ai-model/create', { ...model, sort: (index + 1) * 10 }, cast.owner);
      ids.set(model.code, id);
    },
  }));
  return [
    ...scenes,
    {
      at: activity.work(Math.floor(days / 2)),
      play: async () => {
        const id = ids.get('galaxy-4');
        await stage.call('/ai-model/change-prices', { id, factorBps: 12_000 }, cast.owner);
        await stage.call('/ai-model/disable', { id: ids.get('galaxy-3') }, cast.owner);
      },
    },
    ...keyScenes(script),
  ];
}

/** A key that expires soon. */
const ending = '长文账号';
const fiveDays = 5 * 86_400_000;

function keyScenes({ stage, cast, activity, days }: Script): Scene[] {
  const added = demoKeys.map((key) => ({
    at: activity.work(1),
    play: async () => {
      const secret = `sk-demo-${randomBytes(18).toString('base64url')}`;
      const baseUrl = `https://api.${key.provider}.example/v1`;
      const ends = key.name === ending ? { expiresAt: activity.end + fiveDays } : {};
      await stage.call<Made>('/api-key/create', { ...key, ...ends, secret, baseUrl }, cast.owner);
    },
  }));
  const failures: readonly [day: number, keyGroup: string, outcome: KeyOutcome, status: number][] = [
    [days - 5, 'chat', 'server', 500],
    [days - 4, 'reason', 'rateLimited', 429],
    [days - 2, 'media', 'auth', 401],
    [days - 1, 'chat', 'rateLimited', 429],
  ];
  return [
    ...added,
    ...failures.map(([day, keyGroup, outcome, status]) => ({
      at: activity.work(Math.max(2, day)),
      play: () => fail(keyGroup, outcome, status),
    })),
  ];

  /** Reports a failed call of the platform like its services do. */
  async function fail(keyGroup: string, outcome: KeyOutcome, status: number): Promise<void> {
    const { database, clock, settings } = stage.deps;
    const rules = await readKeyRules(settings);
    const options = {
      keyGroup,
      provider: null,
      model: null,
      exclude: [],
      clientId: null,
      capability: null,
      ttlMs: 600_000,
    };
    const said = { outcome, status, code: null, retryAfterMs: null, message: null, upstreamCost: 0 };
    const day = new Date(clock()).toISOString().slice(0, 10);
    await database.transaction(async (tx) => {
      const { no } = await leaseKey(tx, options, clock());
      await reportLease({ tx, database, clock, rules, day }, { leaseNo: no, ...said });
    });
  }
}
