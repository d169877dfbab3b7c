import { ApiError, fullAccess, normalizePermissionSet, type Values } from '@gantry/core';
import {
  createChangedDraft,
  createCreatedDraft,
  createDeletedDraft,
  pickDiffering,
} from '../../platform/engine/changes.ts';
import type { Operation, OperationCall, OperationResult, Operations } from '../../platform/engine/operation.ts';
import { presentRow } from '../../platform/engine/present.ts';
import type { Cell, Row } from '../../platform/store/database.ts';
import { removeRecords, toChangedCells } from '../../platform/store/records.ts';
import { assertAdminRemains, assertCovers, assertCoversRow, assertOther, assertStepUp } from './admin-guards.ts';
import { insertAdmin, type NewPassword, setPassword, updateAdmin } from './admin-rows.ts';
import { rejectTaken } from './first-admin.ts';
import { unlockAccount } from './guess-guard.ts';
import { acceptPassword, generateTemporaryPassword } from './password/new-password.ts';
import type { SessionDeps } from './session-deps.ts';
import { localizeSession, type RevokedCause, revokeAll, revokeOne } from './session-rows.ts';
import { dropRecoveryCodes } from './two-factor/recovery-codes.ts';
import { removeTwoFactor } from './two-factor/two-factor.ts';

/** Writes columns of the admin and ends their sessions and tokens, in one transaction. */
async function change(
  call: OperationCall<'admins'>,
  cells: Readonly<Record<string, Cell>>,
  ends: RevokedCause | null,
): Promise<OperationResult> {
  const { tx, services, caller, resource, name, row } = call;
  const { id } = row;
  const now = services.clock();
  const { after } = await rejectTaken(services, caller, () =>
    updateAdmin(tx, services.database, id, cells, { by: caller.actor.id, at: now }),
  );
  if (ends !== null) await revokeAll(tx, id, ends, now);
  const data = await presentRow(services, tx, resource, after, caller);
  return { data, audit: createChangedDraft(resource, name, row, cells as Row) };
}

/** Creates a user with a first password that must be changed. Creating an admin requires a step-up. */
function create(deps: SessionDeps): Operation {
  return {
    prepare: async (call) => {
      const { input, caller } = call;
      assertCovers(call, setOf(withSet(call, input)));
      if (input.role === 'admin') assertStepUp(call);
      const names = [input.username, input.name].map(String);
      const options = { password: String(input.password), field: 'password', names, twoFactor: false };
      return acceptPassword(deps, caller.locale, options);
    },
    run: async (call, password) => {
      const { tx, services, caller, resource, input } = call;
      const stamp = { by: caller.actor.id, at: services.clock() };
      const values = { ...withSet(call, input), mustChangePassword: true };
      const row = await rejectTaken(services, caller, () =>
        insertAdmin(tx, services.database, values, password as NewPassword, stamp),
      );
      const data = await presentRow(services, tx, resource, row, caller);
      return { data, audit: createCreatedDraft(resource, Number(row.id), row) };
    },
  };
}

/** Creates an admin with a generated password for one sign-in, and nothing else. */
function invite(deps: SessionDeps): Operation {
  return {
    prepare: async (call) => {
      assertCovers(call, setOf(withSet(call, call.input)));
      if (call.input.role === 'admin') assertStepUp(call);
      return createPassword(deps);
    },
    run: async (call, prepared) => {
      const { tx, services, caller, resource, name, input } = call;
      const { password, ...hashed } = prepared as FreshPassword;
      const stamp = { by: caller.actor.id, at: services.clock() };
      const values = { ...withSet(call, input), name: input.name ?? input.username, mustChangePassword: true };
      const row = await rejectTaken(services, caller, () => insertAdmin(tx, services.database, values, hashed, stamp));
      const answer = { id: Number(row.id), username: String(row.username) };
      const audit = { ...createCreatedDraft(resource, answer.id, row), action: name };
      return { data: { ...answer, temporaryPassword: password }, stored: answer, audit };
    },
  };
}

interface FreshPassword extends NewPassword {
  readonly password: string;
}

async function createPassword(deps: SessionDeps): Promise<FreshPassword> {
  const password = generateTemporaryPassword();
  return { password, hash: await deps.hasher.hash(password), length: password.length };
}

/** The values with the permission set as it is stored; a set that names no area is rejected, because it would grant nothing. */
function withSet({ caller }: Pick<OperationCall, 'caller'>, input: Values): Values {
  if (!('permissionSet' in input)) return input;
  const permissionSet = normalizePermissionSet(setOf(input));
  if (permissionSet === null)
    throw new ApiError('invalid', { errors: { permissionSet: [localizeSession('noAreas', caller.locale)] } });
  return { ...input, permissionSet };
}

function setOf({ permissionSet }: Values): readonly string[] {
  return Array.isArray(permissionSet) ? permissionSet.map(String) : [];
}

/** The columns that decide what an account may do and how well it is protected. */
const guarded = ['permission_set', 'require_two_factor'];

/**
 * Updates the fields of an admin. A change of the permission set is never allowed on one's own account, must leave an admin with all
 * permissions, and requires an identity confirmation. It applies to the next call of every session. Whether two-factor is required
 * is guarded likewise, because an account without it is easier to take over.
 */
const update: Operation<'admins'> = {
  canReverse: true,
  run: async (call) => {
    const { input, row } = call;
    const cells = pickDiffering(row, toChangedCells(call.resource, withSet(call, input))) as Record<string, Cell>;
    // An email address gives access to an account, so an admin changes no account with more permissions, whatever the field.
    if (row.id !== call.caller.actor.id) assertCoversRow(call);
    if (guarded.some((column) => column in cells)) {
      assertOther(call);
      if ('permission_set' in cells) assertCovers(call, setOf(input));
      assertStepUp(call);
    }
    if ('permission_set' in cells) await assertAdminRemains(call);
    if (Object.keys(cells).length > 0) return change(call, cells, null);
    return { data: await presentRow(call.services, call.tx, call.resource, row, call.caller) };
  },
};

const remove: Operation<'admins'> = {
  run: async (call) => {
    const { tx, services, resource, row } = call;
    assertOther(call);
    if (row.role === 'admin') assertStepUp(call);
    await assertAdminRemains(call);
    const id = call.row.id;
    await revokeAll(tx, id, 'disabled', services.clock());
    await dropRecoveryCodes(tx, id);
    await tx.deleteFrom('admin_credentials').where('admin_id', '=', id).execute();
    await removeRecords(tx, services.database.dialect, resource, [id]);
    return { data: null, audit: createDeletedDraft(resource, row) };
  },
};

const enable: Operation<'admins'> = {
  run: async (call) => {
    assertOther(call);
    assertStepUp(call);
    return change(call, { status: 'active' }, null);
  },
};

const disable: Operation<'admins'> = {
  run: async (call) => {
    assertOther(call);
    assertStepUp(call);
    await assertAdminRemains(call);
    return change(call, { status: 'disabled' }, 'disabled');
  },
};

/** A role change ends the sessions, so that the new role starts with a new sign-in. */
const changeRole: Operation<'admins'> = {
  run: async (call) => {
    assertOther(call);
    assertStepUp(call);
    await assertAdminRemains(call);
    return change(call, { role: String(call.input.role) }, 'ended');
  },
};

/** Resets a password: generates one for a single sign-in, at which it must be changed. */
function resetPassword(deps: SessionDeps): Operation<'admins'> {
  return {
    prepare: () => createPassword(deps),
    run: async (call, prepared) => {
      const { password, ...hashed } = prepared as FreshPassword;
      assertOther(call);
      assertStepUp(call);
      await setPassword(call.tx, call.row.id, hashed, call.services.clock());
      await unlockAccount(call.tx, deps, call.row.username);
      const { audit } = await change(call, { must_change_password: 1, locked_until: null }, 'password');
      const answer = { id: call.row.id, username: call.row.username };
      return { data: { ...answer, temporaryPassword: password }, stored: answer, ...(audit ? { audit } : {}) };
    },
  };
}

function resetTwoFactor(deps: SessionDeps): Operation<'admins'> {
  return {
    prepare: async () => (await deps.settings.read('system', 'loginSecurity')).passwordMin,
    run: async (call, passwordMin) => {
      const { tx, services, caller } = call;
      assertOther(call);
      assertStepUp(call);
      await removeTwoFactor(tx, services, call.row.id, caller.actor.id, Number(passwordMin));
      return change(call, { totp_enabled: 0 }, 'ended');
    },
  };
}

function unlock(deps: SessionDeps): Operation<'admins'> {
  return {
    run: async (call) => {
      assertCoversRow(call);
      await unlockAccount(call.tx, deps, call.row.username);
      return change(call, { locked_until: null }, null);
    },
  };
}

/** Ends every session and token of an admin; for one's own account, all but the current session. */
const revokeSessions: Operation<'admins'> = {
  run: async (call) => {
    const { tx, services, caller, resource, name } = call;
    assertCoversRow(call);
    const id = call.row.id;
    const keep = id === caller.actor.id ? caller.sessionId : null;
    const ended = await revokeAll(tx, id, 'ended', services.clock(), { keep });
    return { data: { ended }, audit: { resource: resource.name, resourceId: id, action: name, after: { ended } } };
  },
};

/** Stands for a deleted admin: only an admin with full access may end their remaining sessions. */
const unknownAdmin = { permission_set: JSON.stringify(fullAccess) };

/** Ends a session or token of an admin with no more permissions than the caller. Callers end their own session by signing out. */
const endSession: Operation = {
  run: async (call) => {
    const { tx, services, caller, resource, name } = call;
    const id = Number(call.id);
    if (id === caller.sessionId)
      throw new ApiError('denied', { message: localizeSession('notThisSession', caller.locale) });
    const own = tx.selectFrom('admins').selectAll().where('id', '=', Number(call.row?.admin_id));
    assertCoversRow({ caller, row: (await own.executeTakeFirst()) ?? unknownAdmin });
    const now = services.clock();
    await revokeOne(tx, Number(call.row?.admin_id), id, 'ended', now);
    const cells = { status: 'ended', revoked_at: now, revoked_cause: 'ended' };
    const version = { version: Number(call.row?.version) + 1, updated_by: caller.actor.id };
    await tx.updateTable('admin_sessions').set(version).where('id', '=', id).execute();
    const data = await presentRow(
      services,
      tx,
      resource,
      { ...call.row, ...cells, ...version, updated_at: now },
      caller,
    );
    return { data, audit: createChangedDraft(resource, name, call.row ?? {}, cells) };
  },
};

/** Actions of admins on other admins, the same on every path. */
export function createAdminOperations(deps: SessionDeps): Operations {
  return {
    'admin/create': create(deps),
    'admin/invite': invite(deps),
    'admin/update': update,
    'admin/delete': remove,
    'admin/enable': enable,
    'admin/disable': disable,
    'admin/changeRole': changeRole,
    'admin/resetPassword': resetPassword(deps),
    'admin/resetTwoFactor': resetTwoFactor(deps),
    'admin/unlock': unlock(deps),
    'adminSession/revoke': endSession,
    'admin/revokeSessions': revokeSessions,
  };
}
