import { createCreatedDraft } from '../../platform/engine/changes.ts';
import type { Operation } from '../../platform/engine/operation.ts';
import { presentRow } from '../../platform/engine/present.ts';
import { insertUser } from './insert-user.ts';
import { reportTakenUser } from './taken-user.ts';

/** A new person, made by hand or by import. */
export const createUser: Operation = {
  async run({ tx, services, caller, resource, input }) {
    const stamp = { by: caller.actor.id, at: services.clock() };
    const row = await reportTakenUser(services.database, caller, () => insertUser(tx, services.database, input, stamp));
    const data = await presentRow(services, tx, resource, row, caller);
    return { data, audit: createCreatedDraft(resource, Number(row.id), row) };
  },
};
