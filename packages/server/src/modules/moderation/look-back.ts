import { ApiError, can, chatMessage } from '@gantry/core';
import type { Operation } from '../../platform/engine/operation.ts';
import type { SettingsReader } from '../../platform/settings/settings-reader.ts';
import type { Reader } from '../../platform/store/database.ts';
import { buildLexiconInSlices, checkTextInSlices, type Lexicon } from './engine/index.ts';
import { type CheckWord, toLexiconWord } from './word-check.ts';
import { listAllowedPhrases, listEnabledWords } from './word-list.ts';

const hourMs = 3_600_000;
const pageSize = 500;
/** Time limit of one run, in ms, and the maximum number of words and of example messages per word in the result. */
const timeoutMs = 10_000;
const maxReported = 50;
const maxExamples = 3;

interface ReportedMatch {
  readonly wordId: number | null;
  readonly word: string;
  messages: number;
  readonly examples: number[];
}

interface LookBackDeps {
  readonly checkWord: CheckWord;
  readonly settings: SettingsReader;
}

/**
 * Finds what the words would have matched in the messages of the last hours, newest first. Nothing is recorded. Only admins who
 * may read chats get the message IDs: since any word can be searched, the IDs would reveal who wrote what.
 */
export function lookBack({ checkWord, settings }: LookBackDeps): Operation {
  return {
    async prepare({ services, input, caller }) {
      const { read } = services.database;
      const now = services.clock();
      const unsaved = getLines(input.words);
      for (const word of unsaved) {
        const errors = checkWord({ word, match: 'auto' }, caller);
        if (errors) throw new ApiError('invalid', { errors: { words: errors.word ?? [] } });
      }
      const words =
        unsaved.length > 0
          ? unsaved.map((word) => toLexiconWord({ word, match: 'auto' }))
          : await listEnabledWords(read, now - Number(input.addedHours) * hourMs);
      const lexicon = await buildLexiconInSlices({ words, allow: await listAllowedPhrases(read), version: 0 });
      const { matches, ...sums } = await searchMessages(read, lexicon, now - Number(input.hours) * hourMs);
      const { adminCanReadChats } = await settings.read('system', 'privacy');
      const isReader = adminCanReadChats && can(caller.actor, chatMessage, 'get');
      return {
        words: words.length,
        ...sums,
        found: isReader ? matches : matches.map((one) => ({ ...one, examples: [] })),
      };
    },
    run: async (_call, prepared) => ({ data: prepared }),
  };
}

function getLines(words: unknown): string[] {
  const lines = typeof words === 'string' ? words.split(/\r?\n/) : [];
  return [...new Set(lines.map((line) => line.trim()).filter(Boolean))];
}

async function searchMessages(read: Reader, lexicon: Lexicon, since: number) {
  const reported = new Map<string, ReportedMatch>();
  const until = performance.now() + timeoutMs;
  let [messages, hitMessages] = [0, 0];
  let last = { at: Number.MAX_SAFE_INTEGER, id: 0 };
  let complete = lexicon.words.length === 0;
  while (!complete && performance.now() < until) {
    const page = await read
      .selectFrom('chat_messages')
      .select(['id', 'role', 'content', 'created_at'])
      .where('created_at', '>=', since)
      .where('created_at', '<=', last.at)
      .where((eb) => eb.or([eb('created_at', '<', last.at), eb('id', '<', last.id)]))
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(pageSize)
      .execute();
    for (const { id, role, content } of page) {
      const scope = role === 'assistant' ? 'output' : 'prompt';
      const { hits } = await checkTextInSlices(lexicon, content ?? '', { scope });
      const counted = new Map(hits.filter(({ allowed }) => !allowed).map(({ word, wordId }) => [word, wordId]));
      for (const [word, wordId] of counted) countMatch(reported, word, wordId, id);
      messages += 1;
      if (counted.size > 0) hitMessages += 1;
    }
    const end = page.at(-1);
    last = { at: end?.created_at ?? 0, id: end?.id ?? 0 };
    complete = page.length < pageSize;
  }
  const all = [...reported.values()].sort((one, other) => other.messages - one.messages);
  return { messages, hitMessages, complete, hitWords: all.length, matches: all.slice(0, maxReported) };
}

/** An unsaved word has no ID. */
function countMatch(reported: Map<string, ReportedMatch>, word: string, wordId: number, message: number): void {
  const entry = reported.get(word) ?? { word, wordId: wordId || null, messages: 0, examples: [] };
  entry.messages += 1;
  if (entry.examples.length < maxExamples) entry.examples.push(message);
  reported.set(word, entry);
}
