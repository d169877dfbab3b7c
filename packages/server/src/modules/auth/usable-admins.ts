import { ApiError, coversPermissions } from '@gantry/core';
import type { OperationCall } from '../../platform/engine/operation.ts';
import { assertRecentStepUp } from '../../platform/http/caller.ts';
import type { RowOf } from '../../platform/store/database.ts';
import { getPermissionSet, lockAdmins } from './admin-rows.ts';
import { localizeSession } from './session-rows.ts';

/** Rejects unless the caller has recently confirmed their identity, whichever call it comes from. */
export function assertStepUp({ caller, services }: Pick<OperationCall, 'caller' | 'services'>): void {
  assertRecentStepUp(caller, services.clock());
}

/** Rejects a grant of permissions that the caller does not have. */
export function assertCovers({ caller }: Pick<OperationCall, 'caller'>, set: readonly string[]): void {
  if (!coversPermissions(caller.actor, set)) throw new ApiError('denied');
}

interface AdminCall {
  readonly caller: OperationCall['caller'];
  readonly row: Pick<RowOf<'admins'>, 'permission_set'>;
}

/** Rejects a change of an account with more permissions than the caller. */
export function assertCoversRow({ caller, row }: AdminCall): void {
  assertCovers({ caller }, getPermissionSet(row));
}

/** Rejects a change of one's own account, and of an account with more permissions than the caller. */
export function assertOther({ caller, row }: OperationCall<'admins'>): void {
  if (row.id === caller.actor.id)
    throw new ApiError('denied', { message: localizeSession('notYourself', caller.locale), data: { self: true } });
  assertCoversRow({ caller, row });
}

/**
 * Rejects a change that would leave no admin who can sign in and administer everything: active, role admin, without a permission set,
 * not locked. Locks all admins first, so that of two admins who would lock each other out one is rejected, and checks again whether
 * the caller is still one.
 */
export async function assertAdminRemains({ tx, services, caller, row }: OperationCall<'admins'>): Promise<void> {
  await lockAdmins(tx, services.database);
  const request = await tx
    .selectFrom('admins')
    .select('id')
    .where('id', '=', caller.actor.id)
    .where('status', '=', 'active')
    .where('role', '=', 'admin')
    .executeTakeFirst();
  if (!request) throw new ApiError('denied');
  if (row.role !== 'admin' || row.status !== 'active' || getPermissionSet(row).length > 0) return;
  const left = await tx
    .selectFrom('admins')
    .select('id')
    .where('id', '<>', row.id)
    .where('status', '=', 'active')
    .where('role', '=', 'admin')
    .where('permission_set', 'is', null)
    .where((where) => where.or([where('locked_until', 'is', null), where('locked_until', '<=', services.clock())]))
    .limit(1)
    .executeTakeFirst();
  if (!left)
    throw new ApiError('stateConflict', {
      message: localizeSession('lastAdmin', caller.locale),
      data: { state: 'lastAdmin' },
    });
}
