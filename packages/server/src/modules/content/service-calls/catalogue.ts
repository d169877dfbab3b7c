import type { ServiceDeps, ServiceHandlers } from '../../clients/service/service-context.ts';
import { readMembershipRules } from '../../memberships/membership-rules.ts';
import { getEligibility } from '../../memberships/quotas/may-use.ts';
import { checkClient } from '../delivery/check-client.ts';
import { countUses } from '../delivery/count-uses.ts';
import { listContent } from '../delivery/list-content.ts';
import { getRegisteredAt } from '../delivery/person.ts';
import { readMaterial } from '../delivery/read-material.ts';

type Calls = 'catalogueList' | 'catalogueFile' | 'catalogueCount' | 'catalogueClient';
const usualPage = 200;

export function createCatalogueHandlers({ catalogue, database, clock, settings }: ServiceDeps): ServiceHandlers<Calls> {
  const getUserEligibility = async (userId: number) => {
    await getRegisteredAt(database.read, userId);
    return getEligibility({ tx: database.read, at: clock() }, await readMembershipRules(settings), userId);
  };
  return {
    catalogueList: async ({ kind, userId, knownVersion, cursor, limit }) =>
      listContent(database.read, catalogue, {
        kind,
        status: userId === undefined ? null : await getUserEligibility(userId),
        knownVersion: knownVersion ?? null,
        cursor: cursor ?? 0,
        limit: limit ?? usualPage,
      }),

    catalogueFile: async ({ courseId, file, part = 0, userId }) =>
      readMaterial(database.read, catalogue, {
        ...{ courseId, file, part },
        status: userId === undefined ? null : await getUserEligibility(userId),
      }),

    catalogueCount: ({ uses }, { write }) =>
      write(async ({ tx }) => ({ counted: await countUses(tx, catalogue, uses) })),

    catalogueClient: ({ appKey, secret, appVersion }) =>
      checkClient(database.read, clock(), { appKey, secret: secret ?? null, appVersion: appVersion ?? null }),
  };
}
