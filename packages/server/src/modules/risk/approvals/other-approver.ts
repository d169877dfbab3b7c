import { admin, approval, canRun, canUse, systemSettings } from '@gantry/core';
import type { Caller } from '../../../platform/context/context.ts';
import type { Row, Tx } from '../../../platform/store/database.ts';
import { getPermissionSet } from '../../auth/admin-rows.ts';
import { dayMs } from '../../memberships/membership-rules.ts';

/** May this admin approve a change of the limits? */
function mayApprove(row: Row): boolean {
  const rights = { role: String(row.role), permissionSet: getPermissionSet(row) };
  return canRun(rights, approval, approval.actions.approve).ok && canUse(rights, systemSettings);
}

/**
 * Whether anybody else could approve a change of the limits: an active admin whose permissions reach both pages. Whoever shut
 * another admin out within the last day is treated as if that admin were still there, or the second would be removed first.
 */
export async function hasOtherApprover(tx: Tx, { actor }: Pick<Caller, 'actor'>, now: number): Promise<boolean> {
  const others = await tx
    .selectFrom('admins')
    .selectAll()
    .where('id', '<>', actor.id)
    .where('status', '=', 'active')
    .where('role', '=', 'admin')
    .execute();
  return others.some(mayApprove) || shutOut(tx, actor.id, now - dayMs);
}

async function shutOut(tx: Tx, actorId: number, since: number): Promise<boolean> {
  const rows = await tx
    .selectFrom('audit_logs')
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
