import type { ActivityCurve } from './activity-curve.ts';
import type { Cast } from './cast.ts';
import type { Random } from './random.ts';
import type { Stage } from './stage.ts';

/** An event at a certain time. Scenes are played in order of their time. */
export interface Scene {
  readonly at: number;
  play(): Promise<void>;
}

/** What scenes are built from. */
export interface Script {
  readonly stage: Stage;
  readonly cast: Cast;
  readonly random: Random;
  readonly activity: ActivityCurve;
  /** The number of days that the demo covers. */
  readonly days: number;
}

/** Plays all scenes and reports how many are done. */
export async function playScenes(stage: Stage, scenes: readonly Scene[], onPlayed: (done: number) => void) {
  const inOrder = [...scenes].sort((one, other) => one.at - other.at);
  for (const [index, { at, play }] of inOrder.entries()) {
    stage.moveTo(at);
    await play();
    onPlayed(index + 1);
  }
}
