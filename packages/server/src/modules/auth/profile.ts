import { type CurrentUser, camel, admin as definition, formatTime, sessionCalls, type Values } from '@gantry/core';
import { runWrite } from '../../platform/audit/run-write.ts';
import type { Caller } from '../../platform/context/context.ts';
import type { CallRequest } from '../../platform/http/call.ts';
import { toWriteCall } from '../../platform/http/defined-call.ts';
import type { Row } from '../../platform/store/database.ts';
import { toChangedCells } from '../../platform/store/records.ts';
import { getPermissionSet, updateAdmin } from './admin-rows.ts';
import { rejectTaken } from './create-admin.ts';
import type { SessionDeps } from './session-needs.ts';
import { readSelf } from './step-up.ts';

function textOf(value: unknown): string | null {
  return value === null || value === undefined ? null : String(value);
}

/** A person's row as `/info` tells it. */
function currentUserOf(row: Row, timeZone: string): CurrentUser {
  return {
    id: Number(row.id),
    username: String(row.username),
    name: String(row.name),
    avatar: textOf(row.avatar),
    job: textOf(row.job),
    jobName: textOf(row.job_name),
    organization: textOf(row.organization),
    organizationName: textOf(row.organization_name),
    location: textOf(row.location),
    locationName: textOf(row.location_name),
    email: textOf(row.email),
    introduction: textOf(row.introduction),
    personalWebsite: textOf(row.personal_website),
    phone: textOf(row.phone),
    registrationDate: formatTime(Number(row.created_at), timeZone),
    accountId: String(row.id),
    certification: Number(row.certification ?? 0),
    role: String(row.role),
    permissionSet: getPermissionSet(row),
    totpEnabled: row.totp_enabled === 1,
    mustChangePassword: row.must_change_password === 1,
  };
}

export async function readInfo(deps: SessionDeps, caller: Caller): Promise<CurrentUser> {
  const { timezone } = await deps.settings.read('system', 'site');
  return currentUserOf((await readSelf(deps, caller)).admin, timezone);
}

/** Changes the fields that were given; the others stay. */
export async function updateProfile(deps: SessionDeps, call: CallRequest, values: Values): Promise<CurrentUser> {
  const { caller, body } = call;
  const { id } = caller.actor;
  const { timezone } = await deps.settings.read('system', 'site');
  const given = Object.keys(typeof body === 'object' && body !== null ? body : {});
  const write = { ...toWriteCall(call, sessionCalls.profileUpdate.path), resource: 'admin', action: 'updateProfile' };
  return runWrite(deps, caller, { ...write, resourceId: id }, async (tx) => {
    const wanted = toChangedCells(definition, Object.fromEntries(given.map((name) => [name, values[name] ?? null])));
    const { before, after } = await rejectTaken(deps, caller, () =>
      updateAdmin(tx, deps.database, id, wanted, { by: id, at: deps.clock() }),
    );
    const changed = Object.keys(wanted).filter((column) => before[column] !== after[column]);
    const pick = (row: Row) => Object.fromEntries(changed.map((column) => [camel(column), row[column] ?? null]));
    return {
      data: currentUserOf(after, timezone),
      audit: { resource: 'admin', resourceId: id, action: 'updateProfile', before: pick(before), after: pick(after) },
    };
  });
}
