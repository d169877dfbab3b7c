import { createFieldsSchema, type LedgerVerifyAnswer, ledgerCalls, localize } from '@gantry/core';
import { recordIntegrityCheck } from '../../platform/audit/integrity-checks.ts';
import type { Services } from '../../platform/context/context.ts';
import { readBody } from '../../platform/engine/read-body.ts';
import type { RegisterCall } from '../../platform/http/call.ts';
import { verifyLedger } from './verify.ts';

/** Calls about the books as a whole. */
export function addLedgerCalls(register: RegisterCall, { database, clock }: Services): void {
  const { path, roles, input } = ledgerCalls.ledgerVerify;
  const schema = createFieldsSchema(input);
  // It reads everything: whoever asks while it is under way gets the same answer.
  let running: ReturnType<typeof verifyLedger> | null = null;
  const verifyAndRecord = async () => {
    const results = await verifyLedger(database);
    await recordIntegrityCheck(
      { database, clock },
      'ledger',
      results.every(({ ok }) => ok),
    );
    return results;
  };
  const verify = () => {
    running ??= verifyAndRecord().finally(() => {
      running = null;
    });
    return running;
  };
  register({ path, access: roles }, async ({ caller, body }): Promise<LedgerVerifyAnswer> => {
    readBody(schema, body, input, caller);
    const results = await verify();
    const invariants = results.map(({ no, words, ok, first }) => ({
      no,
      name: localize(words, caller.locale),
      ok,
      first,
    }));
    return { ok: results.every(({ ok }) => ok), checkedAt: clock(), invariants };
  });
}
