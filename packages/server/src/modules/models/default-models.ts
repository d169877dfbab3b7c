import { setTimeout as delay } from 'node:timers/promises';
import { ApiError, aiSettings, type Locale, localize, type Values } from '@gantry/core';
import { createDayOf, type DayOf } from '../../platform/context/day-of.ts';
import { runConnectionTest } from '../../platform/outbound/index.ts';
import type { SettingsTests } from '../../platform/settings/try-settings.ts';
import type { RowOf } from '../../platform/store/database.ts';
import { getErrorCode, type KeyDeps } from '../keys/index.ts';
import { callModel } from './model-test.ts';

const { fields } = aiSettings.groups.defaults;
const uses = [
  'chatModelId',
  'titleModelId',
  'assistModelId',
  'embeddingModelId',
  'rerankModelId',
  'ttsModelId',
  'sttModelId',
] as const;
const prompt = 'ping';
/** ms for each. */
const longest = 18_000;
/** ms for all of them, so that each is told of before the call is over. */
const allOfThem = 54_000;
const sideBySide = 3;
/** How often a model looks whether a key of its group has room again, in ms. */
const lookAgain = 200;

interface Chosen {
  readonly uses: readonly string[];
  readonly model: RowOf<'ai_models'>;
}

/** The models that are chosen, each once, with what it is chosen for. */
async function chosenModels({ settings, database }: KeyDeps, locale: Locale): Promise<Chosen[]> {
  const chosen = await settings.read('ai', 'defaults');
  const ids = [...new Set(uses.map((name) => chosen[name]))].filter((id) => id !== null);
  if (ids.length === 0) return [];
  const models = await database.read.selectFrom('ai_models').selectAll().where('id', 'in', ids).orderBy('id').execute();
  return models.map((model) => ({
    model,
    uses: uses.filter((name) => chosen[name] === model.id).map((name) => localize(fields[name].label, locale)),
  }));
}

/** No key is free because those that could be used are in use: the other trials hold them. */
const isBusy = ({ detail: { data } }: ApiError) => ((data as { keys?: { active?: number } }).keys?.active ?? 0) > 0;

/** Asks a model when a key of its group has room; several models may share one that takes one call at a time. */
async function tryInTurn(deps: KeyDeps, dayOf: DayOf, model: RowOf<'ai_models'>, until: number) {
  for (;;) {
    const left = until - performance.now();
    try {
      // What the trials before it left no time for is no failure of its key.
      const signal = AbortSignal.timeout(Math.max(1, Math.floor(left)));
      return await callModel(deps, dayOf, model, { prompt, signal }, longest);
    } catch (error) {
      if (!(error instanceof ApiError) || error.problem !== 'noKey' || !isBusy(error) || left <= lookAgain) throw error;
      await delay(lookAgain);
    }
  }
}

async function tryOne(
  deps: KeyDeps,
  dayOf: DayOf,
  { uses, model }: Chosen,
  until: number,
): Promise<Values & { readonly ok: boolean }> {
  const reported = { use: uses.join(' · '), name: model.name };
  if (model.status !== 'enabled') return { ...reported, ok: false, errorCode: 'model_disabled', ms: 0, reply: null };
  try {
    const { tried } = await tryInTurn(deps, dayOf, model, until);
    const errorCode = getErrorCode(tried);
    const { ms, reply, dimensions = null, bytes = null } = tried;
    return { ...reported, ok: errorCode === null, errorCode, ms, reply, dimensions, bytes };
  } catch (error) {
    if (!(error instanceof ApiError) || error.problem !== 'noKey') throw error;
    return { ...reported, ok: false, errorCode: isBusy(error) ? 'key_busy' : 'no_key', ms: 0, reply: null };
  }
}

/** Asks the default models for very little, each in its own way; it went well when every one did. */
export function createDefaultModelTests(deps: KeyDeps): SettingsTests {
  const dayOf = createDayOf();
  return {
    'ai/defaults/test': (_input, { locale }) =>
      runConnectionTest(async () => {
        const chosen = await chosenModels(deps, locale);
        const until = performance.now() + allOfThem;
        const models = [];
        for (let from = 0; from < chosen.length; from += sideBySide)
          models.push(
            ...(await Promise.all(chosen.slice(from, from + sideBySide).map((one) => tryOne(deps, dayOf, one, until)))),
          );
        const failed = models.find(({ ok }) => !ok);
        return failed
          ? { ok: false, problem: 'rejected' as const, code: String(failed.errorCode), models }
          : { models };
      }),
  };
}
