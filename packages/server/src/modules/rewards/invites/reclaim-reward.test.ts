import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Books, createLedgerHarness } from '../../../../test/ledger-harness.ts';
import { databaseKinds } from '../../../../test/test-database.ts';
import { createReclaimableCheck, revert } from './reclaim-reward.ts';

const operator = { kind: 'system', id: null } as const;

describe.each(databaseKinds)('revert on %s', (kind) => {
  let books: Books;
  beforeAll(async () => {
    books = await createLedgerHarness(kind);
  });
  afterAll(() => books.drop());

  test('reclaims what the check predicted with one query for all rewards', async () => {
    const person = fc.nat(3);
    const given = fc.record({
      person,
      asset: fc.constantFrom('coin' as const, 'compute' as const),
      invite: fc.integer({ min: 1, max: 3 }),
      amount: fc.integer({ min: 1, max: 50 }),
    });
    const use = fc.record({ person, asset: given.map(({ asset }) => asset), amount: fc.integer({ min: 1, max: 30 }) });
    const uses = fc.record({ spent: fc.array(use, { maxLength: 4 }), held: fc.array(use, { maxLength: 3 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(given, { maxLength: 8 }), uses, async (gifts, { spent, held }) => {
        const people = await Promise.all([0, 1, 2, 3].map(() => books.newUser()));
        const getId = (at: number) => people[at] ?? 0;
        const positions = new Map(gifts.map((gift) => [`${gift.person} ${gift.asset} ${gift.invite}`, gift]));
        for (const { person: at, asset, invite, amount } of positions.values())
          await books.grant(getId(at), asset, amount, { source: 'invite', sourceId: invite });
        for (const { person: at, asset, amount } of spent)
          await books.debit(getId(at), asset, amount).catch(() => null);
        for (const { person: at, asset, amount } of held)
          await books.hold({ userId: getId(at), asset, amount }).catch(() => null);
        const rewards = [...positions.values()].map(({ person: at, asset, invite, amount }) => ({
          ...{ userId: getId(at), asset, amount, source: 'invite' as const, sourceId: invite },
          transactionId: `invite:${getId(at)}:${asset}:${invite}`,
        }));
        const { database, statements } = books;
        const before = statements.length;
        const foreseen = await createReclaimableCheck({ tx: database.read }, rewards);
        expect(statements.length - before).toBe(rewards.length > 0 ? 1 : 0);
        const reported = rewards.map(foreseen);
        const taken = [];
        for (const reward of rewards)
          taken.push(
            await database.transaction((tx) =>
              revert({ tx, dialect: database.dialect, at: books.now }, reward, {
                ...{ causeId: 'test', operator, reason: 'test' },
              }),
            ),
          );
        expect(taken).toEqual(reported);
      }),
      { numRuns: kind === 'sqlite' ? 30 : 4 },
    );
    expect(await books.broken()).toEqual([]);
  });
});
