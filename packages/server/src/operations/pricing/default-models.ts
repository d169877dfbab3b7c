import { aiSettings, Fault, type Locale, say, type Values } from '@gantry/core';
import type { KeyNeeds } from '../../keys/check-key.ts';
import { codeOf } from '../../keys/next-state.ts';
import { createDayOf, type DayOf } from '../../money/day-of.ts';
import { trial } from '../../outbound/index.ts';
import type { SettingsTrials } from '../../settings/try-settings.ts';
import type { Row } from '../../store/database.ts';
import { askModel } from './model-test.ts';

const { fields } = aiSettings.groups.defaults;
/** What answers in words; the others are asked in other ways. */
const answering = ['chatModelId', 'titleModelId', 'assistModelId'] as const;
const prompt = 'ping';
/** ms for each, so that all of them are told of before the call is over. */
const longest = 18_000;

interface Chosen {
  readonly uses: readonly string[];
  readonly model: Row;
}

/** The models that are chosen, each once, with what it is chosen for. */
async function chosenModels({ settings, database }: KeyNeeds, locale: Locale): Promise<Chosen[]> {
  const chosen = await settings.read('ai', 'defaults');
  const ids = [...new Set(answering.map((name) => chosen[name]))].filter((id) => id !== null);
  if (ids.length === 0) return [];
  const models = await database.read.selectFrom('ai_models').selectAll().where('id', 'in', ids).orderBy('id').execute();
  return models.map((model) => ({
    model,
    uses: answering.filter((name) => chosen[name] === Number(model.id)).map((name) => say(fields[name].label, locale)),
  }));
}

async function tryOne(
  needs: KeyNeeds,
  dayOf: DayOf,
  { uses, model }: Chosen,
): Promise<Values & { readonly ok: boolean }> {
  const told = { use: uses.join(' · '), name: String(model.name) };
  if (model.status !== 'enabled') return { ...told, ok: false, errorCode: 'model_disabled', ms: 0, reply: null };
  try {
    const { tried } = await askModel(needs, dayOf, model, prompt, longest);
    const errorCode = codeOf(tried);
    return { ...told, ok: errorCode === null, errorCode, ms: tried.ms, reply: tried.reply };
  } catch (error) {
    if (!(error instanceof Fault) || error.fault !== 'noKey') throw error;
    return { ...told, ok: false, errorCode: 'no_key', ms: 0, reply: null };
  }
}

/** Asks the default models that answer in words, one after the other; it went well when every one did. */
export function defaultModelTrials(needs: KeyNeeds): SettingsTrials {
  const dayOf = createDayOf();
  return {
    'ai/defaults/test': (_input, { locale }) =>
      trial(async () => {
        const models = [];
        for (const one of await chosenModels(needs, locale)) models.push(await tryOne(needs, dayOf, one));
        const failed = models.find(({ ok }) => !ok);
        return failed ? { ok: false, problem: 'refused' as const, code: String(failed.errorCode), models } : { models };
      }),
  };
}
