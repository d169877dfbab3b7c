import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMembershipHarness, type Memberships } from '../../../test/membership-harness.ts';
import { databaseKinds } from '../../../test/test-database.ts';
import { checkInvariants, type InvariantResult } from '../ledger/verify.ts';
import { createQuotaCover } from './quotas/quota-buckets.ts';

/** Carries the results out of a transaction that must be rolled back. */
class RollbackWithResults extends Error {
  readonly results: readonly InvariantResult[];

  constructor(results: readonly InvariantResult[]) {
    super('found');
    this.results = results;
  }
}

describe.each(databaseKinds)('membership invariants on %s', (kind) => {
  let space: Memberships;
  beforeAll(async () => {
    space = await createMembershipHarness(kind);
    const userId = await space.books.newUser();
    const quotas = [{ capability: 'chat', amount: 10, period: 'total' } as const];
    await space.grant(userId, await space.newPlan({ quotas }));
    await space.grant(userId, await space.newPlan({ level: 2, quotas }));
    await space.books.hold({ userId, amount: 4, cover: createQuotaCover(space.rules) });
  });
  afterAll(() => space.books.drop());

  const change = (cause: string, end: string) => `insert into membership_changes
    (membership_id, user_id, cause, from_end, to_end, operator, created_at)
    select id, user_id, '${cause}', end_at, end_at ${end}, 'system', 1 from user_memberships where status = 'active'`;

  test('hold after regular operations', async () => {
    expect(await space.books.broken()).toEqual([]);
  });

  test.each<[no: number, what: string, change: string]>([
    [12, 'quota ', 'update quota_buckets set used = used + 1 where used > 0'],
    [12, 'quota ', 'update quota_takes set amount = amount + 1'],
    [12, 'hold ', 'update holds set quota_amount = quota_amount - 1'],
    [25, 'membership ', 'update quota_buckets set granted = granted + 1 where used > 0'],
    [16, 'membership ', "update user_memberships set end_at = end_at - 1 where status = 'scheduled'"],
    [16, 'membership ', change('grant', '- 1')],
    [16, 'membership ', change('grant', '+ 1')],
    [16, 'user 1', 'update users set vip_level = 1'],
    [16, 'user 1', 'update users set vip_expires_at = vip_expires_at + 1'],
    [16, 'membership ', "update user_memberships set level = 3 where status = 'scheduled'"],
  ])('report a violation of invariant %i at %s (%#)', async (no, what, statement) => {
    const found = await space.books.database
      .transaction(async (tx) => {
        await sql.raw(statement).execute(tx);
        throw new RollbackWithResults(await checkInvariants(tx));
      })
      .catch((error: unknown) => error);
    if (!(found instanceof RollbackWithResults)) throw found;
    const result = found.results.find((one) => one.no === no);
    expect(result).toMatchObject({ ok: false, first: expect.stringContaining(what) });
  });

  test('allow an admin to move an end earlier', async () => {
    const earlier = await space.books.database
      .transaction(async (tx) => {
        await sql.raw(change('setEnd', '- 1')).execute(tx);
        await sql.raw("update user_memberships set end_at = end_at - 1 where status = 'active'").execute(tx);
        await sql.raw('update users set vip_expires_at = vip_expires_at - 1').execute(tx);
        throw new RollbackWithResults(await checkInvariants(tx));
      })
      .catch((error: unknown) => error);
    if (!(earlier instanceof RollbackWithResults)) throw earlier;
    expect(earlier.results.filter(({ ok }) => !ok)).toEqual([]);
  });
});
