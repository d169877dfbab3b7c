import { ApiError, apiKey, localize } from '@gantry/core';
import { createChangedDraft } from '../../../platform/engine/changes.ts';
import type { Operation } from '../../../platform/engine/operation.ts';
import { type KeyDeps, learnFromTry, tryStoredKey } from '../check-key.ts';
import { getErrorCode } from '../next-state.ts';
import type { Tried } from '../try-key.ts';

type Deps = Pick<KeyDeps, 'keyring' | 'settings' | 'outbound'>;
const words = { failed: { zh: '测试未通过：', en: 'The test failed: ' } } as const;

/** Tries the key before the transaction, then writes down what came of it: where it stands may change. */
export function testKey(deps: Deps): Operation {
  return {
    atOnce: 32,
    async prepare({ id, input, services, dryRun }) {
      if (dryRun || id === null) return null;
      const { database, clock } = services;
      const row = await database.read.selectFrom('api_keys').selectAll().where('id', '=', id).executeTakeFirst();
      const model = typeof input.model === 'string' ? input.model : null;
      return row ? tryStoredKey({ ...deps, database, clock }, row, model) : null;
    },
    async run({ tx, row, services, caller, name }, prepared) {
      const tried = prepared as Tried | null;
      if (row === null || tried === null) return { data: null };
      const { clock } = services;
      const cause = { cause: 'test', actor: caller.actor.name } as const;
      const state = await learnFromTry({ ...deps, clock }, tx, row, tried, cause);
      const ok = tried.outcome === 'ok';
      const code = getErrorCode(tried);
      return {
        data: {
          id: Number(row.id),
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
