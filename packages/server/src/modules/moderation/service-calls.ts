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
import { createModerationLimiter, type ModerationLimiter } from './providers/moderation-provider.ts';
import { checkWords, parseCountedWords, toCheckAnswer, type WordCheckDeps } from './word-check.ts';

/** A text as the request contains it. */
interface TextInput {
  readonly text: string;
  readonly userId?: number | null | undefined;
  readonly scope?: string | undefined;
  readonly source?: string | null | undefined;
}

/** Texts checked concurrently when a provider is enabled; without one, texts are checked one at a time. */
const concurrentTexts = 8;

/**
 * The check of the console's `check` action in two steps: `look` writes nothing, and `record` stores what is not accepted in the
 * caller's transaction.
 * @param limiter that of the call, for a call with several texts
 */
export function checkSteps(deps: ServiceDeps & WordCheckDeps, limiter?: ModerationLimiter) {
  const check = checkWords(limiter ? { ...deps, limiter } : deps);
  const toCall = ({ text, userId, scope, source }: TextInput, caller: ServiceCaller) => {
    const input = { text, userId: userId ?? null, scope: scope ?? 'prompt', source: source ?? null };
    return { caller: asCaller(caller), services: deps, resource: bannedWord, id: null, name: 'check', input };
  };
  return {
    look: async (input: TextInput, caller: ServiceCaller): Promise<unknown> =>
      check.prepare?.({ ...toCall(input, caller), dryRun: false }),
    record: async ({ tx }: Pick<TxContext, 'tx'>, input: TextInput, found: unknown, caller: ServiceCaller) =>
      toAnswer(await check.run({ ...toCall(input, caller), tx, row: null }, found)),
  };
}

/**
 * Counts hits and records texts that are not accepted. An accepted text leaves no trace unless a paid provider is enabled: the
 * response is then stored under its idempotency key, so that a repeated request costs nothing.
 */
export function createTextHandlers(deps: ServiceDeps & WordCheckDeps): ServiceHandlers<'textCheck' | 'textCheckBatch'> {
  const { look, record } = checkSteps(deps);
  return {
    async textCheck({ dryRun = false, ...input }, { caller, write, before }) {
      const isPaid = await isModerated(deps);
      const stored = isPaid ? await before<TextCheckAnswer>() : null;
      if (stored) return stored.answer;
      const found = await look(input, caller);
      if (dryRun || isClean(found))
        return isPaid ? write(async () => toTextCheckAnswer(found)) : toTextCheckAnswer(found);
      return write((scope) => record(scope, input, found, caller));
    },

    async textCheckBatch({ texts, dryRun = false }, { caller, write, before }) {
      const isPaid = await isModerated(deps);
      const stored = isPaid ? await before<TextCheckBatchAnswer>() : null;
      if (stored) return stored.answer;
      const known = await getKnownUserIds(deps, texts);
      const { look } = checkSteps(deps, createModerationLimiter());
      const found = await mapInBatches(texts, isPaid ? concurrentTexts : 1, (input) =>
        runItem(caller.locale, () => {
          const userId = input.userId ?? null;
          if (userId !== null && !known.has(userId)) throw new ApiError('notFound', { data: { userId } });
          return look(input, caller);
        }),
      );
      const answers = found.map((item) => ({
        ...item,
        data: item.data === null ? null : toTextCheckAnswer(item.data),
      }));
      const dirty = found.flatMap(({ data }, at) => (data === null || isClean(data) ? [] : [at]));
      if (dryRun || dirty.length === 0) return isPaid ? write(async () => ({ items: answers })) : { items: answers };
      return write(async (scope) => {
        await lockInOrder(scope, {
          found: dirty.map((at) => found[at]?.data),
          userIds: dirty.map((at) => texts[at]?.userId),
        });
        const items = [...answers];
        for (const at of dirty) {
          const [item, input] = [answers[at], texts[at]];
          if (item && input) items[at] = { ...item, data: await record(scope, input, found[at]?.data, caller) };
        }
        return { items };
      });
    },
  };
}

/** Returns the IDs of existing users among those that the texts name. */
async function getKnownUserIds({ database }: ServiceDeps, texts: readonly TextInput[]): Promise<ReadonlySet<number>> {
  const ids = [...new Set(texts.flatMap(({ userId }) => userId ?? []))];
  if (ids.length === 0) return new Set();
  const rows = await database.read.selectFrom('users').select('id').where('id', 'in', ids).execute();
  return new Set(rows.map(({ id }) => id));
}

/**
 * Locks words before users and both by ID, in the same order as a single text does, so that two batch calls never wait for each
 * other.
 */
async function lockInOrder(
  { tx, dialect }: TxContext,
  { found, userIds }: { readonly found: readonly unknown[]; readonly userIds: readonly (number | null | undefined)[] },
): Promise<void> {
  await lockRows(tx, dialect, bannedWord, [...new Set(found.flatMap(parseCountedWords))]);
  await lockRows(tx, dialect, user, [...new Set(userIds.flatMap((id) => id ?? []))]);
}

/** Runs `work` on all items, `width` at a time. */
async function mapInBatches<T, A>(all: readonly T[], width: number, work: (one: T) => Promise<A>): Promise<A[]> {
  const done: A[] = [];
  for (let from = 0; from < all.length; from += width)
    done.push(...(await Promise.all(all.slice(from, from + width).map(work))));
  return done;
}

export const toTextCheckAnswer = (found: unknown): TextCheckAnswer => ({ ...toCheckAnswer(found), violationId: null });

export function isClean(checked: unknown): boolean {
  const found = typeof checked === 'object' && checked !== null && 'found' in checked ? checked.found : null;
  return typeof found === 'object' && found !== null && 'action' in found && found.action === 'pass';
}

const toAnswer = ({ data }: { readonly data: unknown }): TextCheckAnswer => data as TextCheckAnswer;

/** Service clients act for no admin, so their records have no creator. */
function asCaller({ clientId, ip, requestId, locale, t }: ServiceCaller): Caller {
  const actor = { id: 0, name: clientId, role: '', permissionSet: [] } as const;
  return { actor, via: 'service', ip, requestId, locale, t, sessionId: null, stepUpAt: null };
}
