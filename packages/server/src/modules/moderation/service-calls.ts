import { ApiError, bannedWord, type TextCheckAnswer, type TextCheckBatchAnswer, user } from '@gantry/core';
import type { Caller } from '../../platform/context/context.ts';
import {
  runItem,
  type ServiceCaller,
  type ServiceDeps,
  type ServiceHandlers,
} from '../../platform/service-api/service-context.ts';
import { lockRows } from '../../platform/store/records.ts';
import type { TxContext } from '../../platform/store/tx-context.ts';
import { isModerated } from './moderate-text.ts';
import { createModerationTurn, type ModerationTurn } from './providers/moderation-provider.ts';
import { checkWords, parseCountedWords, toInboxItem, type WordCheckDeps } from './word-check.ts';

/** A text as a call gives it. */
interface Given {
  readonly text: string;
  readonly userId?: number | null | undefined;
  readonly scope?: string | undefined;
  readonly source?: string | null | undefined;
}

/** Texts that are looked at side by side where a provider is waited for; words alone are looked for in one at a time. */
const sideBySide = 8;

/**
 * The same check as the console's in its two steps: the look, which writes nothing, and the record of what is not let through, as a
 * part of whatever else is stored with it.
 * @param turn that of the call, for one that brings several texts
 */
export function checkSteps(deps: ServiceDeps & WordCheckDeps, turn?: ModerationTurn) {
  const check = checkWords(turn ? { ...deps, turn } : deps);
  const callOf = ({ text, userId, scope, source }: Given, caller: ServiceCaller) => {
    const input = { text, userId: userId ?? null, scope: scope ?? 'prompt', source: source ?? null };
    return { caller: asCaller(caller), services: deps, resource: bannedWord, id: null, name: 'check', input };
  };
  return {
    look: async (given: Given, caller: ServiceCaller): Promise<unknown> =>
      check.prepare?.({ ...callOf(given, caller), dryRun: false }),
    record: async ({ tx }: Pick<TxContext, 'tx'>, given: Given, found: unknown, caller: ServiceCaller) =>
      answered(await check.run({ ...callOf(given, caller), tx, row: null }, found)),
  };
}

/**
 * Hits are counted, and what is not let through is recorded. A clean text leaves nothing, unless a provider was asked who is paid
 * for it: then the answer is kept under its key, and whoever sends the same again costs nothing.
 */
export function createTextHandlers(deps: ServiceDeps & WordCheckDeps): ServiceHandlers<'textCheck' | 'textCheckBatch'> {
  const { look, record } = checkSteps(deps);
  return {
    async textCheck({ dryRun = false, ...given }, { caller, write, before }) {
      const isPaid = await isModerated(deps);
      const stored = isPaid ? await before<TextCheckAnswer>() : null;
      if (stored) return stored.answer;
      const found = await look(given, caller);
      if (dryRun || isClean(found))
        return isPaid ? write(async () => toTextCheckAnswer(found)) : toTextCheckAnswer(found);
      return write((scope) => record(scope, given, found, caller));
    },

    async textCheckBatch({ texts, dryRun = false }, { caller, write, before }) {
      const isPaid = await isModerated(deps);
      const stored = isPaid ? await before<TextCheckBatchAnswer>() : null;
      if (stored) return stored.answer;
      const known = await knownPeople(deps, texts);
      const { look } = checkSteps(deps, createModerationTurn());
      const found = await inRows(texts, isPaid ? sideBySide : 1, (given) =>
        runItem(caller.locale, () => {
          const userId = given.userId ?? null;
          if (userId !== null && !known.has(userId)) throw new ApiError('notFound', { data: { userId } });
          return look(given, caller);
        }),
      );
      const reported = found.map((item) => ({
        ...item,
        data: item.data === null ? null : toTextCheckAnswer(item.data),
      }));
      const dirty = found.flatMap(({ data }, at) => (data === null || isClean(data) ? [] : [at]));
      if (dryRun || dirty.length === 0) return isPaid ? write(async () => ({ items: reported })) : { items: reported };
      return write(async (scope) => {
        await holdInOrder(scope, {
          found: dirty.map((at) => found[at]?.data),
          people: dirty.map((at) => texts[at]?.userId),
        });
        const items = [...reported];
        for (const at of dirty) {
          const [item, given] = [reported[at], texts[at]];
          if (item && given) items[at] = { ...item, data: await record(scope, given, found[at]?.data, caller) };
        }
        return { items };
      });
    },
  };
}

/** Ids of people that a call names and who are there. */
async function knownPeople({ database }: ServiceDeps, texts: readonly Given[]): Promise<ReadonlySet<number>> {
  const ids = [...new Set(texts.flatMap(({ userId }) => userId ?? []))];
  if (ids.length === 0) return new Set();
  const rows = await database.read.selectFrom('users').select('id').where('id', 'in', ids).execute();
  return new Set(rows.map(({ id }) => id));
}

/** Words before people and both by their ids, as one text is counted: two calls about many never wait for each other. */
async function holdInOrder(
  { tx, dialect }: TxContext,
  { found, people }: { readonly found: readonly unknown[]; readonly people: readonly (number | null | undefined)[] },
): Promise<void> {
  await lockRows(tx, dialect, bannedWord, [...new Set(found.flatMap(parseCountedWords))]);
  await lockRows(tx, dialect, user, [...new Set(people.flatMap((id) => id ?? []))]);
}

/** What becomes of each, so many at a time. */
async function inRows<T, A>(all: readonly T[], width: number, work: (one: T) => Promise<A>): Promise<A[]> {
  const done: A[] = [];
  for (let from = 0; from < all.length; from += width)
    done.push(...(await Promise.all(all.slice(from, from + width).map(work))));
  return done;
}

export const toTextCheckAnswer = (found: unknown): TextCheckAnswer => ({ ...toInboxItem(found), violationId: null });

export function isClean(checked: unknown): boolean {
  const found = typeof checked === 'object' && checked !== null && 'found' in checked ? checked.found : null;
  return typeof found === 'object' && found !== null && 'action' in found && found.action === 'pass';
}

const answered = ({ data }: { readonly data: unknown }): TextCheckAnswer => data as TextCheckAnswer;

/** Services act for no admin: their records have no creator. */
function asCaller({ clientId, ip, requestId, locale, t }: ServiceCaller): Caller {
  const actor = { id: 0, name: clientId, role: '', permissionSet: [] } as const;
  return { actor, via: 'service', ip, requestId, locale, t, sessionId: null, stepUpAt: null };
}
