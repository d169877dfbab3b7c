import { randomUUID } from 'node:crypto';
import { ApiError, type LocalizedText, localize, user, userIdentity } from '@gantry/core';
import type { Operation, OperationCall, Operations } from '../../platform/engine/operation.ts';
import type { Sealing } from '../../platform/secrets/keyring.ts';
import type { SettingsReader } from '../../platform/settings/settings-reader.ts';
import type { Column } from '../../platform/store/database.ts';
import { removeRecords } from '../../platform/store/records.ts';
import type { TxContext } from '../../platform/store/tx-context.ts';
import { type Asset, debit, grant, type LockedWallet, openLots, type PostingCause } from '../ledger/index.ts';
import {
  createPlanSnapshot,
  explainUnavailable,
  grantPlan,
  listMemberships,
  type MembershipRules,
  type PlanSnapshot,
  readMembershipRules,
} from '../memberships/index.ts';
import { ban, previewReclaim } from './ban.ts';
import { revealName, unverify, verify } from './real-name.ts';
import { addTags, anonymize, createUser, removeTags, revokeSessions, unban } from './user-actions.ts';

const words = {
  unknown: { zh: '没有这个套餐', en: 'Plan not found.' },
} as const;

/** Grants a user a plan, or extends the current one according to the renewal policy. */
function grantMembership(settings: SettingsReader): Operation<'users'> {
  return {
    prepare: () => readMembershipRules(settings),
    async run(call, prepared) {
      const { tx, services, caller, resource, name, row, input } = call;
      const rules = prepared as MembershipRules;
      const scope: TxContext = { tx, dialect: services.database.dialect, at: services.clock() };
      const userId = row.id;
      const plan = await planFor(call, scope, rules, userId);
      const granted = await grantPlan(scope, rules, {
        userId,
        plan,
        days: typeof input.days === 'number' ? input.days : null,
        withoutGifts: input.gifts !== true,
        source: 'admin',
        sourceId: caller.actor.id,
        operator: { kind: 'admin', id: caller.actor.id },
        reason: String(input.reason),
        key: `grant:${randomUUID()}`,
      });
      if (!granted) throw new Error('a membership was granted before it was');
      const { membershipId, outcome, startAt, endAt } = granted;
      const after = { planId: plan.planId, membershipId, outcome, startAt, endAt };
      const audit = { resource: resource.name, resourceId: userId, action: name, reason: String(input.reason), after };
      return { data: { id: userId, ...after, planName: plan.name, level: plan.level, lots: granted.lots }, audit };
    },
  };
}

/** Returns the current plan; rejects one that would add nothing for this user. */
async function planFor(
  { tx, caller, input }: OperationCall<'users'>,
  scope: TxContext,
  rules: MembershipRules,
  userId: number,
): Promise<PlanSnapshot> {
  const reject = (rejection: { zh: string; en: string }) =>
    new ApiError('invalid', { errors: { planId: [localize(rejection, caller.locale)] } });
  const found = await tx.selectFrom('vip_plans').selectAll().where('id', '=', Number(input.planId)).executeTakeFirst();
  if (!found) throw reject(words.unknown);
  const plan = createPlanSnapshot(found);
  const rejection = explainUnavailable(await listMemberships(scope, userId), rules, plan, scope.at);
  if (rejection) throw reject(rejection);
  return plan;
}

/** Previews the result of an adjustment without changing anything. */
const previewBalance: Operation<'users'> = {
  async run({ services, tx, row, input }) {
    const scope: TxContext = { tx, dialect: services.database.dialect, at: services.clock() };
    const amount = Number(input.amount);
    const wallet = await tx
      .selectFrom('wallets')
      .select(['id', 'balance', 'held', 'debt'])
      .where('user_id', '=', row.id)
      .where('asset', '=', String(input.asset) as Column<'wallets', 'asset'>)
      .executeTakeFirst();
    const lots = wallet ? await openLots(scope, wallet.id, null) : [];
    const available = lots.reduce((sum, { free }) => sum + free, 0);
    const balance = wallet?.balance ?? 0;
    const allowed = amount > 0 || -amount <= available;
    return {
      data: {
        id: row.id,
        asset: input.asset,
        amount,
        balanceBefore: balance,
        balance: allowed ? balance + amount : balance,
        held: wallet?.held ?? 0,
        debt: wallet?.debt ?? 0,
        available,
        allowed,
      },
    };
  },
};

const notChosen: LocalizedText = {
  zh: '公告不存在，或其受众不是“指定用户”',
  en: 'Announcement not found, or its audience is not “Specific users”.',
};

/** Adds a user to the recipients of an announcement; an existing recipient remains one. */
const sendNotice: Operation<'users'> = {
  async run({ tx, services, caller, resource, name, row, input }) {
    const [userId, noticeId] = [row.id, Number(input.noticeId)];
    const notice = await tx.selectFrom('notices').select('audience').where('id', '=', noticeId).executeTakeFirst();
    if (notice?.audience !== 'chosen')
      throw new ApiError('invalid', { errors: { noticeId: [localize(notChosen, caller.locale)] } });
    await tx
      .insertInto('notice_recipients')
      .values({ notice_id: noticeId, user_id: userId, created_at: services.clock() })
      .onConflict((conflict) => conflict.columns(['user_id', 'notice_id']).doNothing())
      .execute();
    const audit = { resource: resource.name, resourceId: userId, action: name, after: { noticeId } };
    return { data: { id: userId, noticeId }, audit };
  },
};

/** Unlinks a third-party account from its user. The log records whose it was, and nothing that identifies the account. */
const unlinkIdentity: Operation<'user_identities'> = {
  async run({ tx, services, resource, row, name }) {
    const id = row.id;
    await removeRecords(tx, services.database.dialect, resource, [id]);
    const before = { userId: row.user_id, providerId: row.provider_id, mask: row.mask };
    return { data: null, audit: { resource: resource.name, resourceId: id, action: name, before } };
  },
};

interface UserDeps {
  readonly settings: SettingsReader;
  readonly keyring: Sealing;
}

/** Admin actions on users of the platform. */
export function createUserOperations({ settings, keyring }: UserDeps): Operations {
  return {
    [`${user.name}/create`]: createUser,
    [`${user.name}/adjustBalance`]: adjustBalance(settings),
    [`${user.name}/grantMembership`]: grantMembership(settings),
    [`${user.name}/previewBalance`]: previewBalance,
    [`${user.name}/ban`]: ban,
    [`${user.name}/previewReclaim`]: previewReclaim,
    [`${user.name}/unban`]: unban,
    [`${user.name}/revokeSessions`]: revokeSessions,
    [`${user.name}/addTags`]: addTags,
    [`${user.name}/removeTags`]: removeTags,
    [`${user.name}/sendNotice`]: sendNotice,
    [`${user.name}/verify`]: verify(keyring),
    [`${user.name}/unverify`]: unverify,
    [`${user.name}/revealName`]: revealName(keyring),
    [`${user.name}/anonymize`]: anonymize,
    [`${userIdentity.name}/delete`]: unlinkIdentity,
  };
}

const adjustWords = {
  zero: { zh: '数量不能为 0', en: 'The amount cannot be 0.' },
  most: (most: number): LocalizedText => ({ zh: `每次最多调整 ${most}`, en: `The maximum per adjustment is ${most}.` }),
  past: { zh: '到期时间须在将来', en: 'The expiry time must be in the future.' },
} as const;

/** Adds to or subtracts from a balance once, as a ledger entry with a reason. */
function adjustBalance(settings: SettingsReader): Operation<'users'> {
  return {
    async prepare({ input, caller, services }) {
      const { adjustMax } = await settings.read('system', 'billing');
      const amount = Number(input.amount);
      const reject = (field: string, rejection: LocalizedText) => {
        throw new ApiError('invalid', { errors: { [field]: [localize(rejection, caller.locale)] } });
      };
      if (amount === 0) reject('amount', adjustWords.zero);
      if (Math.abs(amount) > adjustMax) reject('amount', adjustWords.most(adjustMax));
      const { expiresAt } = input;
      if (typeof expiresAt === 'number' && expiresAt <= services.clock()) reject('expiresAt', adjustWords.past);
    },
    async run(call) {
      const { input, resource, name, row } = call;
      const asset: Asset = input.asset === 'compute' ? 'compute' : 'coin';
      const after = await move(call, asset, Number(input.amount));
      const { balance, held } = after;
      const before = balance - Number(input.amount);
      return {
        data: { id: after.userId, asset, amount: Number(input.amount), balanceBefore: before, balance, held },
        audit: {
          resource: resource.name,
          resourceId: row.id,
          action: name,
          reason: String(input.reason),
          before: { [`${asset}Balance`]: before },
          after: { [`${asset}Balance`]: balance, amount: Number(input.amount) },
        },
      };
    },
  };
}

async function move(call: OperationCall<'users'>, asset: Asset, amount: number): Promise<LockedWallet> {
  const { caller, services, tx, row, input } = call;
  const scope: TxContext = { tx, dialect: services.database.dialect, at: services.clock() };
  const userId = row.id;
  const causeId = randomUUID();
  const cause: PostingCause = {
    transactionId: `adjust:${causeId}`,
    cause: 'adminAdjust',
    causeId,
    operator: { kind: 'admin', id: caller.actor.id },
    reason: String(input.reason),
  };
  const expiresAt = typeof input.expiresAt === 'number' ? input.expiresAt : null;
  const lot = { source: 'admin', sourceId: caller.actor.id, expiresAt } as const;
  const moved =
    amount > 0
      ? (await grant(scope, { userId, asset, amount, lot }, cause))?.wallet
      : await debit(scope, { userId, asset, amount: -amount }, cause);
  if (!moved) throw new Error('an adjustment was made before it began');
  return moved;
}
