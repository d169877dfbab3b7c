import type { FastifyInstance } from 'fastify';
import type { Clock, Services } from '../context/context.ts';
import type { DiskGuard } from './disk-guard.ts';

/** Something the server needs; resolves to whether it is there. A rejection is a no. `name` is what is reported when it is not. */
export interface Need {
  readonly name: string;
  check(): Promise<boolean>;
}

export interface Readiness {
  /** Names of what is not there; empty when the server can do its work. Needs are asked at most once a second. */
  missing(): Promise<readonly string[]>;
  /** From now on the server is not ready: `missing` says `draining` at once and asks nothing. */
  drain(): void;
}

/** How long an answer is good for, and how long a need may take to give it, in ms. */
const freshMs = 1_000;
const timeoutMs = 2_000;

export function createReadiness(deps: readonly Need[], clock: Clock): Readiness {
  let last: { at: number; answer: Promise<ReadonlyMap<string, boolean>> } | null = null;
  let isDraining = false;
  const state = () => {
    const now = clock();
    if (last === null || now - last.at >= freshMs || now < last.at) last = { at: now, answer: checkAll(deps) };
    return last.answer;
  };
  return {
    async missing() {
      if (isDraining) return ['draining'];
      const answers = [...(await state())];
      return isDraining ? ['draining'] : answers.flatMap(([name, isThere]) => (isThere ? [] : [name]));
    },
    drain() {
      isDraining = true;
    },
  };
}

async function checkAll(deps: readonly Need[]): Promise<ReadonlyMap<string, boolean>> {
  const answers = await Promise.all(deps.map(async (need) => [need.name, await check(need)] as const));
  return new Map(answers);
}

function check(need: Need): Promise<boolean> {
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
  /** What the database said of its damage; null while it has said nothing. */
  readonly damage: { message(): string | null };
}

/** What the server cannot work without: its database, undamaged and answering, room on the disk, and its keys. */
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
 * `/livez`: the process answers. `/readyz`: and can do its work, or the names of what it lacks. Public, so neither says more.
 */
export function addHealthRoutes(app: FastifyInstance, readiness: Readiness): void {
  app.get('/livez', async (_request, reply) => reply.header('cache-control', 'no-store').send({ ok: true }));
  app.get('/readyz', async (_request, reply) => {
    const missing = await readiness.missing();
    reply.header('cache-control', 'no-store');
    return missing.length === 0 ? reply.send({ ok: true }) : reply.code(503).send({ ok: false, reasons: missing });
  });
}
