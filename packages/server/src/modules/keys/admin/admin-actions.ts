import {
  ApiError,
  aiModel,
  apiKey,
  type KeyDayAnswer,
  type KeyGroupsAnswer,
  type KeyHour,
  localize,
  type Values,
} from '@gantry/core';
import { sql } from 'kysely';
import type { Caller } from '../../../platform/context/context.ts';
import { createChangedDraft, createCreatedDraft, pickDiffering } from '../../../platform/engine/changes.ts';
import type { RecordChecks } from '../../../platform/engine/engine.ts';
import type { Operation, OperationCall, OperationResult, Operations } from '../../../platform/engine/operation.ts';
import { presentRow } from '../../../platform/engine/present.ts';
import type { OutboundClient } from '../../../platform/outbound/index.ts';
import type { Keyring } from '../../../platform/secrets/keyring.ts';
import type { SettingsReader } from '../../../platform/settings/settings-reader.ts';
import type { Cell, Column, RowOf, Tx } from '../../../platform/store/database.ts';
import { changeRecord, createRow, insertRecords, removeRecords } from '../../../platform/store/records.ts';
import { assertFewShown } from '../../auth/index.ts';
import { readProxyUrl, toProxyCells, validateModelMap } from '../key-route.ts';
import {
  createFingerprint,
  openKey,
  readKey,
  readKeyRules,
  readProbeRules,
  sealKey,
  toKeyHealth,
  toMask,
} from '../key-rules.ts';
import { getErrorCode, type KeyHealth, moveKey, restored } from '../next-state.ts';
import { type KeyDeps, type KeyProbeResult, probeStoredKey, recordProbe } from '../probe-key.ts';
import { addModels, checkBalance, compareModels, type ModelMaker } from './key-upstream.ts';
import { previewSync, syncProvider } from './sync-provider.ts';

async function move(call: OperationCall<'api_keys'>, next: KeyHealth): Promise<OperationResult> {
  const { tx, services, resource, caller, name } = call;
  const row: RowOf<'api_keys'> = call.row;
  const stamp = { version: row.version + 1, updated_at: services.clock(), updated_by: caller.actor.id };
  const cause = { cause: 'manual', actor: caller.actor.name } as const;
  if (!(await moveKey({ tx, clock: services.clock }, row, next, cause, { cells: stamp })))
    throw new ApiError('stateConflict', { data: { state: row.status } });
  const after = await tx.selectFrom('api_keys').selectAll().where('id', '=', row.id).executeTakeFirstOrThrow();
  const data = await presentRow(services, tx, resource, after, caller);
  return { data, audit: createChangedDraft(resource, name, row, { status: next.status }) };
}

/** Returns the key to the pool with its failure counters reset. */
const enableKey: Operation<'api_keys'> = { run: (call) => move(call, restored) };
const clearCooldown: Operation<'api_keys'> = { run: (call) => move(call, restored) };

const disableKey: Operation<'api_keys'> = {
  run: (call) => move(call, { ...toKeyHealth(call.row), status: 'disabled', coolUntil: null, nextProbeAt: null }),
};

/** Queues keys for tests that the server runs in the background. */
function testAllKeys(settings: SettingsReader): Operation {
  return {
    prepare: async () => readProbeRules(settings),
    async run({ tx, services, input, resource, name }, prepared) {
      const { enabled } = prepared as Awaited<ReturnType<typeof readProbeRules>>;
      const rejected = enabled ? ['autoDisabled'] : [];
      const problems = ['cooling', 'exhausted', ...rejected];
      const usual = input.problemsOnly === true ? problems : ['active', ...problems];
      const states = input.disabledOnly === true ? ['disabled', ...rejected] : usual;
      const { numUpdatedRows } = await tx
        .updateTable('api_keys')
        .set({ next_probe_at: services.clock() })
        .where('status', 'in', states as Column<'api_keys', 'status'>[])
        .$if(input.untestedOnly === true, (keys) => keys.where('last_test_at', 'is', null))
        .executeTakeFirst();
      const queued = Number(numUpdatedRows);
      return { data: { queued }, audit: { resource: resource.name, resourceId: null, action: name, count: queued } };
    },
  };
}

/** Maximum number of keys per call; the remaining ones need another call. */
const most = 1000;

/** Deletes keys that their upstream has rejected permanently and that are not in use. */
function deleteInvalidKeys(settings: SettingsReader): Operation {
  return {
    prepare: async () => (await readKeyRules(settings)).disableOn,
    async run({ tx, services, resource, name }, prepared) {
      const codes = prepared as readonly string[];
      const rows = await tx
        .selectFrom('api_keys')
        .select(['id', 'name'])
        .where('status', '=', 'autoDisabled')
        .where('in_flight', '=', 0)
        .where('last_error_code', 'in', codes.length > 0 ? [...codes] : [''])
        .orderBy('id')
        .limit(most)
        .execute();
      const ids = rows.map(({ id }) => id);
      if (ids.length > 0) await removeRecords(tx, services.database.dialect, apiKey, ids);
      const items = rows.map((row) => ({ id: row.id, name: row.name }));
      return {
        data: { deleted: ids.length },
        audit: { resource: resource.name, resourceId: null, action: name, count: ids.length, before: { items } },
      };
    },
  };
}

/** Lists the groups by name, each with its keys and the number that can be leased now. */
const listGroups: Operation = {
  async run({ tx }) {
    const rows = await tx
      .selectFrom('api_keys')
      .select((read) => [
        'key_group',
        read.fn.countAll().as('keys'),
        read.fn.sum(read.case().when('status', '=', 'active').then(1).else(0).end()).as('available'),
      ])
      .groupBy('key_group')
      .orderBy('key_group')
      .execute();
    const groups = rows.map((row) => ({
      keyGroup: row.key_group,
      keys: Number(row.keys),
      available: Number(row.available),
    }));
    return { data: { groups } satisfies KeyGroupsAnswer };
  },
};

const hourMs = 3_600_000;
const hoursShown = 24;

/** Calls of one hour, as the database adds them up. */
interface Sums extends KeyHour {
  readonly reported: number;
  /** Total duration in ms of all calls with a reported outcome. */
  readonly tookMs: number;
}

const nothing: Omit<Sums, 'hour'> = { calls: 0, succeeded: 0, failed: 0, tokens: 0, reported: 0, tookMs: 0 };

/**
 * Sums the leases of a key by the hour in which they were taken. A call rejected because of its request is not a failure of the
 * key, and counts as served.
 */
async function readSumsSince(tx: Tx, keyId: number, since: number): Promise<Map<number, Sums>> {
  const at = sql.raw(String(since));
  const { rows } = await sql<Record<string, unknown>>`
    select (created_at - ${at}) / ${sql.raw(String(hourMs))} as slot, count(*) as calls,
      sum(case when outcome in ('ok', 'request') then 1 else 0 end) as succeeded,
      sum(case when outcome not in ('ok', 'request') then 1 else 0 end) as failed,
      sum(case when outcome is not null then tokens else 0 end) as tokens,
      count(outcome) as reported,
      sum(case when outcome is not null then ended_at - created_at else 0 end) as took_ms
    from key_leases where key_id = ${keyId} and created_at >= ${since}
    group by 1`.execute(tx);
  return new Map(
    rows.map((row) => {
      const getNumber = (name: string) => Number(row[name] ?? 0);
      const slot = getNumber('slot');
      const sums = {
        hour: since + slot * hourMs,
        calls: getNumber('calls'),
        succeeded: getNumber('succeeded'),
        failed: getNumber('failed'),
        tokens: getNumber('tokens'),
        reported: getNumber('reported'),
        tookMs: getNumber('took_ms'),
      };
      return [slot, sums] as const;
    }),
  );
}

/** The hourly results of the calls with a key in the last 24 hours, including the current hour. */
const keyDay: Operation = {
  async run({ tx, services, id }) {
    const now = services.clock();
    const since = now - (now % hourMs) - (hoursShown - 1) * hourMs;
    const found = await readSumsSince(tx, Number(id), since);
    const all = Array.from(
      { length: hoursShown },
      (_, slot): Sums => found.get(slot) ?? { ...nothing, hour: since + slot * hourMs },
    );
    const getTotal = (part: Exclude<keyof Sums, 'hour'>) => all.reduce((sum, hour) => sum + hour[part], 0);
    const [calls, succeeded, reported] = [getTotal('calls'), getTotal('succeeded'), getTotal('reported')];
    const data: KeyDayAnswer = {
      id: Number(id),
      calls,
      succeeded,
      failed: getTotal('failed'),
      unreported: calls - reported,
      successBps: reported === 0 ? null : Math.floor((succeeded * 10_000) / reported),
      averageMs: reported === 0 ? null : Math.round(getTotal('tookMs') / reported),
      tokens: getTotal('tokens'),
      hours: all.map(({ reported: _reported, tookMs: _tookMs, ...hour }) => hour),
    };
    return { data };
  },
};

type Deps = Pick<KeyDeps, 'keyring' | 'settings' | 'outbound'>;
const words = { failed: { zh: '测试未通过：', en: 'The test failed: ' } } as const;

/** Tests the key before the transaction, then records the result, which may change the key's status. */
function testKey(deps: Deps): Operation<'api_keys'> {
  return {
    maxPerCall: 32,
    async prepare({ id, input, services, dryRun }) {
      if (dryRun || id === null) return null;
      const { database, clock } = services;
      const row = await database.read.selectFrom('api_keys').selectAll().where('id', '=', id).executeTakeFirst();
      const model = typeof input.model === 'string' ? input.model : null;
      return row ? probeStoredKey({ ...deps, database, clock }, row, model) : null;
    },
    async run({ tx, row, services, caller, name }, prepared) {
      const tried = prepared as KeyProbeResult | null;
      if (row === null || tried === null) return { data: null };
      const { clock } = services;
      const cause = { cause: 'test', actor: caller.actor.name } as const;
      const state = await recordProbe({ ...deps, clock }, tx, row, tried, cause);
      const ok = tried.outcome === 'ok';
      const code = getErrorCode(tried);
      return {
        data: {
          id: row.id,
          ok,
          errorCode: code,
          ms: tried.ms,
          state: localize(apiKey.fields.status.options[state], caller.locale),
        },
        audit: { ...createChangedDraft(apiKey, name, row, { status: state }), reason: code },
        ...(ok
          ? {}
          : { found: new ApiError('stateConflict', { message: `${localize(words.failed, caller.locale)}${code}` }) }),
      };
    },
  };
}

interface KeyOperationDeps extends ModelMaker {
  readonly keyring: Keyring;
  readonly settings: SettingsReader;
  readonly outbound: OutboundClient;
}

/** Admin actions on the pool of upstream keys. */
export function createKeyOperations(deps: KeyOperationDeps): Operations {
  const { keyring, settings } = deps;
  return {
    [`${apiKey.name}/create`]: createKey(keyring),
    [`${apiKey.name}/rotate`]: rotateKey(keyring),
    [`${apiKey.name}/setProxy`]: setProxy(keyring),
    [`${apiKey.name}/reveal`]: revealKey(keyring),
    [`${apiKey.name}/test`]: testKey(deps),
    [`${apiKey.name}/groups`]: listGroups,
    [`${apiKey.name}/stats`]: keyDay,
    [`${apiKey.name}/checkBalance`]: checkBalance(deps),
    [`${apiKey.name}/compareModels`]: compareModels(deps),
    [`${apiKey.name}/addModels`]: addModels(deps),
    [`${aiModel.name}/previewSync`]: previewSync(deps),
    [`${aiModel.name}/syncProvider`]: syncProvider(deps),
    [`${apiKey.name}/testAll`]: testAllKeys(settings),
    [`${apiKey.name}/enable`]: enableKey,
    [`${apiKey.name}/disable`]: disableKey,
    [`${apiKey.name}/clearCooldown`]: clearCooldown,
    [`${apiKey.name}/deleteInvalid`]: deleteInvalidKeys(settings),
  };
}

/** Rules of keys beyond those of their fields, applied on every path that writes them. */
export const keyChecks: RecordChecks = {
  [apiKey.name]({ modelMap }: Values, { locale }: Caller) {
    const rejection = validateModelMap(modelMap ?? null);
    return rejection && { modelMap: [localize(rejection, locale)] };
  },
};

/** Sets or removes the proxy for calls with a key. The audit log stores its address without the password. */
function setProxy(keyring: Keyring): Operation {
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

const recordWords = {
  shape: {
    zh: '密钥须为 8 到 2048 个可见的英文字符，不含空格',
    en: 'A key must have 8 to 2048 visible ASCII characters without spaces.',
  },
  duplicate: { zh: '密钥已在池中', en: 'This key is already in the pool.' },
} as const;

/** The entered key, with its fingerprint; rejects one that could not be sent or that exists already. */
async function readSecret({ tx, input, caller, id }: OperationCall, keyring: Keyring) {
  const secret = readKey(String(input.secret));
  if (secret === null)
    throw new ApiError('invalid', { errors: { secret: [localize(recordWords.shape, caller.locale)] } });
  const fingerprint = createFingerprint(keyring, secret);
  const other = await tx
    .selectFrom('api_keys')
    .select(['id', 'name'])
    .where('fingerprint', '=', fingerprint)
    .executeTakeFirst();
  if (other && other.id !== id) {
    const said = `${localize(recordWords.duplicate, caller.locale)} (#${other.id} ${other.name})`;
    throw new ApiError('invalid', { errors: { secret: [said] }, data: { duplicateOf: other.id } });
  }
  return { secret, fingerprint, mask: toMask(secret) };
}

/** Creates a key: sealed, with the fingerprint that identifies it and a mask that may be shown. */
function createKey(keyring: Keyring): Operation {
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

/** A key that another request added at the same time is reported as existing. */
async function mapDuplicateKey<T>({ services, caller }: OperationCall, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (services.database.dialect.uniqueViolation(error) === null) throw error;
    throw new ApiError('invalid', { errors: { secret: [localize(recordWords.duplicate, caller.locale)] } });
  }
}

/** Replaces the secret. Requires identity confirmation. */
function rotateKey(keyring: Keyring): Operation<'api_keys'> {
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
function revealKey(keyring: Keyring): Operation<'api_keys'> {
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
