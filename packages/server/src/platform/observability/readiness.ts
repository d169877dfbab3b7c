import type { Clock } from '../context/context.ts';

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
