import { Fault, frontSettings, frontVersion, say } from '@gantry/core';
import type { Operation } from '../../resources/operation.ts';
import type { SettingsReader } from '../../settings/settings-reader.ts';
import type { GroupName } from '../../settings/settings-types.ts';
import type { Reader, Tx } from '../../store/database.ts';
import { insertRecords, newRow } from '../../store/records.ts';

const table = 'front_versions';
const groups = Object.keys(frontSettings.groups) as GroupName<'front'>[];
const unchanged = { zh: '草稿与生效中的版本相同', en: 'The draft is the same as the version in force' } as const;

/** The draft as this transaction sees it, in the order of the page. */
async function readDraft(settings: SettingsReader, through: Reader): Promise<string> {
  const draft: Record<string, unknown> = {};
  for (const group of groups) draft[group] = await settings.read('front', group, through);
  return JSON.stringify(draft);
}

/** At most one version is in force; the rows are changed under a lock of the newest, so that two publish one after the other. */
async function retire(tx: Tx, at: number): Promise<void> {
  await tx
    .updateTable(table)
    .set((row) => ({ status: 'past', updated_at: at, version: row('version', '+', 1) }))
    .where('status', '=', 'active')
    .execute();
}

function publish(settings: SettingsReader): Operation {
  return {
    async run({ tx, caller, services, input }) {
      const at = services.clock();
      const content = await readDraft(settings, tx);
      const last = await tx.selectFrom(table).select('no').orderBy('no', 'desc').executeTakeFirst();
      const inForce = await tx.selectFrom(table).select('content').where('status', '=', 'active').executeTakeFirst();
      if (inForce?.content === content)
        throw new Fault('stateConflict', { message: say(unchanged, caller.locale), data: { state: 'active' } });
      await retire(tx, at);
      const no = Number(last?.no ?? 0) + 1;
      const values = { name: `v${no}`, no, note: input.note ?? null, content: JSON.parse(content), activeAt: at };
      const row = newRow(frontVersion, values, { by: caller.actor.id, at });
      const [id = 0] = await insertRecords(tx, services.database.dialect, frontVersion, [row]);
      return {
        data: { id, no },
        audit: { resource: frontVersion.name, resourceId: id, action: 'publish', after: { no, note: values.note } },
      };
    },
  };
}

const rollBack: Operation = {
  async run({ tx, services, row, id }) {
    const at = services.clock();
    await retire(tx, at);
    await tx
      .updateTable(table)
      .set((kept) => ({ status: 'active', active_at: at, updated_at: at, version: kept('version', '+', 1) }))
      .where('id', '=', Number(id))
      .execute();
    const no = Number(row?.no);
    return {
      data: { id, no },
      audit: { resource: frontVersion.name, resourceId: id, action: 'rollBack', after: { no } },
    };
  },
};

export function frontVersionOperations(settings: SettingsReader): Readonly<Record<string, Operation>> {
  return { publish: publish(settings), rollBack };
}
