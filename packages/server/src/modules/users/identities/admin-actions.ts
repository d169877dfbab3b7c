import { ApiError, type FieldErrors, identityProvider, localize, testProblems, type Values } from '@gantry/core';
import type { Caller } from '../../../platform/context/context.ts';
import { createChangedDraft, createCreatedDraft, pickDiffering } from '../../../platform/engine/changes.ts';
import type { Operation, Operations } from '../../../platform/engine/operation.ts';
import { presentRow } from '../../../platform/engine/present.ts';
import { createOperationsFor } from '../../../platform/engine/record-actions/planned-operations.ts';
import { reportTakenOf } from '../../../platform/engine/taken.ts';
import type { ConnectionTest, OutboundClient } from '../../../platform/outbound/index.ts';
import type { Keyring } from '../../../platform/secrets/keyring.ts';
import { type Cell, withNamedTables } from '../../../platform/store/database.ts';
import { changeRecord, createRow, insertRecords } from '../../../platform/store/records.ts';
import { tryProvider } from './call-provider.ts';
import { openProvider, providerTable, sealSecret } from './provider.ts';

export interface ProviderDeps {
  readonly keyring: Keyring;
  readonly outbound: OutboundClient;
}

const words = {
  issuer: { zh: 'OpenID Connect 须填写签发者', en: 'OpenID Connect requires an issuer.' },
  failed: { zh: '测试未通过：', en: 'The test failed: ' },
} as const;

/** Validates what the fields of a provider cannot express. */
function checkIdentityProvider({ kind, issuer }: Values, { locale }: Caller): FieldErrors | null {
  return kind === 'oidc' && !issuer ? { issuer: [localize(words.issuer, locale)] } : null;
}

/** Creates a provider whose secret is encrypted for its own row. */
function create({ keyring }: ProviderDeps): Operation {
  return {
    async run({ tx, services, resource, caller, input }) {
      const { database, clock } = services;
      const row = createRow(resource, input, { by: caller.actor.id, at: clock() });
      const write = () => insertRecords(tx, database.dialect, resource, [row]);
      const [id = 0] = await reportTakenOf(database, resource, caller, write);
      const secret = sealSecret(keyring, id, String(input.secret));
      await withNamedTables(tx).updateTable(providerTable).set({ secret }).where('id', '=', id).execute();
      const data = await presentRow(services, tx, resource, { ...row, id }, caller);
      return { data, audit: createCreatedDraft(resource, id, row) };
    },
  };
}

/** Changes the secret and the issuer together, so that no secret is sent to a URL that it was not entered for. */
function changeSecret({ keyring }: ProviderDeps): Operation<'identity_providers'> {
  return {
    async run({ tx, services, resource, caller, input, row, name }) {
      const before = row;
      const cells: Record<string, Cell> = {
        secret: sealSecret(keyring, before.id, String(input.secret)),
        ...(typeof input.issuer === 'string' ? { issuer: input.issuer } : {}),
      };
      const stamp = { by: caller.actor.id, at: services.clock() };
      const after = await changeRecord(tx, services.database.dialect, resource, before, cells, stamp);
      const data = await presentRow(services, tx, resource, after, caller);
      return { data, audit: createChangedDraft(resource, name, before, pickDiffering(before, cells)) };
    },
  };
}

/** Calls the provider before the transaction, then records the result. */
function test({ keyring, outbound }: ProviderDeps): Operation<'identity_providers'> {
  return {
    maxPerCall: 4,
    async prepare({ id, services, dryRun }) {
      if (dryRun || id === null) return null;
      const query = services.database.read.selectFrom('identity_providers').selectAll().where('id', '=', id);
      const row = await query.executeTakeFirst();
      return row ? tryProvider({ outbound }, openProvider(keyring, row)) : null;
    },
    async run({ id, resource, name, caller }, prepared) {
      const tried = prepared as ConnectionTest | null;
      if (tried === null) return { data: null };
      const { ok, problem, code, ms } = tried;
      const why = problem === null ? '' : localize(testProblems[problem], caller.locale);
      const reported = `${localize(words.failed, caller.locale)}${why}${code ? ` (${code})` : ''}`;
      return {
        data: { id, ok, problem, code, ms },
        audit: { resource: resource.name, resourceId: id, action: name, after: { ok, problem } },
        ...(ok ? {} : { found: new ApiError('stateConflict', { message: reported }) }),
      };
    },
  };
}

export function createIdentityProviderOperations(deps: ProviderDeps): Operations {
  return createOperationsFor(identityProvider, {
    create: create(deps),
    changeSecret: changeSecret(deps),
    test: test(deps),
  });
}

export const identityProviderChecks = { [identityProvider.name]: checkIdentityProvider };
