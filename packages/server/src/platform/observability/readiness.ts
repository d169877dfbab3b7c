import type { FastifyInstance } from 'fastify';
import type { Clock, Services } from '../context/context.ts';
import type { DiskGuard } from './disk-guard.ts';

/**
 * A requirement of the server. `check` resolves to whether it is met; a rejection counts as false. `name` is reported when it is
 * not met.
 */
export interface Requirement {
  readonly name: string;
  check(): Promise<boolean>;
}

export interface Readiness {
  /** Returns the names of unmet requirements; empty when the server is ready. Checks run at most once a second. */
  missing(): Promise<readonly string[]>;
  /** Makes the server not ready: `missing` immediately returns `draining` without running checks. */
  drain(): void;
}

/** How long a result is cached, and the timeout of a check, in ms. */
const cacheMs = 1_000;
const timeoutMs = 2_000;

export function createReadiness(deps: readonly Requirement[], clock: Clock): Readiness {
  let cached: { at: number; answer: Promise<ReadonlyMap<string, boolean>> } | null = null;
  let isDraining = false;
  const getState = () => {
    const now = clock();
    if (cached === null || now - cached.at >= cacheMs || now < cached.at) cached = { at: now, answer: checkAll(deps) };
    return cached.answer;
  };
  return {
    async missing() {
      if (isDraining) return ['draining'];
      const answers = [...(await getState())];
      return isDraining ? ['draining'] : answers.flatMap(([name, isThere]) => (isThere ? [] : [name]));
    },
    drain() {
      isDraining = true;
    },
  };
}

async function checkAll(deps: readonly Requirement[]): Promise<ReadonlyMap<string, boolean>> {
  const answers = await Promise.all(deps.map(async (need) => [need.name, await check(need)] as const));
  return new Map(answers);
}

function check(need: Requirement): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), timeoutMs);
    need
      .check()
      .catch(() => false)
      .then((answer) => {
        clearTimeout(timer);
        resolve(answer);
      });
  });
}

interface Deps extends Pick<Services, 'database' | 'clock'> {
  readonly keyring: { readonly locked: boolean };
  /** The database's message about its damage; null without damage. */
  readonly damage: { message(): string | null };
}

/** Returns the readiness of the server: its database responds and is undamaged, the disk has space, and the keys are unlocked. */
export function createServerReadiness({ database, keyring, damage, clock }: Deps, disk: DiskGuard): Readiness {
  return createReadiness(
    [
      { name: 'database', check: () => database.ping().then(() => true) },
      { name: 'databaseDamaged', check: async () => damage.message() === null },
      { name: 'disk', check: disk.recover },
      { name: 'keys', check: async () => !keyring.locked },
    ],
    clock,
  );
}

/**
 * Adds `/livez`, which responds while the process runs, and `/readyz`, which also lists unmet requirements. Both are public, so
 * they report no details.
 */
export function addHealthRoutes(app: FastifyInstance, readiness: Readiness): void {
  app.get('/livez', async (_request, reply) => reply.header('cache-control', 'no-store').send({ ok: true }));
  app.get('/readyz', async (_request, reply) => {
    const missing = await readiness.missing();
    reply.header('cache-control', 'no-store');
    return missing.length === 0 ? reply.send({ ok: true }) : reply.code(503).send({ ok: false, reasons: missing });
  });
}
