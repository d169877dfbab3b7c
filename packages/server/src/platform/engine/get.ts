import { ApiError, createFieldsSchema, permittedFields } from '@gantry/core';
import type { CallHandler } from '../http/call.ts';
import { withNamedTables } from '../store/database.ts';
import type { Engine, Plan } from './engine.ts';
import { presentRows, toColumns } from './present.ts';
import { readTarget } from './read-body.ts';

const nothing = createFieldsSchema({});

/** One record with its long fields. Reading a personal one leaves an audit row first. */
export function getHandler({ services, shows = {} }: Engine, plan: Plan): CallHandler {
  const { resource } = plan;
  const shown = shows[resource.name];
  return async ({ body, caller }) => {
    const { target } = readTarget(body, 'none', nothing, plan.labels, caller);
    const names = permittedFields(resource, caller.actor.role, 'detail');
    const { read } = services.database;
    const row = await withNamedTables(read)
      .selectFrom(plan.table)
      .select(toColumns(names))
      .where('id', '=', target.id)
      .executeTakeFirst();
    if (!row) throw new ApiError('notFound');
    if (resource.readsAudited) {
      await services.audit.note(caller, { resource: resource.name, resourceId: target.id, action: 'get' });
    }
    const records = await presentRows(services, read, resource, names, [row], caller);
    return (shown ? await shown(read, records, caller) : records)[0];
  };
}
