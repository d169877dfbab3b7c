import { ApiError, aiModel, apiKey, fillDefaults, type LocalizedText, localize } from '@gantry/core';
import { createChangedDraft } from '../../../platform/engine/changes.ts';
import type { Operation, OperationCall, PrepareCall } from '../../../platform/engine/operation.ts';
import type { Column, Row, RowOf } from '../../../platform/store/database.ts';
import type { KeyDeps } from '../probe-key.ts';
import { readBalance, readModels, type UpstreamBalance, UpstreamError } from '../read-upstream.ts';
import { storeBalance } from '../store-balance.ts';

type Deps = Pick<KeyDeps, 'keyring' | 'settings' | 'outbound'>;

/** Models are created by the models module, which depends on keys. */
export interface ModelMaker {
  /** The action that creates a model, with all its rules. */
  readonly createModel: Operation;
}

const words = {
  rejected: (code: string): LocalizedText => ({
    zh: `上游未返回：${code}`,
    en: `The upstream returned no balance: ${code}`,
  }),
  notRequested: { zh: '没有选择余额查询方式', en: 'No balance source is selected.' },
  unlisted: (code: string): LocalizedText => ({ zh: `上游没有模型 ${code}`, en: `The upstream has no model ${code}` }),
} as const;

/** Queries the upstream before the transaction; its rejection rejects the call. */
async function request<T>(call: PrepareCall, prompt: (row: RowOf<'api_keys'>) => Promise<T>): Promise<T | null> {
  const { id, services, caller, dryRun } = call;
  if (dryRun || id === null) return null;
  const { read } = services.database;
  const row = await read.selectFrom('api_keys').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) return null;
  try {
    return await prompt(row);
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    throw new ApiError('stateConflict', {
      message: localize(words.rejected(error.message), caller.locale),
      data: { state: error.message },
    });
  }
}

/** Queries the balance of a key and stores it with the time. */
export function checkBalance(deps: Deps): Operation<'api_keys'> {
  return {
    maxPerCall: 32,
    prepare: (call) =>
      request(call, async (row) => {
        const balance = await readBalance(deps, row);
        if (balance) return balance;
        const why = localize(words.notRequested, call.caller.locale);
        throw new ApiError('invalid', { errors: { balanceSource: [why] } });
      }),
    async run({ tx, row, services, name }, prepared) {
      const balance = prepared as UpstreamBalance | null;
      if (balance === null) return { data: null };
      const { micros, currency } = balance;
      const cells = await storeBalance({ tx, clock: services.clock }, row, balance);
      const data = { id: row.id, upstreamBalance: micros, balanceCurrency: currency };
      return { data, audit: createChangedDraft(apiKey, name, row, cells) };
    },
  };
}

/** Models of the catalogue that are called with keys such as this one. */
async function getOwnModels({ tx, row }: OperationCall): Promise<string[]> {
  const rows = await tx
    .selectFrom('ai_models')
    .select('code')
    .where('provider', '=', String(row?.provider) as Column<'ai_models', 'provider'>)
    .where('key_group', '=', String(row?.key_group))
    .orderBy('code')
    .execute();
  return rows.map(({ code }) => code);
}

/** What the upstream lists next to what the catalogue has. */
export function compareModels(deps: Deps): Operation {
  return {
    prepare: (call) => request(call, (row) => readModels(deps, row)),
    async run(call, prepared) {
      const listed = (prepared as string[] | null) ?? [];
      const own = await getOwnModels(call);
      const { resource, id, name } = call;
      return {
        data: {
          id,
          fresh: listed.filter((code) => !own.includes(code)),
          known: listed.filter((code) => own.includes(code)),
          gone: own.filter((code) => !listed.includes(code)),
        },
        audit: { resource: resource.name, resourceId: id, action: name },
      };
    },
  };
}

/** The type of a model, guessed from its id. */
const kinds: readonly (readonly [RegExp, string])[] = [
  [/embed|bge-(?!rerank)/i, 'embedding'],
  [/rerank/i, 'rerank'],
  [/whisper|transcrib|sensevoice/i, 'stt'],
  [/tts|speech/i, 'tts'],
  [/dall-?e|image|flux|stable-diffusion/i, 'image'],
  [/sora|video|wan2/i, 'video'],
  [/reason|thinking|\bo[134](-|$)|-r1/i, 'reasoning'],
  [/-vl\b|vision/i, 'vision'],
];
const typeOf = (code: string) => kinds.find(([pattern]) => pattern.test(code))?.[1] ?? 'chat';

/** Creates disabled models from the selected ids, each once, with the key's provider and group. */
export function addModels(deps: Deps & ModelMaker): Operation {
  return {
    prepare: (call) => request(call, (row) => readModels(deps, row)),
    async run(call, prepared) {
      const { row, input, caller } = call;
      const listed = (prepared as string[] | null) ?? [];
      const codes = [...new Set((input.codes as readonly string[] | null) ?? [])];
      const unlisted = codes.filter((code) => !listed.includes(code));
      if (unlisted.length > 0) {
        const errors = unlisted.map((code) => localize(words.unlisted(code), caller.locale));
        throw new ApiError('invalid', { errors: { codes: errors } });
      }
      const own = await getOwnModels(call);
      const added = codes.filter((code) => !own.includes(code));
      const audit = [];
      for (const code of added) audit.push(...(await addModel(deps, call, row ?? {}, code)));
      return { data: { id: call.id, added, known: codes.filter((code) => own.includes(code)) }, audit };
    },
  };
}

/** Creates a disabled model from an upstream's list, for keys of this provider and group. Returns what is logged. */
export async function addModel(
  { createModel }: ModelMaker,
  call: OperationCall,
  { provider, key_group: keyGroup }: Row,
  code: string,
) {
  const given = { name: code.slice(0, 64), code, provider, keyGroup, type: typeOf(code) };
  const values = { ...fillDefaults(given, aiModel.fields, 'create'), status: 'disabled' };
  const made = await createModel.run(
    { ...call, resource: aiModel, id: null, name: 'create', row: null, input: values },
    undefined,
  );
  return [made.audit ?? []].flat();
}
