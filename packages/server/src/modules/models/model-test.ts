import { ApiError, localize } from '@gantry/core';
import { createDayOf, type DayOf } from '../../platform/context/day-of.ts';
import type { Operation } from '../../platform/engine/operation.ts';
import type { RowOf } from '../../platform/store/database.ts';
import {
  getErrorCode,
  getKeyRoute,
  type KeyDeps,
  type KeyProbe,
  leaseKey,
  mapToUpstreamModel,
  readKeyRules,
  reportLease,
  type Tried,
  tryKey,
} from '../keys/index.ts';
import { computeAmount, toPrice } from './price.ts';

export type ModelTestDeps = Pick<KeyDeps, 'keyring' | 'settings' | 'outbound'>;

interface Outcome {
  readonly tried: Tried;
  readonly keyName: string;
}

const words = {
  noKey: { zh: '分组里没有可用的密钥：', en: 'No key of this group is usable: ' },
  failed: { zh: '测试未通过：', en: 'The test failed: ' },
} as const;
/** A tested model may be slow, but a page does not wait longer for it. */
const longest = 60_000;
const replyTokens = 64;

/** What a model is given: words, and a voice for one that speaks. Left out, it answers as shortly as a test wants it. */
interface ModelPrompt extends Partial<Pick<KeyProbe, 'voice' | 'maxTokens' | 'replyChars' | 'signal'>> {
  readonly prompt: string;
}

/** What the upstream asks for a call, in millionths of a yuan. */
export function computeUpstreamCost(model: RowOf<'ai_models'>, tried: Tried): number {
  const thousandths =
    (tried.promptTokens ?? 0) * model.upstream_in + (tried.completionTokens ?? 0) * model.upstream_out;
  return Math.round(thousandths / 1000);
}

/** One request to a model, with a key of its group that then learns from it; it may take `most` ms. */
export async function callModel(
  deps: KeyDeps,
  dayOf: DayOf,
  model: RowOf<'ai_models'>,
  requested: ModelPrompt,
  most: number = longest,
): Promise<Outcome> {
  const { database, clock, settings, keyring, outbound } = deps;
  const code = model.code;
  const timeoutMs = Math.min(model.timeout_s * 1000, most);
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
  const tried = await tryKey(outbound, {
    maxTokens: replyTokens,
    ...requested,
    ...getKeyRoute(keyring, key),
    model: mapToUpstreamModel(key, code),
    type: model.type,
    timeoutMs,
  });
  const rules = await readKeyRules(settings);
  const { timezone } = await settings.read('system', 'site');
  // A call that was ended before its time says nothing of the key.
  const isEnded = requested.signal?.aborted === true && tried.outcome !== 'ok';
  const seen = isEnded ? { ...tried, outcome: 'request' as const, code: 'stopped' } : tried;
  const report = { ...seen, leaseNo: no, message: null, upstreamCost: computeUpstreamCost(model, tried) };
  const day = dayOf(clock(), timezone);
  await database.transaction((tx) => reportLease({ tx, database, clock, rules, day }, report));
  return { tried, keyName: key.name ?? '' };
}

/** One request to a model with a key of its group: how long it took, what it said, and what it would have cost. */
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
