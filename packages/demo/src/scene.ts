import type { Cast } from './cast.ts';
import type { Random } from './random.ts';
import type { ActivityCurve } from './rhythm.ts';
import type { Stage } from './stage.ts';

/** Something that happens at a moment. Scenes are played in the order of their time. */
export interface Scene {
  readonly at: number;
  play(): Promise<void>;
}

/** What scenes are written with. */
export interface Script {
  readonly stage: Stage;
  readonly cast: Cast;
  readonly random: Random;
  readonly activity: ActivityCurve;
  /** Days that the demo covers. */
  readonly days: number;
}

/** Plays all scenes, telling how many are done. */
export async function playScenes(stage: Stage, scenes: readonly Scene[], onPlayed: (done: number) => void) {
  const inOrder = [...scenes].sort((one, other) => one.at - other.at);
  for (const [index, { at, play }] of inOrder.entries()) {
    stage.moveTo(at);
    await play();
    onPlayed(index + 1);
  }
}
