import { checkClient } from '../../published/check-client.ts';
import { countUses } from '../../published/count-uses.ts';
import { listContent } from '../../published/list-content.ts';
import type { ServiceHandlers, ServiceNeeds } from '../service-context.ts';

type Calls = 'catalogueList' | 'catalogueCount' | 'catalogueClient';
const usualPage = 200;

export function catalogueHandlers({ catalogue, database, clock }: ServiceNeeds): ServiceHandlers<Calls> {
  return {
    catalogueList: ({ kind, knownVersion, cursor, limit }) =>
      listContent(database.read, catalogue, {
        kind,
        knownVersion: knownVersion ?? null,
        cursor: cursor ?? 0,
        limit: limit ?? usualPage,
      }),

    catalogueCount: ({ uses }, { write }) =>
      write(async ({ tx }) => ({ counted: await countUses(tx, catalogue, uses) })),

    catalogueClient: ({ appKey, secret, appVersion }) =>
      checkClient(database.read, clock(), { appKey, secret: secret ?? null, appVersion: appVersion ?? null }),
  };
}
