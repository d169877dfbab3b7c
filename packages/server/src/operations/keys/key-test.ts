import { apiKey, Fault, say } from '@gantry/core';
import { type KeyNeeds, learnFromTry, tryStoredKey } from '../../keys/check-key.ts';
import { codeOf } from '../../keys/next-state.ts';
import type { Tried } from '../../keys/try-key.ts';
import { changedDraft } from '../../resources/changes.ts';
import type { Operation } from '../../resources/operation.ts';

type Needs = Pick<KeyNeeds, 'keyring' | 'settings' | 'gate'>;
const words = { failed: { zh: '测试未通过：', en: 'The test failed: ' } } as const;

/** Tries the key before the transaction, then writes down what came of it: where it stands may change. */
export function testKey(needs: Needs): Operation {
  return {
    atOnce: 32,
    async prepare({ id, input, services, dryRun }) {
      if (dryRun || id === null) return null;
      const { database, clock } = services;
      const row = await database.read.selectFrom('api_keys').selectAll().where('id', '=', id).executeTakeFirst();
      const model = typeof input.model === 'string' ? input.model : null;
      return row ? tryStoredKey({ ...needs, database, clock }, row, model) : null;
    },
    async run({ tx, row, services, caller, name }, prepared) {
      const tried = prepared as Tried | null;
      if (row === null || tried === null) return { data: null };
      const { clock } = services;
      const cause = { cause: 'test', actor: caller.actor.name } as const;
      const state = await learnFromTry({ ...needs, clock }, tx, row, tried, cause);
      const ok = tried.outcome === 'ok';
      const code = codeOf(tried);
      return {
        data: {
          id: Number(row.id),
          ok,
          errorCode: code,
          ms: tried.ms,
          state: say(apiKey.fields.status.options[state], caller.locale),
        },
        audit: { ...changedDraft(apiKey, name, row, { status: state }), reason: code },
        ...(ok ? {} : { found: new Fault('stateConflict', { message: `${say(words.failed, caller.locale)}${code}` }) }),
      };
    },
  };
}
