import { Fault, say } from '@gantry/core';
import type { Caller } from '../../context.ts';
import { changedDraft, createdDraft } from '../../resources/changes.ts';
import type { RecordCheck } from '../../resources/engine.ts';
import type { Operation, OperationCall, OperationResult } from '../../resources/operation.ts';
import { presentRow } from '../../resources/present.ts';
import { hashSecret, newClientId, newSecret } from '../../secrets/service-secret.ts';
import { isNetwork } from '../../settings/networks.ts';
import type { Row, Tx } from '../../store/database.ts';
import { changeRecord, insertRecords, newRow } from '../../store/records.ts';

/** How long a secret that was rotated away still works, in ms. */
const overlap = 24 * 3_600_000;

async function addSecret(tx: Tx, clientRow: number, at: number): Promise<string> {
  const secret = newSecret();
  const row = { client_id: clientRow, hash: hashSecret(secret), expires_at: null, created_at: at };
  await tx.insertInto('service_secrets').values(row).execute();
  return secret;
}

/** The record with its secret, which is shown this once and kept nowhere: sent again, the call answers without it. */
async function shown({ services, tx, resource, caller }: OperationCall, row: Row, secret: string) {
  const record = await presentRow(services, tx, resource, row, caller);
  return { data: { ...record, secret }, kept: { ...record, secret: null } };
}

/** A new client of the service API with its first secret. */
export const createServiceClient: Operation = {
  async run(call): Promise<OperationResult> {
    const { tx, services, resource, caller, input } = call;
    const { database, clock } = services;
    const row = newRow(resource, { ...input, clientId: newClientId() }, { by: caller.actor.id, at: clock() });
    const [id = 0] = await tellingTaken(call, () => insertRecords(tx, database.dialect, resource, [row]));
    const secret = await addSecret(tx, id, clock());
    return { ...(await shown(call, { ...row, id }, secret)), audit: createdDraft(resource, id, row) };
  },
};

async function tellingTaken<T>({ services, caller }: OperationCall, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (services.database.dialect.uniqueViolation(error) === null) throw error;
    throw new Fault('invalid', { errors: { name: [caller.t('validation.taken', { field: 'name' })] } });
  }
}

/** A new secret; the one before works for a day more, so that services can be told one after the other. */
export const rotateServiceClient: Operation = {
  async run(call): Promise<OperationResult> {
    const { tx, services, resource, caller, row, name } = call;
    const { database, clock } = services;
    const [id, at] = [Number(row?.id), clock()];
    await tx.deleteFrom('service_secrets').where('client_id', '=', id).where('expires_at', 'is not', null).execute();
    await tx
      .updateTable('service_secrets')
      .set({ expires_at: at + overlap })
      .where('client_id', '=', id)
      .execute();
    const secret = await addSecret(tx, id, at);
    const after = await changeRecord(tx, database.dialect, resource, row ?? {}, {}, { by: caller.actor.id, at });
    return { ...(await shown(call, after, secret)), audit: changedDraft(resource, name, row ?? {}, {}) };
  },
};

/** Every entry of the list of addresses is one, or a network. */
export const serviceClientCheck: RecordCheck = (values, { locale }: Caller) => {
  const list = Array.isArray(values.ipAllowlist) ? values.ipAllowlist.map(String) : [];
  const wrong = list.find((entry) => !isNetwork(entry));
  if (wrong === undefined) return null;
  const words = { zh: '不是 IP 地址或网段：', en: 'Not an IP address or network: ' };
  return { ipAllowlist: [`${say(words, locale)}${wrong.slice(0, 60)}`] };
};
