import { setTimeout as delay } from 'node:timers/promises';
import { ApiError, aiSettings, type Locale, localize, type Values } from '@gantry/core';
import { createDayOf, type DayOf } from '../../platform/context/day-of.ts';
import { runConnectionTest } from '../../platform/outbound/index.ts';
import type { SettingsTests } from '../../platform/settings/settings-tests.ts';
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
/** Time limit per model, in ms. */
const maxTestMs = 18_000;
/** Time limit for all of them, in ms, so that every result is reported before the call times out. */
const maxTotalMs = 54_000;
const concurrentTests = 3;
/** How often to check whether a key of the group is available again, in ms. */
const retryMs = 200;

interface SelectedModel {
  readonly uses: readonly string[];
  readonly model: RowOf<'ai_models'>;
}

/** Returns the selected models, each once, with the settings that select it. */
async function listSelectedModels({ settings, database }: KeyDeps, locale: Locale): Promise<SelectedModel[]> {
  const selected = await settings.read('ai', 'defaults');
  const ids = [...new Set(uses.map((name) => selected[name]))].filter((id) => id !== null);
  if (ids.length === 0) return [];
  const models = await database.read.selectFrom('ai_models').selectAll().where('id', 'in', ids).orderBy('id').execute();
  return models.map((model) => ({
    model,
    uses: uses.filter((name) => selected[name] === model.id).map((name) => localize(fields[name].label, locale)),
  }));
}

/** Whether no key is available only because the other tests hold them. */
const isBusy = ({ detail: { data } }: ApiError) => ((data as { keys?: { active?: number } }).keys?.active ?? 0) > 0;

/** Tests a model once a key of its group is available; several models may share a key that allows one call at a time. */
async function testWhenFree(deps: KeyDeps, dayOf: DayOf, model: RowOf<'ai_models'>, until: number) {
  for (;;) {
    const left = until - performance.now();
    try {
      // A test that ran out of time because of the tests before it is not a failure of its key.
      const signal = AbortSignal.timeout(Math.max(1, Math.floor(left)));
      return await callModel(deps, dayOf, model, { prompt, signal }, maxTestMs);
    } catch (error) {
      if (!(error instanceof ApiError) || error.problem !== 'noKey' || !isBusy(error) || left <= retryMs) throw error;
      await delay(retryMs);
    }
  }
}

async function tryOne(
  deps: KeyDeps,
  dayOf: DayOf,
  { uses, model }: SelectedModel,
  until: number,
): Promise<Values & { readonly ok: boolean }> {
  const reported = { use: uses.join(' · '), name: model.name };
  if (model.status !== 'enabled') return { ...reported, ok: false, errorCode: 'model_disabled', ms: 0, reply: null };
  try {
    const { tried } = await testWhenFree(deps, dayOf, model, until);
    const errorCode = getErrorCode(tried);
    const { ms, reply, dimensions = null, bytes = null } = tried;
    return { ...reported, ok: errorCode === null, errorCode, ms, reply, dimensions, bytes };
  } catch (error) {
    if (!(error instanceof ApiError) || error.problem !== 'noKey') throw error;
    return { ...reported, ok: false, errorCode: isBusy(error) ? 'key_busy' : 'no_key', ms: 0, reply: null };
  }
}

/** Tests the default models with a minimal request for each type; succeeds when all of them do. */
export function createDefaultModelTests(deps: KeyDeps): SettingsTests {
  const dayOf = createDayOf();
  return {
    'ai/defaults/test': (_input, { locale }) =>
      runConnectionTest(async () => {
        const selected = await listSelectedModels(deps, locale);
        const until = performance.now() + maxTotalMs;
        const models = [];
        for (let from = 0; from < selected.length; from += concurrentTests)
          models.push(
            ...(await Promise.all(
              selected.slice(from, from + concurrentTests).map((one) => tryOne(deps, dayOf, one, until)),
            )),
          );
        const failed = models.find(({ ok }) => !ok);
        return failed
          ? { ok: false, problem: 'rejected' as const, code: String(failed.errorCode), models }
          : { models };
      }),
  };
}
