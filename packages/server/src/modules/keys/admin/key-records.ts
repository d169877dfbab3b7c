import { ApiError, localize } from '@gantry/core';
import { createChangedDraft, createCreatedDraft, pickDiffering } from '../../../platform/engine/changes.ts';
import type { Operation, OperationCall, OperationResult } from '../../../platform/engine/operation.ts';
import { presentRow } from '../../../platform/engine/present.ts';
import type { Keyring } from '../../../platform/secrets/keyring.ts';
import type { Cell } from '../../../platform/store/database.ts';
import { changeRecord, createRow, insertRecords } from '../../../platform/store/records.ts';
import { assertFewShown } from '../../auth/index.ts';
import { readProxyUrl, toProxyCells } from '../key-route.ts';
import { createFingerprint, openKey, readKey, sealKey, toMask } from '../key-rules.ts';

const words = {
  shape: {
    zh: '密钥须为 8 到 2048 个可见的英文字符，不含空格',
    en: 'A key must have 8 to 2048 visible ASCII characters without spaces.',
  },
  duplicate: { zh: '密钥已在池中', en: 'This key is already in the pool.' },
} as const;

/** The entered key, with its fingerprint; rejects one that could not be sent or that exists already. */
async function readSecret({ tx, input, caller, id }: OperationCall, keyring: Keyring) {
  const secret = readKey(String(input.secret));
  if (secret === null) throw new ApiError('invalid', { errors: { secret: [localize(words.shape, caller.locale)] } });
  const fingerprint = createFingerprint(keyring, secret);
  const other = await tx
    .selectFrom('api_keys')
    .select(['id', 'name'])
    .where('fingerprint', '=', fingerprint)
    .executeTakeFirst();
  if (other && other.id !== id) {
    const said = `${localize(words.duplicate, caller.locale)} (#${other.id} ${other.name})`;
    throw new ApiError('invalid', { errors: { secret: [said] }, data: { duplicateOf: other.id } });
  }
  return { secret, fingerprint, mask: toMask(secret) };
}

/** A new key: sealed, with the fingerprint by which it is known and the little of it that is shown. */
export function createKey(keyring: Keyring): Operation {
  return {
    async run(call): Promise<OperationResult> {
      const { tx, services, resource, caller, input } = call;
      const { database, clock } = services;
      const { secret, fingerprint, mask } = await readSecret(call, keyring);
      const proxyUrl = readProxyUrl(input.proxyUrl, caller);
      const name = input.name ?? `${input.provider} ${secret.slice(-4)}`;
      const stamp = { by: caller.actor.id, at: clock() };
      const row = createRow(resource, { ...input, name, fingerprint, mask }, stamp);
      const [id = 0] = await mapDuplicateKey(call, () => insertRecords(tx, database.dialect, resource, [row]));
      const proxy = toProxyCells(keyring, id, proxyUrl);
      await tx
        .updateTable('api_keys')
        .set({ secret: sealKey(keyring, id, secret), ...proxy })
        .where('id', '=', id)
        .execute();
      const data = await presentRow(services, tx, resource, { ...row, ...proxy, id }, caller);
      return { data, audit: createCreatedDraft(resource, id, row) };
    },
  };
}

/** The same key that came in at the same moment is told as one that was there. */
async function mapDuplicateKey<T>({ services, caller }: OperationCall, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (services.database.dialect.uniqueViolation(error) === null) throw error;
    throw new ApiError('invalid', { errors: { secret: [localize(words.duplicate, caller.locale)] } });
  }
}

/** Another secret in the place of the one before, for whoever has just shown that it is them. */
export function rotateKey(keyring: Keyring): Operation<'api_keys'> {
  return {
    async run(call): Promise<OperationResult> {
      const { tx, services, resource, caller, input, row, name } = call;
      const before = row;
      const { secret, fingerprint, mask } = await readSecret(call, keyring);
      const cells: Record<string, Cell> = {
        secret: sealKey(keyring, before.id, secret),
        fingerprint,
        mask,
        fail_streak: 0,
        last_error_code: null,
        last_error: null,
        expires_at: typeof input.expiresAt === 'number' ? input.expiresAt : null,
        ...(typeof input.baseUrl === 'string' ? { base_url: input.baseUrl } : {}),
      };
      const stamp = { by: caller.actor.id, at: services.clock() };
      const after = await mapDuplicateKey(call, () =>
        changeRecord(tx, services.database.dialect, resource, before, cells, stamp),
      );
      const data = await presentRow(services, tx, resource, after, caller);
      return { data, audit: createChangedDraft(resource, name, before, pickDiffering(before, cells)) };
    },
  };
}

/** The full key, for an admin who has just confirmed their identity; the access is logged, and the answer is not stored. */
export function revealKey(keyring: Keyring): Operation<'api_keys'> {
  return {
    async run({ tx, row, resource, name, caller, services }): Promise<OperationResult> {
      const id = row.id;
      await assertFewShown(tx, caller.actor.id, services.clock());
      return {
        data: { id, secret: openKey(keyring, row) },
        stored: { id, secret: null },
        audit: { resource: resource.name, resourceId: id, action: name },
      };
    },
  };
}
