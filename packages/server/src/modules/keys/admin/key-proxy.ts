import { createChangedDraft, pickDiffering } from '../../../platform/engine/changes.ts';
import type { Operation } from '../../../platform/engine/operation.ts';
import { presentRow } from '../../../platform/engine/present.ts';
import type { Keyring } from '../../../platform/secrets/keyring.ts';
import { changeRecord } from '../../../platform/store/records.ts';
import { readProxyUrl, toProxyCells } from '../key-route.ts';

/** Another proxy for the calls with a key, or none; the log keeps where it is, and not its password. */
export function setProxy(keyring: Keyring): Operation {
  return {
    async run({ tx, services, caller, resource, name, row, input }) {
      const before = row ?? {};
      const { database, clock } = services;
      const cells = toProxyCells(keyring, Number(before.id), readProxyUrl(input.proxyUrl, caller));
      const stamp = { by: caller.actor.id, at: clock() };
      const after = await changeRecord(tx, database.dialect, resource, before, cells, stamp);
      const data = await presentRow(services, tx, resource, after, caller);
      return { data, audit: createChangedDraft(resource, name, before, pickDiffering(before, cells)) };
    },
  };
}
