import type { Clock } from '../context.ts';

/** Something the server needs; resolves to whether it is there. A rejection is a no. */
export interface Need {
  readonly name: string;
  check(): Promise<boolean>;
}

export interface Readiness {
  /** Is everything there? Asked at most once a second, however many want to know. */
  isReady(): Promise<boolean>;
  /** The last answer of each need, by name, for those who may know more than yes or no. */
  state(): Promise<ReadonlyMap<string, boolean>>;
}

/** How long an answer is good for, and how long a need may take to give it, in ms. */
const freshFor = 1_000;
const patience = 2_000;

export function createReadiness(needs: readonly Need[], clock: Clock): Readiness {
  let asked: { at: number; answer: Promise<ReadonlyMap<string, boolean>> } | null = null;
  const state = () => {
    const now = clock();
    if (asked === null || now - asked.at >= freshFor || now < asked.at) asked = { at: now, answer: askAll(needs) };
    return asked.answer;
  };
  return { state, isReady: async () => [...(await state()).values()].every(Boolean) };
}

async function askAll(needs: readonly Need[]): Promise<ReadonlyMap<string, boolean>> {
  const answers = await Promise.all(needs.map(async (need) => [need.name, await ask(need)] as const));
  return new Map(answers);
}

function ask(need: Need): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), patience);
    need
      .check()
      .catch(() => false)
      .then((answer) => {
        clearTimeout(timer);
        resolve(answer);
      });
  });
}
