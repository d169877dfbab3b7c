import { ApiError, apiKey } from '@gantry/core';
import { createChangedDraft } from '../../../platform/engine/changes.ts';
import type { Operation, OperationCall, OperationResult } from '../../../platform/engine/operation.ts';
import { presentRow } from '../../../platform/engine/present.ts';
import type { SettingsReader } from '../../../platform/settings/settings-reader.ts';
import type { Row } from '../../../platform/store/database.ts';
import { removeRecords } from '../../../platform/store/records.ts';
import { toKeyHealth } from '../key-row.ts';
import { readKeyRules, readProbeRules } from '../key-rules.ts';
import { moveKey } from '../move-key.ts';
import { type KeyHealth, restored } from '../next-state.ts';

async function move(call: OperationCall, next: KeyHealth): Promise<OperationResult> {
  const { tx, services, resource, caller, name } = call;
  const row: Row = call.row ?? {};
  const stamp = { version: Number(row.version) + 1, updated_at: services.clock(), updated_by: caller.actor.id };
  const cause = { cause: 'manual', actor: caller.actor.name } as const;
  if (!(await moveKey({ tx, clock: services.clock }, row, next, cause, { cells: stamp })))
    throw new ApiError('stateConflict', { data: { state: row.status } });
  const after = await tx.selectFrom('api_keys').selectAll().where('id', '=', row.id).executeTakeFirstOrThrow();
  const data = await presentRow(services, tx, resource, after, caller);
  return { data, audit: createChangedDraft(resource, name, row, { status: next.status }) };
}

/** Back into the pool, with a clean slate. */
export const enableKey: Operation = { run: (call) => move(call, restored) };
export const clearCooldown: Operation = { run: (call) => move(call, restored) };

export const disableKey: Operation = {
  run: (call) => move(call, { ...toKeyHealth(call.row ?? {}), status: 'disabled', coolUntil: null, nextProbeAt: null }),
};

/** Queues keys for the tests that the server makes by itself. */
export function testAllKeys(settings: SettingsReader): Operation {
  return {
    prepare: async () => readProbeRules(settings),
    async run({ tx, services, input, resource, name }, prepared) {
      const { enabled } = prepared as Awaited<ReturnType<typeof readProbeRules>>;
      const rejected = enabled ? ['autoDisabled'] : [];
      const problems = ['cooling', 'exhausted', ...rejected];
      const usual = input.problemsOnly === true ? problems : ['active', ...problems];
      const states = input.disabledOnly === true ? ['disabled', ...rejected] : usual;
      const { numUpdatedRows } = await tx
        .updateTable('api_keys')
        .set({ next_probe_at: services.clock() })
        .where('status', 'in', states)
        .$if(input.untestedOnly === true, (keys) => keys.where('last_test_at', 'is', null))
        .executeTakeFirst();
      const queued = Number(numUpdatedRows);
      return { data: { queued }, audit: { resource: resource.name, resourceId: null, action: name, count: queued } };
    },
  };
}

/** Keys at once; what is left over is for another call. */
const most = 1000;

/** Deletes keys that their upstream has refused for good and that nobody is using. */
export function deleteInvalidKeys(settings: SettingsReader): Operation {
  return {
    prepare: async () => (await readKeyRules(settings)).disableOn,
    async run({ tx, services, resource, name }, prepared) {
      const codes = prepared as readonly string[];
      const rows = await tx
        .selectFrom('api_keys')
        .select(['id', 'name'])
        .where('status', '=', 'autoDisabled')
        .where('in_flight', '=', 0)
        .where('last_error_code', 'in', codes.length > 0 ? [...codes] : [''])
        .orderBy('id')
        .limit(most)
        .execute();
      const ids = rows.map(({ id }) => Number(id));
      if (ids.length > 0) await removeRecords(tx, services.database.dialect, apiKey, ids);
      const items = rows.map((row) => ({ id: Number(row.id), name: row.name }));
      return {
        data: { deleted: ids.length },
        audit: { resource: resource.name, resourceId: null, action: name, count: ids.length, before: { items } },
      };
    },
  };
}
