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
import type { ModerationTurn } from './providers/moderation-provider.ts';
import type { WordList } from './word-list.ts';

/** Characters of a text around a hit that its record keeps on each side. */
const around = 40;
/** The column takes so many. */
const longest = 255;

/** A cut at `at` that does not fall into the middle of a character. */
function full(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return at > 0 && at < text.length && (unit & 0xfc00) === 0xdc00 ? at - 1 : at;
}

/** The hit with forty characters before and after it, on one line, with dots where the text goes on. */
export function createExcerpt(text: string, start: number, end: number): string {
  const from = full(text, Math.max(0, start - around));
  const to = full(text, Math.min(text.length, end + around, from + longest - 2));
  const part = text.slice(from, to).replace(/\s+/gu, ' ');
  return `${from > 0 ? '…' : ''}${part}${to < text.length ? '…' : ''}`;
}

const why: Readonly<Record<WordProblem, LocalizedText>> = {
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
const pattern: LocalizedText = { zh: '正则', en: 'The pattern' };
/** Longest normalized form of a word; some characters unfold to many. */
const longestForm = 512;

/** Words of which no character vanishes when it is read, or unfolds to more than two. */
export const plainWord = /^[\u4e00-\u9fffA-Za-z0-9]{1,256}$/;

interface GivenWord {
  readonly word: string;
  readonly match: string;
  /** Other spellings that match as well. */
  readonly variants?: readonly WordVariant[];
}

interface Problem {
  readonly reason: WordProblem;
  /** The part of a pattern that is at fault, where the engine can tell. */
  readonly at?: string;
}

/** A word alone, as the lexicon takes it. */
export function toLexiconWord({ word, match, variants = [] }: GivenWord): LexiconWord {
  const kind = matchKinds.find((known) => known === match) ?? 'auto';
  const rest = { category: 'custom', level: 3, action: 'block', replacement: null, scope: [] } as const;
  return { id: 0, word, match: kind, variants, ...rest };
}

function problemOf(given: GivenWord, normalize: Normalize): Problem | null {
  if (given.match === 'regex') {
    const compiled = compilePattern(given.word, normalize);
    return compiled.ok ? null : compiled;
  }
  if (given.match !== 'pinyin' && plainWord.test(given.word)) return null;
  const form = toPlainString(normalize(given.word)).trim();
  if (form === '') return { reason: 'empty' };
  if (form.length > longestForm) return { reason: 'tooLong' };
  if (given.match !== 'pinyin') return null;
  const [found] = buildLexicon({ words: [toLexiconWord(given)], allow: [], version: 0 }).problems;
  return found ?? null;
}

function toRejection(given: GivenWord, problem: Problem, { locale }: Caller): FieldErrors {
  const label = localize(given.match === 'regex' ? pattern : bannedWord.fields.word.label, locale);
  const reason = localize(why[problem.reason], locale);
  const at = problem.at ? (locale === 'zh-CN' ? `（${problem.at}）` : ` (${problem.at})`) : '';
  const words = locale === 'zh-CN' ? `${label}${reason}${at}` : `${label} cannot be used: ${reason}${at}`;
  return { word: [words.slice(0, 120)] };
}

/** The errors of a word by field; null when it is valid. */
export type CheckWord = (given: GivenWord, caller: Caller) => FieldErrors | null;

export function createWordCheck(): CheckWord {
  const normalize = createNormalizer();
  return (given, caller) => {
    if ((given.variants ?? []).length > 0 && (given.match === 'regex' || given.match === 'pinyin'))
      return { variants: [localize(noVariants, caller.locale)] };
    const problem = problemOf(given, normalize);
    return problem && toRejection(given, problem, caller);
  };
}

/** The same for create, update and import of a banned word. */
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
  /** The message for a user whose text was blocked. */
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

/** The result of a text while checks are disabled. */
function passed(text: string): CheckResult {
  return { action: 'pass', text, normalized: text, hits: [], hitCount: 0, lexiconVersion: 0 };
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

const openViolations = routeTo(violationLog, { handled: ['open'] });

/** However many there are, they share one notification: the newest text, and how many are open is counted when it is read. */
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

function stronger(one: CheckResult['action'], other: CheckResult['action']): CheckResult['action'] {
  const rank = (action: CheckResult['action']) => (action === 'pass' ? -1 : wordActions.indexOf(action));
  return rank(other) > rank(one) ? other : one;
}

/** What the words of the list found, and what an unsaved word would find in addition. */
async function withUnsaved(lexicon: Lexicon, found: CheckResult, text: string, word: GivenWord): Promise<CheckResult> {
  const only = buildLexicon({ words: [toLexiconWord(word)], allow: lexicon.allow, version: lexicon.version });
  const extra = await checkTextInSlices(only, text);
  const variantsOf = ({ variants = [] }: Pick<GivenWord, 'variants'>) => [...variants].sort().join();
  const isSaved = lexicon.words.some(
    (entry) => entry.word === word.word && entry.match === word.match && variantsOf(entry) === variantsOf(word),
  );
  if (isSaved) return found;
  // Where the list has the word with other variants, what both find is shown once.
  const isFound = (hit: CheckResult['hits'][number]) =>
    found.hits.some(({ word: known, match, start, end }) => {
      const isSameWord = known === hit.word && match === hit.match;
      return isSameWord && start === hit.start && end === hit.end;
    });
  const added = extra.hits.filter((hit) => !isFound(hit));
  return {
    ...found,
    action: stronger(found.action, extra.action),
    hits: [...found.hits, ...added].sort((one, other) => one.start - other.start || other.end - one.end),
    hitCount: found.hitCount + extra.hitCount - (extra.hits.length - added.length),
  };
}

/** Shows what a text comes to, and keeps nothing of it. */
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
      const lexicon = await wordList.fresh();
      const startedAt = performance.now();
      const scoped = await checkTextInSlices(lexicon, text, { scope: String(input.scope) });
      const found = word ? await withUnsaved(lexicon, scoped, text, word) : scoped;
      const ms = performance.now() - startedAt;
      return { ...found, latencyMs: Math.round(ms), latencyUs: Math.round(ms * 1_000) };
    },
    run: async (_call, prepared) => ({ data: prepared }),
  };
}
