import { ApiError, coversPermissions } from '@gantry/core';
import type { OperationCall } from '../../platform/engine/operation.ts';
import { assertRecentStepUp } from '../../platform/http/caller.ts';
import type { RowOf } from '../../platform/store/database.ts';
import { getPermissionSet, lockAdmins } from './admin-rows.ts';
import { localizeSession } from './session-rows.ts';

/** Rejects unless the caller has just shown again who it is, whatever door the call came through. */
export function assertStepUp({ caller, services }: Pick<OperationCall, 'caller' | 'services'>): void {
  assertRecentStepUp(caller, services.clock());
}

/** No one hands out more than they may themselves. */
export function assertCovers({ caller }: Pick<OperationCall, 'caller'>, set: readonly string[]): void {
  if (!coversPermissions(caller.actor, set)) throw new ApiError('denied');
}

interface AdminCall {
  readonly caller: OperationCall['caller'];
  readonly row: Pick<RowOf<'admins'>, 'permission_set'>;
}

/** No one touches an account that may more than they. */
export function assertCoversRow({ caller, row }: AdminCall): void {
  assertCovers({ caller }, getPermissionSet(row));
}

/** No one shuts themselves out, or raises themselves; nor does anyone touch an account that may more than they. */
export function assertOther({ caller, row }: OperationCall<'admins'>): void {
  if (row.id === caller.actor.id)
    throw new ApiError('denied', { message: localizeSession('notYourself', caller.locale), data: { self: true } });
  assertCoversRow({ caller, row });
}

/**
 * Rejects what would leave no one who can sign in and administer everything: active, role admin, narrowed to nothing, not locked. Takes the lock of all
 * admins first, so that of two who would shut each other out one is rejected; and asks again whether the caller is still one.
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
