import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseKinds } from '../../test/fresh-database.ts';
import { addAdmin, callBy, callerOf, openRoom, type Room, refusal, signedIn } from '../../test/session-room.ts';
import { observeTime } from './latest-time.ts';
import { createToken } from './own-sessions.ts';

const hour = 3_600_000;
const day = 24 * hour;

describe.each(databaseKinds)('a clock that is turned back on %s', (kind) => {
  let room: Room;
  beforeAll(async () => {
    room = await openRoom(kind);
    await addAdmin(room.needs, 'mei');
  });
  afterAll(() => room.drop());
  const observe = () => observeTime(room.needs.database, room.clock.now);
  const fault = async (token: string) => (await refusal(callerOf(room.needs, token))).fault;
  const newToken = async (days: number) => {
    const mei = await signedIn(room.needs, 'mei');
    return createToken(room.needs, callBy(mei, {}), { name: `for ${days} days`, days, readOnly: false });
  };

  it('revives no token that has expired', async () => {
    const { token } = await newToken(1);
    room.clock.now += day + hour;
    await observe();
    room.clock.now -= 3 * hour;
    await observe();
    expect(await fault(token)).toBe('sessionExpired');
  });

  it('keeps sign-in open, and new tokens for as long as they were made for', async () => {
    const made = await newToken(1);
    expect(await fault(made.token)).toBe('none');
    room.clock.now += day;
    await observe();
    expect(await fault(made.token)).toBe('none');
    room.clock.now += 4 * hour;
    expect(await fault(made.token)).toBe('sessionExpired');
  });

  it('ends what was signed in before, once, when it had jumped ahead by more than a day, and locks nobody out', async () => {
    const before = await newToken(365);
    room.clock.now += 400 * day;
    await observe();
    room.clock.now -= 400 * day;
    await observe();
    expect(await fault(before.token)).toBe('sessionUnknown');
    const after = await newToken(1);
    expect(await fault(after.token)).toBe('none');
    await room.needs.database.transaction((tx) =>
      tx
        .updateTable('session_epochs')
        .set({ latest_at: room.clock.now + 300 * day })
        .execute(),
    );
    await observe();
    const later = await newToken(1);
    expect(await fault(later.token)).toBe('none');
  });
});
