import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addAdmin,
  callBy,
  callerOf,
  type Harness,
  openSessionHarness,
  rejection,
  signedIn,
} from '../../../test/session-harness.ts';
import { databaseKinds } from '../../../test/test-database.ts';
import { observeTime } from './latest-time.ts';
import { createToken } from './session-routes.ts';

const hour = 3_600_000;
const day = 24 * hour;

describe.each(databaseKinds)('a clock that is turned back on %s', (kind) => {
  let space: Harness;
  beforeAll(async () => {
    space = await openSessionHarness(kind);
    await addAdmin(space.deps, 'mei');
  });
  afterAll(() => space.drop());
  const observe = () => observeTime(space.deps.database, space.clock.now);
  const problem = async (token: string) => (await rejection(callerOf(space.deps, token))).problem;
  const newToken = async (days: number) => {
    const mei = await signedIn(space.deps, 'mei');
    return createToken(space.deps, callBy(mei, {}), { name: `for ${days} days`, days, readOnly: false });
  };

  it('does not reactivate a token that has expired', async () => {
    const { token } = await newToken(1);
    space.clock.now += day + hour;
    await observe();
    space.clock.now -= 3 * hour;
    await observe();
    expect(await problem(token)).toBe('sessionExpired');
  });

  it('keeps sign-in possible, and new tokens valid for their full lifetime', async () => {
    const made = await newToken(1);
    expect(await problem(made.token)).toBe('none');
    space.clock.now += day;
    await observe();
    expect(await problem(made.token)).toBe('none');
    space.clock.now += 4 * hour;
    expect(await problem(made.token)).toBe('sessionExpired');
  });

  it('ends earlier sessions once when it was ahead by more than a day, and locks no one out', async () => {
    const before = await newToken(365);
    space.clock.now += 400 * day;
    await observe();
    space.clock.now -= 400 * day;
    await observe();
    expect(await problem(before.token)).toBe('sessionUnknown');
    const after = await newToken(1);
    expect(await problem(after.token)).toBe('none');
    await space.deps.database.transaction((tx) =>
      tx
        .updateTable('session_epochs')
        .set({ latest_at: space.clock.now + 300 * day })
        .execute(),
    );
    await observe();
    const later = await newToken(1);
    expect(await problem(later.token)).toBe('none');
  });
});
