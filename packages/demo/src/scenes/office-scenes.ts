import type { Scene, Script } from '../scene.ts';

/** Admins sign in for work, sometimes with a mistyped password. */
export function signInScenes({ cast, random, activity, days }: Script): Scene[] {
  const people = cast.all.filter(({ person }) => person.username !== 'gateway');
  return Array.from({ length: days }, (_, day) => day).flatMap((day) => {
    // The owner signs in every few days, the others less often.
    const present = people.filter((_, index) => random.chance(index === 0 ? 0.25 : 0.12));
    return present.map((player): Scene => {
      const mistypes = random.chance(0.15);
      return {
        at: activity.work(day),
        play: async () => {
          if (mistypes) await cast.signIn(player, false);
          await cast.signIn(player, true);
        },
      };
    });
  });
}

/** Settings that are changed over time, so that they have a history. */
export function settingsScenes({ stage, cast, activity, days }: Script): Scene[] {
  const save = (day: number, group: string, version: number, values: Readonly<Record<string, unknown>>): Scene => ({
    at: activity.work(day),
    play: async () => {
      await stage.call('/settings/save', { page: 'system', group, version, values }, cast.owner);
    },
  });
  return [
    save(0, 'site', 0, { name: '拂晓 AI' }),
    save(Math.floor(days / 3), 'site', 1, { name: '拂晓 AI 控制台' }),
    save(1, 'content', 0, { formatRejection: '内容不符合社区规范，请修改后再试。' }),
    save(Math.floor(days / 2), 'content', 1, {
      formatRejection: '内容不符合社区规范，请修改后再试。如有疑问，请联系客服。',
    }),
    save(Math.floor(days / 4), 'loginSecurity', 0, { idleMinutes: 120 }),
  ];
}
