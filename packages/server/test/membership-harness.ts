import { randomUUID } from 'node:crypto';
import { expireMemberships } from '../src/modules/memberships/end-due.ts';
import { grantPlan, type PlanGrant, type PlanGranted } from '../src/modules/memberships/grant-plan.ts';
import { type Membership, toMembership } from '../src/modules/memberships/membership-rows.ts';
import type { MembershipRules } from '../src/modules/memberships/membership-rules.ts';
import { createPlanSnapshot, type PlanSnapshot } from '../src/modules/memberships/plan-snapshot.ts';
import { createSiteCalendar } from '../src/modules/memberships/site-calendar.ts';
import { type RowOf, withNamedTables } from '../src/platform/store/database.ts';
import type { TxContext } from '../src/platform/store/tx-context.ts';
import { type Books, createLedgerHarness } from './ledger-harness.ts';

export const operator = { kind: 'system', id: null } as const;
export const day = 86_400_000;

/** A ledger with plans and members. */
export interface Memberships {
  readonly books: Books;
  rules: MembershipRules;
  /** Creates a plan that is on sale. */
  newPlan(values?: Partial<PlanSnapshot>): Promise<PlanSnapshot>;
  grant(userId: number, plan: PlanSnapshot, rest?: Partial<PlanGrant>): Promise<PlanGranted | null>;
  /** Returns all memberships of a user in any state, oldest first. */
  all(userId: number): Promise<Membership[]>;
  inScope<T>(work: (scope: TxContext) => Promise<T>): Promise<T>;
  /** Expires the memberships that are due. */
  pass(): Promise<void>;
}

export const usualRules: MembershipRules = {
  renewal: 'extend',
  downgrade: 'queue',
  graceMs: 0,
  noticeDays: [7, 1],
  quotaReset: 'period',
  guest: { concurrency: 0, rateMultiplier: 10_000, modelIds: [], appCategoryIds: [] },
  calendar: createSiteCalendar('Asia/Shanghai'),
};

export async function createMembershipHarness(kind: 'sqlite' | 'postgres'): Promise<Memberships> {
  const books = await createLedgerHarness(kind);
  const { database } = books;
  const inScope = <T>(work: (scope: TxContext) => Promise<T>) =>
    database.transaction((tx) => work({ tx, dialect: database.dialect, at: books.now }));
  const made: Memberships = {
    books,
    rules: usualRules,
    inScope,
    async newPlan({ level = 1, durationUnit = 'day', durationValue = 30, ...rest } = {}) {
      const row = {
        name: randomUUID(),
        level,
        price: 1000,
        duration_unit: durationUnit,
        duration_value: durationValue,
        quotas: JSON.stringify(rest.quotas ?? []),
        concurrency: rest.concurrency ?? 0,
        rate_multiplier: rest.rateMultiplier ?? 10_000,
        allow_models: rest.allowModels ? JSON.stringify(rest.allowModels) : null,
        gift_coin: rest.giftCoin ?? 0,
        gift_compute: rest.giftCompute ?? 0,
        renewal_policy: rest.renewalPolicy ?? 'inherit',
        recommended: 0,
        status: 'on',
        created_at: books.now,
        updated_at: books.now,
      };
      const plan = await database.transaction((tx) =>
        withNamedTables(tx).insertInto('vip_plans').values(row).returningAll().executeTakeFirstOrThrow(),
      );
      return createPlanSnapshot(plan as RowOf<'vip_plans'>);
    },
    grant: (userId, plan, rest = {}) =>
      inScope((scope) =>
        grantPlan(scope, made.rules, {
          userId,
          plan,
          source: 'gift',
          sourceId: null,
          operator,
          key: `test:${randomUUID()}`,
          ...rest,
        }),
      ),
    async all(userId) {
      const rows = await database.read
        .selectFrom('user_memberships')
        .selectAll()
        .where('user_id', '=', userId)
        .orderBy('id')
        .execute();
      return rows.map(toMembership);
    },
    pass: async () => {
      await expireMemberships(books.rounds, made.rules);
    },
  };
  return made;
}
