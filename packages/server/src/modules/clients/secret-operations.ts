import type { Values } from '@gantry/core';
import { createChangedDraft, createCreatedDraft } from '../../platform/engine/changes.ts';
import { createPlan } from '../../platform/engine/engine.ts';
import type { Operation, OperationCall, OperationResult } from '../../platform/engine/operation.ts';
import { presentRow } from '../../platform/engine/present.ts';
import { reportTaken } from '../../platform/engine/validation-errors.ts';
import type { Sealing } from '../../platform/secrets/keyring.ts';
import { generateSecret, hashSecret } from '../../platform/secrets/service-secret.ts';
import { getId, type Row, withNamedTables } from '../../platform/store/database.ts';
import { changeRecord, createRow, insertRecords } from '../../platform/store/records.ts';

/** How long a secret that was rotated away still works, in ms. */
const overlap = 24 * 3_600_000;

/** Where the secrets of a resource's records are stored, and what else a new record gets. */
export interface SecretPlace {
  readonly table: string;
  /** The column that names the record. */
  readonly owner: string;
  /** Stores a hash, by which a presented secret is recognized. */
  readonly isHashed: boolean;
  /** Stores the secret sealed in this column, so that something can be signed with it. */
  readonly sealed?: { readonly column: string; readonly keyring: Pick<Sealing, 'seal'> };
  /** Makes a secret in another form than the usual one. */
  newSecret?(): string;
  /** Read-only fields of a new record, such as its public name. */
  derive?(call: OperationCall): Values;
  /** Follows the creation, in its transaction. */
  made?(call: OperationCall, row: Row): Promise<void>;
}

/** Records that get a secret when they are made, which is shown once and may be rotated; the one before works for a day more. */
export function createSecretOperations(place: SecretPlace) {
  const { table, owner, isHashed, sealed, newSecret = generateSecret, derive, made } = place;
  async function addSecret({ tx, services }: OperationCall, id: number): Promise<string> {
    const secret = newSecret();
    const hash = isHashed ? { hash: hashSecret(secret) } : {};
    const row = { [owner]: id, ...hash, expires_at: null, created_at: services.clock() };
    const inserted = await withNamedTables(tx).insertInto(table).values(row).returning('id').executeTakeFirstOrThrow();
    if (sealed) {
      const { column, keyring } = sealed;
      const cells = { [column]: keyring.seal({ table, id: Number(inserted.id), column }, secret) };
      await withNamedTables(tx).updateTable(table).set(cells).where('id', '=', inserted.id).execute();
    }
    return secret;
  }

  /** Sent again, the call answers without the secret. */
  async function shown({ services, tx, resource, caller }: OperationCall, row: Row, secret: string) {
    const record = await presentRow(services, tx, resource, row, caller);
    return { data: { ...record, secret }, stored: { ...record, secret: null } };
  }

  const create: Operation = {
    async run(call): Promise<OperationResult> {
      const { tx, services, resource, caller, input } = call;
      const { database, clock } = services;
      const values = { ...input, ...derive?.(call) };
      const row = createRow(resource, values, { by: caller.actor.id, at: clock() });
      const [id = 0] = await reportTaken(database, createPlan(resource), caller, () =>
        insertRecords(tx, database.dialect, resource, [row]),
      );
      const secret = await addSecret(call, id);
      await made?.(call, { ...row, id });
      return { ...(await shown(call, { ...row, id }, secret)), audit: createCreatedDraft(resource, id, row) };
    },
  };

  const rotate: Operation = {
    async run(call): Promise<OperationResult> {
      const { tx, services, resource, caller, name } = call;
      const { database, clock } = services;
      const row = call.row ?? {};
      const [id, at] = [getId(row), clock()];
      await withNamedTables(tx).deleteFrom(table).where(owner, '=', id).where('expires_at', 'is not', null).execute();
      await withNamedTables(tx)
        .updateTable(table)
        .set({ expires_at: at + overlap })
        .where(owner, '=', id)
        .execute();
      const secret = await addSecret(call, id);
      const after = await changeRecord(tx, database.dialect, resource, row, {}, { by: caller.actor.id, at });
      return { ...(await shown(call, after, secret)), audit: createChangedDraft(resource, name, row, {}) };
    },
  };

  return { create, rotate };
}
