import { randomUUID } from 'node:crypto';
import { type LocalizedText, localize, snake, user } from '@gantry/core';
import { erasedFields } from '../../platform/audit/hide-erased-users.ts';
import { createChangedDraft, createCreatedDraft, pickDiffering } from '../../platform/engine/changes.ts';
import type { RecordChecks } from '../../platform/engine/engine.ts';
import type { Operation, OperationCall, OperationResult } from '../../platform/engine/operation.ts';
import { presentRow } from '../../platform/engine/present.ts';
import { type Cell, getId, type RowOf, type Tx, withNamedTables } from '../../platform/store/database.ts';
import { changeRecord } from '../../platform/store/records.ts';
import { fold } from '../../platform/store/search/words.ts';
import { recordUnban } from '../risk/index.ts';
import { unlinkAll } from './identities/account.ts';
import { insertUser, reportTakenUser } from './register-user.ts';

const gone: LocalizedText = {
  zh: '该用户已注销，资料不能再改',
  en: 'This user was deleted and can no longer be changed.',
};

/** An erased user cannot be restored by any client. */
export const userChecks: RecordChecks = {
  [user.name]: ({ status }, { locale }) => (status === 'deleted' ? { status: [localize(gone, locale)] } : null),
};

/** Creates a user by hand or by import. */
export const createUser: Operation = {
  async run({ tx, services, caller, resource, input }) {
    const stamp = { by: caller.actor.id, at: services.clock() };
    const row = await reportTakenUser(services.database, caller, () => insertUser(tx, services.database, input, stamp));
    const data = await presentRow(services, tx, resource, row, caller);
    return { data, audit: createCreatedDraft(resource, getId(row), row) };
  },
};

/** Signs a user out everywhere: tokens of an older version are invalid. */
export const revokeSessions: Operation<'users'> = {
  run: (call) => changeUser(call, { token_version: call.row.token_version + 1 }),
};

export const unban: Operation<'users'> = {
  undo: { fields: ['status', 'banReason', 'banUntil'] },
  async run(call) {
    await recordUnban(call.tx, Number(call.id));
    return changeUser(call, { status: 'active', ban_reason: null, ban_until: null });
  },
};

const getTags = (row: RowOf<'users'> | null): string[] =>
  typeof row?.tags === 'string' ? (JSON.parse(row.tags) as string[]) : [];
const readTags = (tags: unknown): string[] => (Array.isArray(tags) ? tags.map(String) : []);

export const addTags: Operation<'users'> = {
  undo: { fields: ['tags'] },
  run: (call) =>
    changeUser(call, { tags: JSON.stringify([...new Set([...getTags(call.row), ...readTags(call.input.tags)])]) }),
};

export const removeTags: Operation<'users'> = {
  undo: { fields: ['tags'] },
  run: (call) => {
    const gone = new Set(readTags(call.input.tags));
    return changeUser(call, { tags: JSON.stringify(getTags(call.row).filter((tag) => !gone.has(tag))) });
  },
};

/** Returns the username, or a similar one when another user has it in any case or width. */
async function findFreeName({ tx }: OperationCall<'users'>, name: string): Promise<string> {
  const taken = await tx
    .selectFrom('users')
    .select('id')
    .where((where) => where.or([where('username', '=', name), where('username_key', '=', fold(name))]))
    .limit(1)
    .executeTakeFirst();
  return taken ? `${name}-${randomUUID()}` : name;
}

/** Tables that store IP addresses of users besides their record, and the column with the user's ID. */
const addresses = [
  ['orders', 'user_id'],
  ['redemptions', 'user_id'],
  ['sign_logs', 'user_id'],
  ['invite_records', 'invitee_id'],
] as const;

/** Locks orders and redemptions before the user, like refunds and reclaims do. */
async function lockOrders({ tx, services, id }: Omit<OperationCall, 'row'>): Promise<void> {
  if (services.database.dialect.kind !== 'postgres') return;
  for (const table of ['orders', 'redemptions'] as const)
    await withNamedTables(tx)
      .selectFrom(table)
      .select('id')
      .where('user_id', '=', id)
      .where('ip', 'is not', null)
      .orderBy('id')
      .forUpdate()
      .execute();
}

async function purgeAddresses(tx: Tx, userId: number): Promise<void> {
  for (const [table, whose] of addresses)
    await withNamedTables(tx)
      .updateTable(table)
      .set({ ip: null })
      .where(whose, '=', userId)
      .where('ip', 'is not', null)
      .execute();
}

/** Erases the personal data of the user permanently. */
export const anonymize: Operation<'users'> = {
  lock: lockOrders,
  run: async (call) => {
    const cells = Object.fromEntries(erasedFields.map((name) => [snake(name), null]));
    const id = call.row.id;
    const tokenVersion = call.row.token_version + 1;
    const username = await findFreeName(call, `deleted-${id}`);
    const named = { username, status: 'deleted', token_version: tokenVersion, verified: 0 };
    const { data } = await changeUser(call, { ...cells, ...named });
    await unlinkAll(call.tx, id);
    await purgeAddresses(call.tx, id);
    // The log stores no copy of the erased data.
    return {
      data,
      audit: { resource: call.resource.name, resourceId: id, action: call.name, after: { status: 'deleted' } },
    };
  },
};

/** Writes columns of a locked user. Returns the record, and the audit entry with the differences. */
export async function changeUser(
  { tx, services, caller, resource, name, row }: OperationCall,
  cells: Readonly<Record<string, Cell>>,
): Promise<OperationResult> {
  const before = row ?? {};
  const { database, clock } = services;
  const stamp = { by: caller.actor.id, at: clock() };
  const after = await changeRecord(tx, database.dialect, resource, before, cells, stamp);
  const data = await presentRow(services, tx, resource, after, caller);
  return { data, audit: createChangedDraft(resource, name, before, pickDiffering(before, cells)) };
}
