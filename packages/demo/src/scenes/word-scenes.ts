import type { ImportAnswer } from '@gantry/core';
import { demoAllowed, demoWords } from '../content/words.ts';
import type { Scene, Script } from '../scene.ts';
import type { Player } from '../stage.ts';

interface Word {
  readonly id: number;
  readonly version: number;
}

/** The word list: imported files on the first days, single words later, some of them disabled again. */
export function wordScenes({ stage, cast, random, activity, days }: Script): Scene[] {
  const words = demoWords(random);
  const reviewer = cast.named('li.ming');
  const single = words.slice(0, 40);
  const files = [words.slice(40, 1_700), words.slice(1_700, 2_400), words.slice(2_400)];
  const importAll = (path: string, rows: readonly object[], player: Player) =>
    stage.call<ImportAnswer>(path, { rows: rows.map((values, index) => ({ line: index + 2, values })) }, player);

  return [
    ...files.map((rows, index) => ({
      at: activity.work(index),
      play: async () => {
        await importAll('/banned-word/import', rows, index === 0 ? cast.owner : reviewer);
      },
    })),
    {
      at: activity.work(1),
      play: async () => {
        await importAll('/allow-word/import', demoAllowed(), reviewer);
      },
    },
    ...single.map((word, index) => ({
      at: activity.work(3 + Math.floor((index * (days - 4)) / single.length)),
      play: () => addOne(word, index),
    })),
  ];

  /** Edits every fourth word after it was created, and disables every eighth. */
  async function addOne(word: object, index: number): Promise<void> {
    const { id, version } = await stage.call<Word>('/banned-word/create', word, reviewer);
    if (index % 4 === 1) {
      await stage.call('/banned-word/update', { id, version, remark: '用户投诉后补充' }, reviewer);
    }
    if (index % 8 === 3) await stage.call('/banned-word/disable', { id }, cast.owner);
  }
}
