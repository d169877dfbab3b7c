import { bannedWord, type FieldErrors, type LocalizedText, localize, type Values } from '@gantry/core';
import type { Caller } from '../../platform/context/context.ts';
import type { RecordCheck } from '../../platform/engine/engine.ts';
import {
  buildLexicon,
  compilePattern,
  createNormalise,
  type LexiconWord,
  type Normalise,
  toPlainString,
  type WordProblem,
} from './engine/index.ts';

const why: Readonly<Record<WordProblem, LocalizedText>> = {
  empty: { zh: '没有可以匹配的字符', en: 'it has no character that could match' },
  tooLong: { zh: '太长，最多 256 个字符', en: 'it is too long; 256 characters at most' },
  badSyntax: { zh: '写法不正确', en: 'it is not written correctly' },
  unsupported: {
    zh: '不支持反向引用、环视和占有量词',
    en: 'back-references, look-around and possessive quantifiers are not supported',
  },
  emptyMatch: { zh: '能匹配空文本，会命中一切', en: 'it matches nothing at all, so it would hit every text' },
  tooComplex: { zh: '太复杂，请拆成几条', en: 'it is too complex; divide it into several' },
  notPinyin: { zh: '不是汉字或拼音', en: 'it is neither Chinese characters nor pinyin' },
};
const pattern: LocalizedText = { zh: '正则', en: 'The pattern' };
/** Longest normalised form of a word; some characters unfold to many. */
const longestForm = 512;

/** Words of which no character vanishes when it is read, or unfolds to more than two. */
export const plainWord = /^[\u4e00-\u9fffA-Za-z0-9]{1,256}$/;

export interface GivenWord {
  readonly word: string;
  readonly match: string;
}

interface Problem {
  readonly reason: WordProblem;
  /** The part of a pattern that is at fault, where the engine can tell. */
  readonly at?: string;
}

/** A word alone, as the lexicon takes it. */
export function toLexiconWord({ word, match }: GivenWord): LexiconWord {
  const kind = match === 'exact' || match === 'regex' || match === 'pinyin' ? match : 'contains';
  return { id: 0, word, match: kind, category: 'custom', level: 3, action: 'block', replacement: null, scope: [] };
}

function problemOf(given: GivenWord, normalise: Normalise): Problem | null {
  if (given.match === 'regex') {
    const compiled = compilePattern(given.word, normalise);
    return compiled.ok ? null : compiled;
  }
  if (given.match !== 'pinyin' && plainWord.test(given.word)) return null;
  const form = toPlainString(normalise(given.word)).trim();
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

/** What is wrong with a word that somebody wants to use, said by field; null when nothing is. */
export type CheckWord = (given: GivenWord, caller: Caller) => FieldErrors | null;

export function createWordCheck(): CheckWord {
  const normalise = createNormalise();
  return (given, caller) => {
    const problem = problemOf(given, normalise);
    return problem && toRejection(given, problem, caller);
  };
}

/** The same for create, update and import of a banned word. */
export function createBannedWordCheck(checkWord: CheckWord): RecordCheck {
  return (values: Values, caller) =>
    checkWord({ word: String(values.word ?? ''), match: String(values.match ?? '') }, caller);
}
