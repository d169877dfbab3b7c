import { admin as adminResource, areasOfScope, coversPermissions, type Rights, serviceClient } from '@gantry/core';
import type { Services } from '../../platform/context/context.ts';
import { createPlan } from '../../platform/engine/engine.ts';
import type { Operation, Operations } from '../../platform/engine/operation.ts';
import { notify } from '../../platform/notifications/notify.ts';
import type { RowOf, Tx } from '../../platform/store/database.ts';
import { getPermissionSet } from '../auth/index.ts';
import { clientNeedsReview } from './notifications.ts';

type Reason = 'disabled' | 'narrowed' | 'deleted';

const plan = createPlan(serviceClient);

/** The scopes that an admin may not grant, because their own permissions are narrower. */
export function uncoveredScopes(rights: Rights, scopes: readonly string[]): string[] {
  return scopes.filter((scope) => !coversPermissions(rights, areasOfScope(scope)));
}

/** Why an admin could not grant these scopes now; null when they could. */
function getReasonFor(
  admin: Pick<RowOf<'admins'>, 'status' | 'role' | 'permission_set'> | null,
  scopes: readonly string[],
): Reason | null {
  if (admin === null) return 'deleted';
  if (admin.status !== 'active') return 'disabled';
  const rights: Rights = { role: admin.role, permissionSet: getPermissionSet(admin) };
  return rights.role !== 'admin' || uncoveredScopes(rights, scopes).length > 0 ? 'narrowed' : null;
}

/**
 * Marks the service clients whose scopes an admin granted and may no longer grant; `admin` is the row after the change, null when
 * it is deleted. The mark stays until another admin confirms or changes the scopes: enabling the account again is no
 * confirmation.
 */
async function markClientsForReview(
  tx: Tx,
  { clock }: Pick<Services, 'clock'>,
  before: Pick<RowOf<'admins'>, 'id' | 'name'>,
  admin: RowOf<'admins'> | null,
): Promise<void> {
  const clients = await tx
    .selectFrom('service_clients')
    .selectAll()
    .where('granted_by', '=', before.id)
    .orderBy('id')
    .execute();
  for (const client of clients) {
    const { scopes } = plan.current(client);
    const reason = getReasonFor(admin, Array.isArray(scopes) ? scopes.map(String) : []);
    if (reason === null || reason === client.review) continue;
    await tx.updateTable('service_clients').set({ review: reason }).where('id', '=', client.id).execute();
    await notify(tx, clock, clientNeedsReview({ id: client.id, name: client.name }, before.name));
  }
}

/**
 * The operations of admins. Each that has an admin as its record is followed by the review of the service clients whose scopes that
 * admin granted, so that no new way to narrow an admin leaves it out.
 */
export function reviewClientsAfter(operations: Operations): Operations {
  const followed = Object.entries(operations).map(([key, operation]): readonly [string, Operation] => {
    const run: Operation['run'] = async (call, prepared) => {
      const result = await operation.run(call, prepared);
      const { tx, services, resource } = call;
      if (resource.name !== adminResource.name || call.row === null) return result;
      const row = call.row as RowOf<'admins'>;
      const changed = await tx.selectFrom('admins').selectAll().where('id', '=', row.id).executeTakeFirst();
      await markClientsForReview(tx, services, row, changed ?? null);
      return result;
    };
    return [key, { ...operation, run }];
  });
  return Object.fromEntries(followed);
}
