import { ApiError, coversPermissions, hasFullAccess } from '@gantry/core';
import type { OperationCall } from '../../platform/engine/operation.ts';
import { assertRecentStepUp } from '../../platform/http/caller.ts';
import type { RowOf } from '../../platform/store/database.ts';
import { getPermissionSet, lockAdmins } from './admin-rows.ts';
import { localizeSession } from './session-rows.ts';

/** Rejects a caller who has not confirmed their identity recently, on every path. */
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
 * Rejects a change that would leave no admin who can sign in and administer everything: active, role admin, with full access, not
 * locked. Locks all admins first, so that of two admins who would lock each other out one is rejected, and checks again that the
 * caller still has full access.
 */
export async function assertAdminRemains({ tx, services, caller, row }: OperationCall<'admins'>): Promise<void> {
  await lockAdmins(tx, services.database);
  const admins = await tx
    .selectFrom('admins')
    .select(['id', 'role', 'status', 'permission_set', 'locked_until'])
    .where('status', '=', 'active')
    .where('role', '=', 'admin')
    .execute();
  if (!admins.some(({ id }) => id === caller.actor.id)) throw new ApiError('denied');
  if (row.role !== 'admin' || row.status !== 'active' || !isFull(row)) return;
  const now = services.clock();
  const isLeft = admins.some(
    (one) => one.id !== row.id && isFull(one) && (one.locked_until === null || one.locked_until <= now),
  );
  if (!isLeft)
    throw new ApiError('stateConflict', {
      message: localizeSession('lastAdmin', caller.locale),
      data: { state: 'lastAdmin' },
    });
}

function isFull(row: AdminCall['row']): boolean {
  return hasFullAccess({ permissionSet: getPermissionSet(row) });
}
