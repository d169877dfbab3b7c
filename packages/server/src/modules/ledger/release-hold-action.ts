import type { Operation } from '../../platform/engine/operation.ts';
import { presentRow } from '../../platform/engine/present.ts';
import { releaseHold } from './release-hold.ts';

/** Gives a stuck hold back to its user, by hand. */
export const releaseStalledHold: Operation<'holds'> = {
  async run({ tx, services, caller, resource, name, row }) {
    const no = row.no ?? '';
    await releaseHold({ tx, dialect: services.database.dialect, at: services.clock() }, no);
    const after = await tx.selectFrom('holds').selectAll().where('no', '=', no).executeTakeFirstOrThrow();
    return {
      data: await presentRow(services, tx, resource, after, caller),
      audit: {
        resource: resource.name,
        resourceId: row.id,
        action: name,
        before: { status: row.status },
        after: { status: after.status },
      },
    };
  },
};
