import { writableFields } from '@gantry/core';
import { createdDraft } from '../../resources/changes.ts';
import { planOf } from '../../resources/engine.ts';
import type { Operation } from '../../resources/operation.ts';
import { presentRow } from '../../resources/present.ts';
import { tellingTaken } from '../../resources/refusals.ts';
import { recordReader } from '../../store/columns.ts';
import { insertRecords, newRow } from '../../store/records.ts';

/** A copy of a record under a new name, in its first state and with figures of its own. */
export const cloneRecord: Operation = {
  async run({ tx, services, caller, resource, row, name, input }) {
    const { database, clock } = services;
    const copied = recordReader(resource, Object.keys(writableFields(resource, 'create')))(row ?? {});
    const fresh = newRow(resource, { ...copied, name: input.name }, { by: caller.actor.id, at: clock() });
    const [id = 0] = await tellingTaken(database, planOf(resource), caller, () =>
      insertRecords(tx, database.dialect, resource, [fresh]),
    );
    const data = await presentRow(services, tx, resource, { ...fresh, id }, caller);
    return { data, audit: { ...createdDraft(resource, id, fresh), action: name } };
  },
};
