import { bannedWord, type TextCheckAnswer } from '@gantry/core';
import { isModerated } from '../../connectors/moderate-text.ts';
import type { Caller } from '../../context.ts';
import { checkWords, toldOf } from '../../operations/ai/word-check.ts';
import type { ServiceCaller } from '../service-caller.ts';
import type { ServiceHandlers, ServiceNeeds } from '../service-context.ts';

/**
 * The same check as the console's: hits are counted, and what is not let through is recorded. A clean text leaves nothing, unless a
 * provider was asked who is paid for it: then the answer is kept under its key, and whoever sends the same again costs nothing.
 */
export function textHandlers(needs: ServiceNeeds): ServiceHandlers<'textCheck'> {
  const check = checkWords(needs);
  return {
    async textCheck({ text, userId, scope, source, dryRun = false }, { caller, write, before }) {
      const isPaid = await isModerated(needs);
      const kept = isPaid ? await before<TextCheckAnswer>() : null;
      if (kept) return kept.answer;
      const input = { text, userId: userId ?? null, scope: scope ?? 'prompt', source: source ?? null };
      const call = { caller: asCaller(caller), services: needs, resource: bannedWord, id: null, name: 'check', input };
      const found = await check.prepare?.({ ...call, dryRun: false });
      const told: TextCheckAnswer = { ...toldOf(found), violationId: null };
      if (dryRun) return isPaid ? write(async () => told) : told;
      const run = (tx: Parameters<typeof check.run>[0]['tx']) => check.run({ ...call, tx, row: null }, found);
      if (!isPaid && isClean(found)) return answered(await needs.database.transaction(run));
      return write(async ({ tx }) => answered(await run(tx)));
    },
  };
}

function isClean(checked: unknown): boolean {
  const found = typeof checked === 'object' && checked !== null && 'found' in checked ? checked.found : null;
  return typeof found === 'object' && found !== null && 'action' in found && found.action === 'pass';
}

const answered = ({ data }: { readonly data: unknown }): TextCheckAnswer => data as TextCheckAnswer;

/** What services do is nobody's in particular: no person is named as the one who made a record. */
function asCaller({ clientId, ip, requestId, locale, t }: ServiceCaller): Caller {
  const actor = { id: 0, name: clientId, role: '' } as const;
  return { actor, via: 'service', ip, requestId, locale, t, sessionId: null, stepUpAt: null };
}
