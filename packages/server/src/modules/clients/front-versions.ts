import { ApiError, frontSettings, frontVersion, localize, type Values } from '@gantry/core';
import type { Operation } from '../../platform/engine/operation.ts';
import { presentRow } from '../../platform/engine/present.ts';
import {
  groupKey,
  mergeValues,
  readGroups,
  type SettingsGuard,
  unsaved,
} from '../../platform/settings/settings-store.ts';
import type { Tx } from '../../platform/store/database.ts';
import { createRow, insertRecords } from '../../platform/store/records.ts';

const table = 'front_versions';
const unchanged = { zh: '草稿与生效中的版本相同', en: 'The draft is identical to the active version.' } as const;

/** The draft as this transaction sees it, in the order of the page, with what it is about to write. */
async function readDraft(tx: Tx, written: Readonly<Record<string, Values>> = {}): Promise<string> {
  const stored = await readGroups(tx, frontSettings.name);
  const draft = Object.entries(frontSettings.groups).map(([group, { fields }]) => {
    const { content } = stored.get(groupKey(frontSettings.name, group)) ?? unsaved;
    return [group, written[group] ?? mergeValues(fields, content)] as const;
  });
  return JSON.stringify(Object.fromEntries(draft));
}

/** After a change of the draft, records on the active version whether the draft still equals it. */
const followDraft =
  (group: string): SettingsGuard =>
  async (tx, { after }) => {
    const inForce = await tx
      .selectFrom(table)
      .select(['id', 'content'])
      .where('status', '=', 'active')
      .executeTakeFirst();
    if (!inForce) return;
    const differs = (await readDraft(tx, { [group]: after })) !== inForce.content;
    await tx
      .updateTable(table)
      .set({ changed_since: differs ? 1 : 0 })
      .where('id', '=', inForce.id)
      .execute();
  };

/** By `page/group`, as settings ask for them. */
export const frontGuards: Readonly<Record<string, SettingsGuard>> = Object.fromEntries(
  Object.keys(frontSettings.groups).map((group) => [groupKey(frontSettings.name, group), followDraft(group)]),
);

/** At most one version is in force; the rows are changed under a lock of the newest, so that two publish one after the other. */
async function retireVersions(tx: Tx, at: number): Promise<void> {
  await tx
    .updateTable(table)
    .set((row) => ({ status: 'past', changed_since: 0, updated_at: at, version: row('version', '+', 1) }))
    .where('status', '=', 'active')
    .execute();
}

const publish: Operation = {
  async run({ tx, caller, services, input }) {
    const at = services.clock();
    const content = await readDraft(tx);
    const last = await tx.selectFrom(table).select('no').orderBy('no', 'desc').executeTakeFirst();
    const inForce = await tx.selectFrom(table).select('content').where('status', '=', 'active').executeTakeFirst();
    if (inForce?.content === content)
      throw new ApiError('stateConflict', { message: localize(unchanged, caller.locale), data: { state: 'active' } });
    await retireVersions(tx, at);
    const no = (last?.no ?? 0) + 1;
    const values = { name: `v${no}`, no, note: input.note ?? null, content: JSON.parse(content), activeAt: at };
    const row = createRow(frontVersion, values, { by: caller.actor.id, at });
    const [id = 0] = await insertRecords(tx, services.database.dialect, frontVersion, [row]);
    return {
      data: { id, no },
      audit: { resource: frontVersion.name, resourceId: id, action: 'publish', after: { no, note: values.note } },
    };
  },
};

const rollback: Operation<'front_versions'> = {
  async run({ tx, services, resource, caller, row, id }) {
    const at = services.clock();
    await retireVersions(tx, at);
    const differs = (await readDraft(tx)) !== row.content;
    await tx
      .updateTable(table)
      .set((stored) => ({
        status: 'active',
        changed_since: differs ? 1 : 0,
        active_at: at,
        updated_at: at,
        version: stored('version', '+', 1),
      }))
      .where('id', '=', Number(id))
      .execute();
    const no = row.no;
    const after = await tx.selectFrom(table).selectAll().where('id', '=', row.id).executeTakeFirstOrThrow();
    return {
      data: await presentRow(services, tx, resource, after, caller),
      audit: { resource: frontVersion.name, resourceId: id, action: 'rollback', after: { no } },
    };
  },
};

export const frontVersionOperations: Readonly<Record<string, Operation>> = { publish, rollback };

/** Is a version such as `1.10.0` newer than the other? Numbers are compared one by one; what is missing is 0. */
export function isNewerVersion(one: string, other: string): boolean {
  const [left, right] = [one.split('.').map(Number), other.split('.').map(Number)];
  for (let at = 0; at < Math.max(left.length, right.length); at += 1) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return false;
}
