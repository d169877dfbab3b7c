import { ApiError, localize } from '@gantry/core';
import { createDayOf, type DayOf } from '../../platform/context/day-of.ts';
import type { Operation } from '../../platform/engine/operation.ts';
import type { RowOf } from '../../platform/store/database.ts';
import {
  getErrorCode,
  getKeyRoute,
  type KeyDeps,
  type KeyProbe,
  type KeyProbeResult,
  leaseKey,
  mapToUpstreamModel,
  probeKey,
  readKeyRules,
  reportLease,
} from '../keys/index.ts';
import { computeAmount, toPrice } from './price.ts';

export type ModelTestDeps = Pick<KeyDeps, 'keyring' | 'settings' | 'outbound'>;

interface Outcome {
  readonly tried: KeyProbeResult;
  readonly keyName: string;
}

const words = {
  noKey: { zh: '分组里没有可用的密钥：', en: 'No key of this group is usable: ' },
  failed: { zh: '测试未通过：', en: 'The test failed: ' },
} as const;
/** Maximum duration of a test, in ms: a page does not wait longer, even for a slow model. */
const maxTestMs = 60_000;
const replyTokens = 64;

/** The prompt for a model, and a voice for one that speaks. The optional limits keep the answer short. */
interface ModelPrompt extends Partial<Pick<KeyProbe, 'voice' | 'maxTokens' | 'replyChars' | 'signal'>> {
  readonly prompt: string;
}

/** The upstream cost of a call, in millionths of a yuan. */
export function computeUpstreamCost(model: RowOf<'ai_models'>, tried: KeyProbeResult): number {
  const thousandths =
    (tried.promptTokens ?? 0) * model.upstream_in + (tried.completionTokens ?? 0) * model.upstream_out;
  return Math.round(thousandths / 1000);
}

/** Sends one request to a model with a key of its group and records the outcome for the key; takes at most `limitMs`. */
export async function callModel(
  deps: KeyDeps,
  dayOf: DayOf,
  model: RowOf<'ai_models'>,
  requested: ModelPrompt,
  limitMs: number = maxTestMs,
): Promise<Outcome> {
  const { database, clock, settings, keyring, outbound } = deps;
  const code = model.code;
  const timeoutMs = Math.min(model.timeout_s * 1000, limitMs);
  const options = {
    keyGroup: model.key_group,
    provider: model.provider,
    model: code,
    exclude: [],
    clientId: null,
    capability: null,
    ttlMs: timeoutMs * 2,
  };
  const { no, key } = await database.transaction((tx) => leaseKey(tx, options, clock()));
  const tried = await probeKey(outbound, {
    maxTokens: replyTokens,
    ...requested,
    ...getKeyRoute(keyring, key),
    model: mapToUpstreamModel(key, code),
    type: model.type,
    timeoutMs,
  });
  const rules = await readKeyRules(settings);
  const { timezone } = await settings.read('system', 'site');
  // A call that was aborted early says nothing about the key.
  const isEnded = requested.signal?.aborted === true && tried.outcome !== 'ok';
  const outcome = isEnded ? { ...tried, outcome: 'request' as const, code: 'stopped' } : tried;
  const report = { ...outcome, leaseNo: no, message: null, upstreamCost: computeUpstreamCost(model, tried) };
  const day = dayOf(clock(), timezone);
  await database.transaction((tx) => reportLease({ tx, database, clock, rules, day }, report));
  return { tried, keyName: key.name ?? '' };
}

/** Tests a model with a key of its group: duration, response and cost. */
export function testModel(deps: ModelTestDeps): Operation<'ai_models'> {
  const dayOf = createDayOf();
  return {
    maxPerCall: 16,
    async prepare({ id, input, services, caller, dryRun }) {
      if (dryRun || id === null) return null;
      const { database, clock } = services;
      const model = await database.read.selectFrom('ai_models').selectAll().where('id', '=', id).executeTakeFirst();
      if (!model) return null;
      try {
        const voice = typeof input.voice === 'string' ? input.voice : null;
        const requested = { prompt: String(input.prompt ?? 'ping'), voice };
        return await callModel({ ...deps, database, clock }, dayOf, model, requested);
      } catch (error) {
        if (!(error instanceof ApiError) || error.problem !== 'noKey') throw error;
        const message = `${localize(words.noKey, caller.locale)}${model.key_group}`;
        return new ApiError('stateConflict', { message, data: { ...error.detail.data } });
      }
    },
    async run({ row, caller, resource, name }, prepared) {
      if (prepared instanceof ApiError) throw prepared;
      if (row === null || prepared === null) return { data: null };
      const { tried, keyName } = prepared as Outcome;
      const code = getErrorCode(tried);
      const use = {
        promptTokens: tried.promptTokens ?? 0,
        completionTokens: tried.completionTokens ?? 0,
        units: 1,
        think: false,
      };
      const price = toPrice(row);
      const data = {
        id: row.id,
        ok: code === null,
        errorCode: code,
        ms: tried.ms,
        reply: tried.reply,
        dimensions: tried.dimensions ?? null,
        bytes: tried.bytes ?? null,
        promptTokens: tried.promptTokens,
        completionTokens: tried.completionTokens,
        wouldCost: code === null ? computeAmount(price, use, { locale: caller.locale, field: 'id' }) : null,
        asset: price.asset,
        keyName,
      };
      return {
        data,
        audit: { resource: resource.name, resourceId: row.id, action: name, reason: code },
        ...(code === null
          ? {}
          : { found: new ApiError('stateConflict', { message: `${localize(words.failed, caller.locale)}${code}` }) }),
      };
    },
  };
}
