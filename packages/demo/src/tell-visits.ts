import { createDayOf } from '../../server/src/modules/ledger/day-of.ts';
import type { Platform } from './platform.ts';
import type { Stage } from './stage.ts';

interface Visit {
  readonly userId: number;
  readonly at: number;
}

/** People of one call. */
const atOnce = 500;

/** The first moment of everybody on each day, and the very last one. */
function visitsOf(moments: readonly Visit[], dayAt: (at: number) => string): Visit[] {
  const firsts = new Map<string, Visit>();
  const lasts = new Map<number, Visit>();
  for (const visit of [...moments].sort((one, other) => one.at - other.at)) {
    const day = `${visit.userId} ${dayAt(visit.at)}`;
    if (!firsts.has(day)) firsts.set(day, visit);
    lasts.set(visit.userId, visit);
  }
  return [...new Set([...firsts.values(), ...lasts.values()])];
}

/** The platform tells who was there when: whoever began a chat, or used what costs something. */
export async function recordVisits({ foundation }: Stage, platform: Platform): Promise<void> {
  const { read } = foundation.database;
  const { timezone } = await foundation.settings.read('system', 'site');
  const dayOf = createDayOf();
  const chats = await read.selectFrom('chat_sessions').select(['user_id', 'created_at']).execute();
  const uses = await read.selectFrom('usage_records').select(['user_id', 'created_at']).execute();
  const moments = [...chats, ...uses].map((row) => ({ userId: Number(row.user_id), at: Number(row.created_at) }));
  const people = visitsOf(moments, (at) => dayOf(at, timezone));
  for (let from = 0; from < people.length; from += atOnce)
    await platform.call('userSeen', { people: people.slice(from, from + atOnce) });
}
