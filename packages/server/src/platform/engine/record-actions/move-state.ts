import { changeRecord } from '../../store/records.ts';
import { createChangedDraft } from '../changes.ts';
import type { Operation } from '../operation.ts';
import { presentRow } from '../present.ts';

/** Moves a record to another status as the engine would, for an action that a guard stands before. */
export function moveTo(status: string): Operation {
  return {
    undo: { fields: ['status'] },
    async run(call) {
      const { tx, services, caller, resource, name } = call;
      const row = call.row ?? {};
      const cells = { status };
      const stamp = { by: caller.actor.id, at: services.clock() };
      const after = await changeRecord(tx, services.database.dialect, resource, row, cells, stamp);
      const data = await presentRow(services, tx, resource, after, caller);
      return { data, audit: createChangedDraft(resource, name, row, cells) };
    },
  };
}
