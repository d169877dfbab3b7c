import { Fault, type FieldErrors, identityProvider, say, tryProblems, type Values } from '@gantry/core';
import type { Caller } from '../../context.ts';
import { tryProvider } from '../../identities/ask-provider.ts';
import { openProvider, providerTable, sealSecret } from '../../identities/provider.ts';
import type { OutboundGate, Trial } from '../../outbound/index.ts';
import { changedDraft, createdDraft, differing } from '../../resources/changes.ts';
import type { Operation, Operations } from '../../resources/operation.ts';
import { presentRow } from '../../resources/present.ts';
import { reportTakenOf } from '../../resources/taken.ts';
import type { Keyring } from '../../secrets/keyring.ts';
import type { Cell } from '../../store/database.ts';
import { changeRecord, insertRecords, newRow } from '../../store/records.ts';
import { operationsOf } from '../catalogue/operations-of.ts';

export interface ProviderNeeds {
  readonly keyring: Keyring;
  readonly gate: OutboundGate;
}

const words = {
  issuer: { zh: 'OpenID Connect 须填写签发者', en: 'OpenID Connect needs an issuer' },
  failed: { zh: '测试未通过：', en: 'The test failed: ' },
} as const;

/** What a provider must hold beyond its fields. */
function identityProviderCheck({ kind, issuer }: Values, { locale }: Caller): FieldErrors | null {
  return kind === 'oidc' && !issuer ? { issuer: [say(words.issuer, locale)] } : null;
}

/** A new provider, whose secret is sealed to its own row. */
function create({ keyring }: ProviderNeeds): Operation {
  return {
    async run({ tx, services, resource, caller, input }) {
      const { database, clock } = services;
      const row = newRow(resource, input, { by: caller.actor.id, at: clock() });
      const write = () => insertRecords(tx, database.dialect, resource, [row]);
      const [id = 0] = await reportTakenOf(database, resource, caller, write);
      const secret = sealSecret(keyring, id, String(input.secret));
      await tx.updateTable(providerTable).set({ secret }).where('id', '=', id).execute();
      const data = await presentRow(services, tx, resource, { ...row, id }, caller);
      return { data, audit: createdDraft(resource, id, row) };
    },
  };
}

/** Another secret, and with it another issuer: none of ours is sent to an address that it was not typed for. */
function changeSecret({ keyring }: ProviderNeeds): Operation {
  return {
    async run({ tx, services, resource, caller, input, row, name }) {
      const before = row ?? {};
      const cells: Record<string, Cell> = {
        secret: sealSecret(keyring, Number(before.id), String(input.secret)),
        ...(typeof input.issuer === 'string' ? { issuer: input.issuer } : {}),
      };
      const stamp = { by: caller.actor.id, at: services.clock() };
      const after = await changeRecord(tx, services.database.dialect, resource, before, cells, stamp);
      const data = await presentRow(services, tx, resource, after, caller);
      return { data, audit: changedDraft(resource, name, before, differing(before, cells)) };
    },
  };
}

/** Asks the provider before the transaction, then says how it went. */
function test({ keyring, gate }: ProviderNeeds): Operation {
  return {
    atOnce: 4,
    async prepare({ id, services, dryRun }) {
      if (dryRun || id === null) return null;
      const query = services.database.read.selectFrom(providerTable).selectAll().where('id', '=', id);
      const row = await query.executeTakeFirst();
      return row ? tryProvider({ gate }, openProvider(keyring, row)) : null;
    },
    async run({ id, resource, name, caller }, prepared) {
      const tried = prepared as Trial | null;
      if (tried === null) return { data: null };
      const { ok, problem, code, ms } = tried;
      const why = problem === null ? '' : say(tryProblems[problem], caller.locale);
      const told = `${say(words.failed, caller.locale)}${why}${code ? ` (${code})` : ''}`;
      return {
        data: { id, ok, problem, code, ms },
        audit: { resource: resource.name, resourceId: id, action: name, after: { ok, problem } },
        ...(ok ? {} : { found: new Fault('stateConflict', { message: told }) }),
      };
    },
  };
}

export function identityProviderOperations(needs: ProviderNeeds): Operations {
  return operationsOf(identityProvider, {
    create: create(needs),
    changeSecret: changeSecret(needs),
    test: test(needs),
  });
}

export const identityProviderChecks = { [identityProvider.name]: identityProviderCheck };
