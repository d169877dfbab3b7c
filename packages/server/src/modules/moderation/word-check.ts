import {
  ApiError,
  bannedWord,
  type FieldErrors,
  type LocalizedText,
  localize,
  type Values,
  violationLog,
} from '@gantry/core';
import { sql } from 'kysely';
import type { Caller } from '../../platform/context/context.ts';
import type { RecordCheck } from '../../platform/engine/engine.ts';
import type { Operation, OperationCall } from '../../platform/engine/operation.ts';
import { type Notification, routeTo } from '../../platform/notifications/notification-types.ts';
import { notify } from '../../platform/notifications/notify.ts';
import type { OutboundClient } from '../../platform/outbound/index.ts';
import type { SettingsReader } from '../../platform/settings/settings-reader.ts';
import type { Tx } from '../../platform/store/database.ts';
import { createRow, insertRecords } from '../../platform/store/records.ts';
import {
  buildLexicon,
  type CheckResult,
  checkTextInSlices,
  compilePattern,
  createNormalizer,
  type Lexicon,
  type LexiconWord,
  matchKinds,
  type Normalize,
  toPlainString,
  toVariants,
  type WordProblem,
  type WordVariant,
  wordActions,
} from './engine/index.ts';
import { moderateText } from './moderate-text.ts';
import type { ModerationLimiter } from './providers/moderation-provider.ts';
import type { WordList } from './word-list.ts';

/** Characters of the text that the violation record stores on each side of a hit. */
const contextLength = 40;
/** Maximum length of the column. */
const maxExcerptLength = 255;

/** Moves a cut at `at` so that it does not split a character. */
function toCharacterBoundary(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return at > 0 && at < text.length && (unit & 0xfc00) === 0xdc00 ? at - 1 : at;
}

/** Returns the hit with forty characters before and after it, on one line, with an ellipsis where the text continues. */
export function createExcerpt(text: string, start: number, end: number): string {
  const from = toCharacterBoundary(text, Math.max(0, start - contextLength));
  const to = toCharacterBoundary(text, Math.min(text.length, end + contextLength, from + maxExcerptLength - 2));
  const part = text.slice(from, to).replace(/\s+/gu, ' ');
  return `${from > 0 ? '…' : ''}${part}${to < text.length ? '…' : ''}`;
}

const problemTexts: Readonly<Record<WordProblem, LocalizedText>> = {
  empty: { zh: '没有可以匹配的字符', en: 'it contains no character that can match' },
  tooLong: { zh: '太长，最多 256 个字符', en: 'it is longer than 256 characters' },
  badSyntax: { zh: '写法不正确', en: 'the syntax is invalid' },
  unsupported: {
    zh: '不支持反向引用、环视和占有量词',
    en: 'back-references, look-around and possessive quantifiers are not supported',
  },
  emptyMatch: { zh: '可匹配空文本，会命中所有内容', en: 'it matches the empty string and therefore every text' },
  tooComplex: { zh: '太复杂，请拆成几条', en: 'it is too complex; split it into several words' },
  notPinyin: { zh: '不是汉字或拼音', en: 'it is neither Chinese nor pinyin' },
};
const noVariants: LocalizedText = {
  zh: '变形写法不能用于正则和拼音，请清空或更改匹配方式',
  en: 'Variants cannot be used with a pattern or pinyin; clear them or change the match',
};
const patternLabel: LocalizedText = { zh: '正则', en: 'The pattern' };
/** Maximum length of a word's normalized form; some characters expand to several. */
const maxFormLength = 512;

/** Words in which normalization drops no character and expands none to more than two. */
export const plainWord = /^[\u4e00-\u9fffA-Za-z0-9]{1,256}$/;

interface WordInput {
  readonly word: string;
  readonly match: string;
  /** Other spellings that match as well. */
  readonly variants?: readonly WordVariant[];
}

interface Problem {
  readonly reason: WordProblem;
  /** The faulty part of a pattern, where the engine reports it. */
  readonly at?: string;
}

/** Converts a single word to a lexicon entry with default values. */
export function toLexiconWord({ word, match, variants = [] }: WordInput): LexiconWord {
  const kind = matchKinds.find((known) => known === match) ?? 'auto';
  const rest = { category: 'custom', level: 3, action: 'block', replacement: null, scope: [] } as const;
  return { id: 0, word, match: kind, variants, ...rest };
}

function findProblem(input: WordInput, normalize: Normalize): Problem | null {
  if (input.match === 'regex') {
    const compiled = compilePattern(input.word, normalize);
    return compiled.ok ? null : compiled;
  }
  if (input.match !== 'pinyin' && plainWord.test(input.word)) return null;
  const form = toPlainString(normalize(input.word)).trim();
  if (form === '') return { reason: 'empty' };
  if (form.length > maxFormLength) return { reason: 'tooLong' };
  if (input.match !== 'pinyin') return null;
  const [found] = buildLexicon({ words: [toLexiconWord(input)], allow: [], version: 0 }).problems;
  return found ?? null;
}

function toRejection(input: WordInput, problem: Problem, { locale }: Caller): FieldErrors {
  const label = localize(input.match === 'regex' ? patternLabel : bannedWord.fields.word.label, locale);
  const reason = localize(problemTexts[problem.reason], locale);
  const at = problem.at ? (locale === 'zh-CN' ? `（${problem.at}）` : ` (${problem.at})`) : '';
  const words = locale === 'zh-CN' ? `${label}${reason}${at}` : `${label} cannot be used: ${reason}${at}`;
  return { word: [words.slice(0, 120)] };
}

/** Returns the errors of a word by field; null when it is valid. */
export type CheckWord = (input: WordInput, caller: Caller) => FieldErrors | null;

export function createWordCheck(): CheckWord {
  const normalize = createNormalizer();
  return (input, caller) => {
    if ((input.variants ?? []).length > 0 && (input.match === 'regex' || input.match === 'pinyin'))
      return { variants: [localize(noVariants, caller.locale)] };
    const problem = findProblem(input, normalize);
    return problem && toRejection(input, problem, caller);
  };
}

/** Applies `checkWord` to create, update and import of a banned word. */
export function createBannedWordCheck(checkWord: CheckWord): RecordCheck {
  return (values: Values, caller) =>
    checkWord(
      {
        word: String(values.word ?? ''),
        match: String(values.match ?? ''),
        variants: toVariants(values.variants),
      },
      caller,
    );
}

export interface WordCheckDeps {
  readonly wordList: WordList;
  readonly settings: SettingsReader;
  /** Client for the moderation endpoint of the settings; without it only banned words are checked. */
  readonly outbound?: OutboundClient;
  /** Shared by the texts of one call; without it each text has its own. */
  readonly limiter?: ModerationLimiter;
}

interface Checked {
  readonly isOn: boolean;
  readonly found: CheckResult;
  /** The categories for which the moderation endpoint blocked the text; empty when it did not. */
  readonly categories: readonly string[];
  /** The message for a user whose text was blocked. */
  readonly rejection: string | null;
}

const maxWords = 20;

/**
 * Checks a text for a user as the platform does: by the banned words, then by the moderation endpoint if one is configured.
 * Counts hits and records texts that are not accepted.
 */
export function checkWords({ wordList, settings, outbound, limiter }: WordCheckDeps): Operation {
  return {
    async prepare({ input }): Promise<Checked> {
      const { bannedWordsEnabled, checkPrompt, checkOutput, formatRejection } = await settings.read(
        'system',
        'content',
      );
      const text = String(input.text);
      const scope = String(input.scope);
      if ((scope === 'prompt' && !checkPrompt) || (scope === 'output' && !checkOutput))
        return { isOn: false, found: createPassResult(text), categories: [], rejection: null };
      const hit = bannedWordsEnabled
        ? await checkTextInSlices(await wordList.getRecent(), text, { scope })
        : createPassResult(text);
      const judged =
        outbound && hit.action !== 'block' ? await moderateText({ settings, outbound }, text, limiter) : null;
      const categories = judged?.flagged ? judged.categories : [];
      const found = judged?.flagged ? { ...hit, action: 'block' as const } : hit;
      const isOn = bannedWordsEnabled || judged !== null;
      return { isOn, found, categories, rejection: found.action === 'block' ? formatRejection : null };
    },
    async run(call, prepared) {
      const { found, categories } = prepared as Checked;
      const { action } = found;
      const answer = toCheckAnswer(prepared);
      if (action === 'pass') return { data: { ...answer, violationId: null } };
      const words = [...getMatchedWords(found), ...categories].slice(0, maxWords);
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

/** Converts the result of `prepare` to the response. */
export function toCheckAnswer(prepared: unknown) {
  const { isOn, found, rejection } = prepared as Checked;
  const { action, text, hits, hitCount, lexiconVersion } = found;
  return { enabled: isOn, action, text, rejection, hits, hitCount, lexiconVersion };
}

/** Returns the IDs of the words whose hit counters `run` will increase. */
export function parseCountedWords(prepared: unknown): number[] {
  return listCountedHits((prepared as Checked).found).map(({ wordId }) => wordId);
}

/** The result of a text while checks are disabled. */
function createPassResult(text: string): CheckResult {
  return { action: 'pass', text, normalized: text, hits: [], hitCount: 0, lexiconVersion: 0 };
}

const listCountedHits = ({ hits }: CheckResult) => hits.filter(({ allowed }) => !allowed);

function getMatchedWords(found: CheckResult): string[] {
  return [...new Set(listCountedHits(found).map(({ word }) => word))].slice(0, maxWords);
}

/** Counts one hit per word and text. The counter is not part of the word's content, so its version does not change. */
async function countHits(tx: Tx, found: CheckResult, now: number): Promise<void> {
  // Always in ID order, so that two checks never wait for each other.
  const ids = [...new Set(listCountedHits(found).map(({ wordId }) => wordId))].sort((one, other) => one - other);
  for (const id of ids) {
    await tx
      .updateTable('banned_words')
      .set({ hit_count: sql`coalesce(hit_count, 0) + 1`, last_hit_at: now })
      .where('id', '=', id)
      .execute();
  }
}

async function record({ tx, services, input, caller }: OperationCall, found: CheckResult, words: readonly string[]) {
  const [first] = listCountedHits(found);
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

const openViolations = routeTo(violationLog, { handled: ['open'] });

/**
 * All open violations share one notification: it shows the newest text, and the number of open ones is counted when it is read.
 */
export function createViolationNotification(words: readonly string[]): Notification {
  return {
    type: 'todo',
    event: 'violationOpened',
    severity: 'warn',
    audience: 'everyone',
    dedupeKey: 'violationOpened',
    params: { words: words.slice(0, 5).join('、').slice(0, 200) },
    route: openViolations,
  };
}

interface WordTestDeps {
  readonly wordList: WordList;
  readonly checkWord: CheckWord;
}

function pickStronger(one: CheckResult['action'], other: CheckResult['action']): CheckResult['action'] {
  const rank = (action: CheckResult['action']) => (action === 'pass' ? -1 : wordActions.indexOf(action));
  return rank(other) > rank(one) ? other : one;
}

/** Adds what an unsaved word would match to the matches of the list. */
async function withUnsaved(lexicon: Lexicon, found: CheckResult, text: string, word: WordInput): Promise<CheckResult> {
  const only = buildLexicon({ words: [toLexiconWord(word)], allow: lexicon.allow, version: lexicon.version });
  const extra = await checkTextInSlices(only, text);
  const getVariants = ({ variants = [] }: Pick<WordInput, 'variants'>) => [...variants].sort().join();
  const isSaved = lexicon.words.some(
    (entry) => entry.word === word.word && entry.match === word.match && getVariants(entry) === getVariants(word),
  );
  if (isSaved) return found;
  // If the list has the word with other variants, a hit of both is listed once.
  const isFound = (hit: CheckResult['hits'][number]) =>
    found.hits.some(({ word: known, match, start, end }) => {
      const isSameWord = known === hit.word && match === hit.match;
      return isSameWord && start === hit.start && end === hit.end;
    });
  const added = extra.hits.filter((hit) => !isFound(hit));
  return {
    ...found,
    action: pickStronger(found.action, extra.action),
    hits: [...found.hits, ...added].sort((one, other) => one.start - other.start || other.end - one.end),
    hitCount: found.hitCount + extra.hitCount - (extra.hits.length - added.length),
  };
}

/** Shows the result for a text and stores nothing. */
export function testWords({ wordList, checkWord }: WordTestDeps): Operation {
  return {
    async prepare({ input, caller }) {
      const text = String(input.text);
      const word =
        typeof input.word === 'string'
          ? { word: input.word, match: String(input.match), variants: toVariants(input.variants) }
          : null;
      const errors = word && checkWord(word, caller);
      if (errors) throw new ApiError('invalid', { errors });
      const lexicon = await wordList.getLatest();
      const startedAt = performance.now();
      const scoped = await checkTextInSlices(lexicon, text, { scope: String(input.scope) });
      const found = word ? await withUnsaved(lexicon, scoped, text, word) : scoped;
      const ms = performance.now() - startedAt;
      return { ...found, latencyMs: Math.round(ms), latencyUs: Math.round(ms * 1_000) };
    },
    run: async (_call, prepared) => ({ data: prepared }),
  };
}
