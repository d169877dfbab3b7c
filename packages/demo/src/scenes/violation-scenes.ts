import { demoOffence } from '../content/words.ts';
import { readUserIds, userAt } from '../known-users.ts';
import type { Scene, Script } from '../scene.ts';

interface Listed {
  readonly items: readonly { readonly id: number; readonly createdAt: number }[];
}

const checksADay = 10;
/** After how many days a violation is handled; the latest ones stay pending. */
const handledAfter = 6;
const dayMs = 86_400_000;

/** The gateway checks the texts of users. A reviewer handles the findings every second day. */
export function violationScenes({ stage, cast, random, activity, days }: Script): Scene[] {
  const gateway = cast.named('gateway');
  const reviewer = cast.named('li.ming');
  // The word list exists from the fourth day on.
  const from = activity.start + 3 * dayMs;
  const moment = (): number => {
    for (;;) {
      const at = activity.visit();
      if (at > from) return at;
    }
  };
  const check = (): Scene => ({
    at: moment(),
    play: async () => {
      const users = await readUserIds(stage);
      const body = {
        text: demoOffence(random),
        userId: userAt(users, random.integer(1, 600)),
        scope: random.weighted([
          ['prompt', 8],
          ['output', 1],
          ['nickname', 1],
        ]),
        source: random.weighted([
          ['chat', 7],
          ['draw', 2],
          ['write', 1],
          ['video', 1],
        ]),
      };
      await stage.call('/banned-word/check', body, gateway);
    },
  });
  const review = (day: number): Scene => ({
    at: activity.work(day),
    play: async () => {
      const filters = { handled: ['open'], createdAt: { to: stage.now() - 2 * dayMs } };
      const { items } = await stage.call<Listed>('/violation-log/list', { filters, pageSize: 200 }, reviewer);
      const [ignored, warned] = [items.filter(({ id }) => id % 5 < 3), items.filter(({ id }) => id % 5 >= 3)];
      const handle = async (action: string, some: Listed['items'], note: string) => {
        if (some.length === 0) return;
        const body = { action, ids: some.map(({ id }) => id), params: { note } };
        await stage.call('/violation-log/batch', body, reviewer);
      };
      await handle('ignore', ignored, '误判或无主观恶意');
      await handle('warn', warned, '已站内信警告');
    },
  });
  const reviewDays = Array.from({ length: days }, (_, day) => day).filter((day) => day > 4 && day % 2 === 0);
  return [
    ...Array.from({ length: checksADay * days }, check),
    ...reviewDays.filter((day) => day < days - handledAfter).map(review),
  ];
}
