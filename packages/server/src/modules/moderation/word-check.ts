import { violationLog } from '@gantry/core';
import { sql } from 'kysely';
import type { Operation, OperationCall } from '../../platform/engine/operation.ts';
import { createViolationNotification } from '../../platform/notifications/notification-types.ts';
import { notify } from '../../platform/notifications/notify.ts';
import type { OutboundClient } from '../../platform/outbound/index.ts';
import type { SettingsReader } from '../../platform/settings/settings-reader.ts';
import type { Tx } from '../../platform/store/database.ts';
import { createRow, insertRecords } from '../../platform/store/records.ts';
import { type CheckResult, checkTextInSlices } from './engine/index.ts';
import { createExcerpt } from './excerpt.ts';
import { moderateText } from './moderate-text.ts';
import type { ModerationTurn } from './providers/moderation-turn.ts';
import type { WordList } from './word-list.ts';

export interface WordCheckDeps {
  readonly wordList: WordList;
  readonly settings: SettingsReader;
  /** The way to the moderation endpoint of the settings; without it only the words are looked for. */
  readonly outbound?: OutboundClient;
  /** Shared by the texts of one call; without it each has its own. */
  readonly turn?: ModerationTurn;
}

interface Checked {
  readonly isOn: boolean;
  readonly found: CheckResult;
  /** Why the moderation endpoint blocked it; empty when it did not. */
  readonly categories: readonly string[];
  /** What a user is told whose text was blocked. */
  readonly rejection: string | null;
}

const maxWords = 20;

/** Checks a text for a user as the platform does, by its words and then by the moderation endpoint if there is one: hits are counted, and what is not let through is recorded. */
export function checkWords({ wordList, settings, outbound, turn }: WordCheckDeps): Operation {
  return {
    async prepare({ input }): Promise<Checked> {
      const { bannedWordsEnabled, checkPrompt, checkOutput, formatRejection } = await settings.read(
        'system',
        'content',
      );
      const text = String(input.text);
      const scope = String(input.scope);
      if ((scope === 'prompt' && !checkPrompt) || (scope === 'output' && !checkOutput))
        return { isOn: false, found: passed(text), categories: [], rejection: null };
      const hit = bannedWordsEnabled ? await checkTextInSlices(await wordList.recent(), text, { scope }) : passed(text);
      const judged = outbound && hit.action !== 'block' ? await moderateText({ settings, outbound }, text, turn) : null;
      const categories = judged?.flagged ? judged.categories : [];
      const found = judged?.flagged ? { ...hit, action: 'block' as const } : hit;
      const isOn = bannedWordsEnabled || judged !== null;
      return { isOn, found, categories, rejection: found.action === 'block' ? formatRejection : null };
    },
    async run(call, prepared) {
      const { found, categories } = prepared as Checked;
      const { action } = found;
      const answer = toInboxItem(prepared);
      if (action === 'pass') return { data: { ...answer, violationId: null } };
      const words = [...wordsOf(found), ...categories].slice(0, maxWords);
      await countHits(call.tx, found, call.services.clock());
      const violationId = await record(call, found, words);
      await notify(call.tx, call.services.clock, createViolationNotification(words));
      return {
        data: { ...answer, violationId },
        audit: { resource: violationLog.name, resourceId: violationId, action: call.name, after: { action, words } },
      };
    },
  };
}

/** What the check of `prepare` came to, for who asked. */
export function toInboxItem(prepared: unknown) {
  const { isOn, found, rejection } = prepared as Checked;
  const { action, text, hits, hitCount, lexiconVersion } = found;
  return { enabled: isOn, action, text, rejection, hits, hitCount, lexiconVersion };
}

/** Ids of the words that `run` will count a hit of. */
export function parseCountedWords(prepared: unknown): number[] {
  return counted((prepared as Checked).found).map(({ wordId }) => wordId);
}

/** What a text comes to while nobody checks. */
function passed(text: string): CheckResult {
  return { action: 'pass', text, normalised: text, hits: [], hitCount: 0, lexiconVersion: 0 };
}

const counted = ({ hits }: CheckResult) => hits.filter(({ allowed }) => !allowed);

function wordsOf(found: CheckResult): string[] {
  return [...new Set(counted(found).map(({ word }) => word))].slice(0, maxWords);
}

/** Once a word and text; what is counted is no change of the word, so its version stays. */
async function countHits(tx: Tx, found: CheckResult, now: number): Promise<void> {
  // In one order for all, so that two checks never wait for each other.
  const ids = [...new Set(counted(found).map(({ wordId }) => wordId))].sort((one, other) => one - other);
  for (const id of ids) {
    await tx
      .updateTable('banned_words')
      .set({ hit_count: sql`coalesce(hit_count, 0) + 1`, last_hit_at: now })
      .where('id', '=', id)
      .execute();
  }
}

async function record({ tx, services, input, caller }: OperationCall, found: CheckResult, words: readonly string[]) {
  const [first] = counted(found);
  const text = String(input.text);
  const row = createRow(
    violationLog,
    {
      userId: input.userId,
      source: input.source,
      scope: input.scope,
      excerpt: createExcerpt(text, first?.start ?? 0, first?.end ?? 0),
      words,
      actionTaken: found.action,
    },
    { by: caller.actor.id, at: services.clock() },
  );
  const [id = 0] = await insertRecords(tx, services.database.dialect, violationLog, [row]);
  await tx
    .updateTable('users')
    .set({ violation_count: sql`violation_count + 1` })
    .where('id', '=', Number(input.userId))
    .execute();
  return id;
}
