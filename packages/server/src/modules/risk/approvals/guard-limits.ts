import { admin, approval, canRun, canUse, systemSettings, type Values } from '@gantry/core';
import type { WriteResult } from '../../../platform/audit/run-write.ts';
import type { Caller, Services } from '../../../platform/context/context.ts';
import { assertRecentStepUp } from '../../../platform/http/caller.ts';
import type { Notification } from '../../../platform/notifications/notification-types.ts';
import { notify } from '../../../platform/notifications/notify.ts';
import type { SettingsReader } from '../../../platform/settings/settings-reader.ts';
import { type GuardedChange, listChangedNames, type SettingsGuard } from '../../../platform/settings/settings-store.ts';
import type { RowOf, Tx } from '../../../platform/store/database.ts';
import { getPermissionSet } from '../../auth/index.ts';
import { dayMs } from '../../memberships/index.ts';
import { creditsOfCheckIn, isAbove, none, readLimits } from './offer-subjects.ts';
import { requestApproval } from './with-second-admin.ts';

const limits = ['adjustCredits', 'refundAmount', 'markPaidAmount'] as const;

/** Whether a change of a limit allows more without a second admin; 0 means no limit. */
const isLifted = (before: number, after: number) => before > 0 && (after === 0 || after > before);

function limitsLifted(actor: { readonly id: number; readonly name: string }, at: number): Notification {
  return {
    type: 'message',
    event: 'limitsLifted',
    severity: 'critical',
    audience: 'admins',
    dedupeKey: `limitsLifted ${actor.id} ${at}`,
    params: { name: actor.name },
    route: systemSettings.path,
  };
}

interface GuardDeps extends Services {
  readonly settings: SettingsReader;
}

/** Requests only the changed values, so that an approval overwrites nothing else. */
const pickChanged = (before: Values, after: Values): Values =>
  Object.fromEntries(listChangedNames(before, after).map((name) => [name, after[name] ?? null]));

/** Stores a settings change that waits for another admin, and returns it as the result of the change. */
async function requestChange(
  { settings, ...services }: GuardDeps,
  tx: Tx,
  group: string,
  { caller, before, after }: GuardedChange,
  { credits, hours }: { readonly credits: number | null; readonly hours: number },
): Promise<WriteResult> {
  const subject = { ...none, userId: null, credits };
  const input = { page: systemSettings.name, group, values: pickChanged(before, after) };
  const { timezone } = await settings.read('system', 'site');
  const request = { kind: 'saveSettings', subject, recordId: null, input, hours, timezone } as const;
  return requestApproval({ tx, services, caller }, request);
}

/**
 * Raising or disabling a limit needs recent identity confirmation, and another admin if there is one who may approve it. All
 * admins are notified when it takes effect.
 */
export function guardLimits(deps: GuardDeps): SettingsGuard {
  return async (tx, change) => {
    const { caller, before, after, isApproved } = change;
    if (!limits.some((name) => isLifted(Number(before[name]), Number(after[name])))) return undefined;
    const now = deps.clock();
    if (!isApproved) {
      assertRecentStepUp(caller, now);
      const hours = Number(before.hours);
      if (await hasOtherApprover(tx, caller, now))
        return requestChange(deps, tx, 'approval', change, { credits: null, hours });
    }
    await notify(tx, deps.clock, limitsLifted(caller.actor, now));
    return undefined;
  };
}

/** The maximum that one registration or one invite grants of an asset. */
const rewardValues: Readonly<Record<string, (values: Values) => readonly number[]>> = {
  register: ({ giftCoin, giftCompute, firstN, firstNCoin, firstNCompute }) => {
    const getFirstCredits = (credits: unknown) => (Number(firstN) > 0 ? Number(credits) : 0);
    return [Number(giftCoin) + getFirstCredits(firstNCoin), Number(giftCompute) + getFirstCredits(firstNCompute)];
  },
  invite: ({ inviterReward, inviteeReward }) => [Number(inviterReward) + Number(inviteeReward)],
};

/** A reward for all users needs another admin when it is raised above what an admin may grant alone. */
function guardGrants(
  deps: GuardDeps,
  group: string,
  grants: (tx: Tx, values: Values) => Promise<readonly number[]>,
): SettingsGuard {
  return async (tx, change) => {
    if (change.isApproved) return undefined;
    const { adjustCredits, hours } = await readLimits(deps.settings);
    const [before, after] = [await grants(tx, change.before), await grants(tx, change.after)];
    const raised = after.filter((credits, at) => credits > (before[at] ?? 0) && isAbove(credits, adjustCredits));
    if (raised.length === 0) return undefined;
    return requestChange(deps, tx, group, change, { credits: Math.max(...raised), hours });
  };
}

/** Returns what each enabled check-in rule grants a member. */
async function listCheckInRewards(tx: Tx, { vipBonusBps }: Values): Promise<readonly number[]> {
  const rules = await tx.selectFrom('sign_rules').selectAll().where('status', '=', 'enabled').orderBy('id').execute();
  return rules.flatMap((rule) => {
    const { coin, compute } = creditsOfCheckIn(rule, Number(vipBonusBps));
    return [coin, compute];
  });
}

/** Guards of the rewards in settings, by `page/group`. */
export function guardRewards(deps: GuardDeps): Readonly<Record<string, SettingsGuard>> {
  const valueGuards = Object.entries(rewardValues).map(([group, grants]) => [
    `${systemSettings.name}/${group}`,
    guardGrants(deps, group, async (_, values) => grants(values)),
  ]);
  return {
    ...Object.fromEntries(valueGuards),
    [`${systemSettings.name}/sign`]: guardGrants(deps, 'sign', listCheckInRewards),
  };
}

/** Whether this admin may approve a change of the limits. */
function canApprove(row: RowOf<'admins'>): boolean {
  const rights = { role: row.role, permissionSet: getPermissionSet(row) };
  return canRun(rights, approval, approval.actions.approve).ok && canUse(rights, systemSettings);
}

/**
 * Whether anyone else could approve a change of the limits: an active admin whose permissions include both pages. An admin whom
 * the requester disabled within the last day still counts; otherwise the requester could remove the second admin first.
 */
async function hasOtherApprover(tx: Tx, { actor }: Pick<Caller, 'actor'>, now: number): Promise<boolean> {
  const others = await tx
    .selectFrom('admins')
    .selectAll()
    .where('id', '<>', actor.id)
    .where('status', '=', 'active')
    .where('role', '=', 'admin')
    .execute();
  return others.some(canApprove) || wasShutOut(tx, actor.id, now - dayMs);
}

async function wasShutOut(tx: Tx, actorId: number, since: number): Promise<boolean> {
  const rows = await tx
    .selectFrom('audit_entries')
    .select(['action', 'after', 'before'])
    .where('resource', '=', admin.name)
    .where('actor_id', '=', actorId)
    .where('created_at', '>', since)
    .where('action', 'in', ['disable', 'delete', 'changeRole', 'update', 'undo'])
    .execute();
  return rows.some(({ action, before, after }) => {
    if (action !== 'update' && action !== 'undo') return true;
    return /"(permissionSet|status|role)"/.test(`${String(before)}${String(after)}`);
  });
}
