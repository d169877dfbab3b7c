import { RE2JS, RE2JSException, RE2JSSyntaxException, RE2Set } from 're2js';
import { letter as lastContentKind, type Steps } from '../../../platform/store/search/characters.ts';
import { type Normalize, toPlainString } from '../../../platform/store/search/normalize.ts';

/** Why a pattern is rejected: a stable key that the caller localizes. */
const patternProblems = ['empty', 'tooLong', 'badSyntax', 'unsupported', 'emptyMatch', 'tooComplex'] as const;
export type PatternProblem = (typeof patternProblems)[number];

/** A pattern that is safe to run: RE2 syntax in linear time and of limited size. */
export interface Pattern {
  readonly source: string;
  readonly compiled: RE2JS;
}

/** `at` is the faulty part of the pattern, where the engine reports it. */
export type CompiledPattern =
  | { readonly ok: true; readonly pattern: Pattern }
  | { readonly ok: false; readonly reason: PatternProblem; readonly at?: string };

/** Maximum characters of the pattern's source. */
const maxPatternLength = 256;
/** Maximum instructions. Together with the length of the text they limit the time of a search. */
const maxProgramSize = 300;
const maxCompileMs = 50;
const patternFlags = RE2JS.CASE_INSENSITIVE;

/** Texts that reveal a pattern that matches the empty string: word boundaries, line ends, repeated groups. */
const probes = ['', 'a', '1', ' ', '中', 'a b', '中文, a1'];

/**
 * Checks and compiles a pattern in RE2 syntax. `\uXXXX` and `\u{X}` are accepted too. Letters that the normalizer folds
 * (traditional, full width) are folded in the pattern too, except at the ends of a range.
 */
export function compilePattern(source: string, normalize: Normalize): CompiledPattern {
  if (source.trim() === '') return { ok: false, reason: 'empty' };
  if (source.length > maxPatternLength) return { ok: false, reason: 'tooLong' };
  let compiled: RE2JS;
  try {
    const folded = foldLetters(withCodePoints(source), normalize);
    const startedAt = performance.now();
    compiled = RE2JS.compile(folded, patternFlags);
    // A pause of the process can make a pattern look slow, so a second measurement decides.
    if (performance.now() - startedAt > maxCompileMs && isSlow(folded)) return { ok: false, reason: 'tooComplex' };
  } catch (error) {
    if (error instanceof RE2JSException) return getRejection(error, source);
    throw error;
  }
  if (compiled.programSize() > maxProgramSize) return { ok: false, reason: 'tooComplex' };
  if (probes.some((probe) => hasEmptyMatch(compiled, probe))) return { ok: false, reason: 'emptyMatch' };
  return { ok: true, pattern: { source, compiled } };
}

function isSlow(pattern: string): boolean {
  const startedAt = performance.now();
  RE2JS.compile(pattern, patternFlags);
  return performance.now() - startedAt > maxCompileMs;
}

function hasEmptyMatch(compiled: RE2JS, probe: string): boolean {
  const matcher = compiled.matcher(probe);
  while (matcher.find()) if (matcher.start() === matcher.end()) return true;
  return false;
}

const lookaround = /\(\?<?[=!]|\(\?>|\(\?\(|\(\?R\)/;
const backReference = /\\[1-9kg]/;
const possessive = /[*+?}]\+/;
const otherEscape = /^\\[cCGhHKNRXZe]/;

function getRejection(error: RE2JSException, source: string): CompiledPattern {
  const at = error instanceof RE2JSSyntaxException ? (error.getPattern() ?? '').replace(/^\(\?i\)/, '') : '';
  const reason = toProblem(error, source, at);
  return at === '' ? { ok: false, reason } : { ok: false, reason, at };
}

function toProblem(error: RE2JSException, source: string, at: string): PatternProblem {
  const message = error instanceof RE2JSSyntaxException ? error.error : error.message;
  if (/too large|too deep|nests too/.test(message)) return 'tooComplex';
  if (message === 'invalid repeat count')
    return /\{(\d+),?(\d*)\}/.exec(at) === null || isReversed(at) ? 'badSyntax' : 'tooComplex';
  const isUnsupported =
    (/Perl syntax|named capture/.test(message) && lookaround.test(source)) ||
    (message === 'invalid escape sequence' && (backReference.test(at) || otherEscape.test(at))) ||
    (message === 'invalid nested repetition operator' && possessive.test(at));
  return isUnsupported ? 'unsupported' : 'badSyntax';
}

/** Whether the minimum of a repeat is above its maximum, as in `{5,2}`. */
function isReversed(repeat: string): boolean {
  const [, min, max] = /\{(\d+),(\d+)\}/.exec(repeat) ?? [];
  return min !== undefined && max !== undefined && Number(min) > Number(max);
}

/** RE2 writes `\x{4e00}` for the `\u4e00` of JavaScript. */
function withCodePoints(source: string): string {
  return source.replace(/\\(?:u([0-9a-f]{4})|u\{([0-9a-f]{1,6})\}|.)/gisu, (written, four, braced) => {
    const code: string | undefined = four ?? braced;
    return code === undefined ? written : `\\x{${code}}`;
  });
}

function foldLetters(pattern: string, normalize: Normalize): string {
  const characters = [...pattern];
  return characters
    .map((character, index) => {
      if (character < '\u{80}' || characters[index - 1] === '-' || characters[index + 1] === '-') return character;
      const folded = normalize(character);
      const isOneLetter = folded.length === 1 && (folded.kinds[0] as number) <= lastContentKind;
      return isOneLetter ? toPlainString(folded) : character;
    })
    .join('');
}

/** Called for each match with the pattern's position in the set and the half-open range of the text. */
type OnPatternMatch = (pattern: number, from: number, to: number) => void;

/** Many patterns searched in one text. */
export interface PatternSet {
  readonly size: number;
  /** Yields after each search, so that no step takes longer than one pattern over one window of the text. */
  find(text: string, onMatch: OnPatternMatch): Steps<void>;
}

/**
 * A long text is read in overlapping windows: matches that start in the last `overlap` units of a window are left to the next
 * one. A match longer than `overlap` may therefore be cut at the end of a window.
 */
const windowLength = 2048;
const overlap = 512;
/** Patterns are first searched in groups of this many instructions to find the ones that match in a window at all. */
const groupSize = 300;
const groupMemory = 1 << 20;
/**
 * Limits for listing the matches of one pattern in one window, in ms and matches; beyond either, the last match covers the rest.
 */
const maxListingMs = 50;
const maxMatches = 1000;

interface Group {
  readonly set: RE2Set;
  readonly members: number[];
  instructions: number;
}

/** Compiles patterns for use together. Yields after each. */
export function* buildPatternSet(patterns: readonly Pattern[]): Steps<PatternSet> {
  const groups: Group[] = [];
  for (const [index, pattern] of patterns.entries()) {
    const size = pattern.compiled.programSize();
    let group = groups.at(-1);
    if (group === undefined || group.instructions + size > groupSize) {
      group = { set: new RE2Set(RE2Set.UNANCHORED, patternFlags, groupMemory), members: [], instructions: 0 };
      groups.push(group);
    }
    group.set.add(pattern.compiled.pattern());
    group.members.push(index);
    group.instructions += size;
    yield;
  }
  for (const group of groups) {
    group.set.compile();
    yield;
  }
  return { size: patterns.length, find: (text, onMatch) => find(patterns, groups, text, onMatch) };
}

function* find(
  patterns: readonly Pattern[],
  groups: readonly Group[],
  text: string,
  onMatch: OnPatternMatch,
): Steps<void> {
  /** Where each pattern resumes in the next window. */
  const resumeAt = new Int32Array(patterns.length);
  for (const window of getWindows(text)) {
    for (const group of groups) {
      const matching = group.set.match(window.text);
      yield;
      for (const member of matching) {
        const index = group.members[member] as number;
        const report = (from: number, to: number) => onMatch(index, from, to);
        const from = Math.max(window.from, resumeAt[index] as number);
        resumeAt[index] = yield* findInWindow(patterns[index] as Pattern, window, from, report);
      }
    }
  }
}

interface Window {
  /** Positions in the full text: the window, and the start of the next one. */
  readonly from: number;
  readonly to: number;
  readonly nextFrom: number;
  /** The window's text plus one character on either side, which `^`, `$` and `\b` inspect. */
  readonly text: string;
  /** Position in the full text of the first character of `text`. */
  readonly offset: number;
}

function* getWindows(text: string): Generator<Window> {
  for (let from = 0; ; ) {
    const isLast = from + windowLength >= text.length;
    const to = isLast ? text.length : findCharacterStart(text, from + windowLength);
    const nextFrom = isLast ? to : findCharacterStart(text, to - overlap);
    const offset = from === 0 ? 0 : findCharacterStart(text, from - 1);
    const end = isLast ? to : to + 1 + (isHighSurrogate(text, to) ? 1 : 0);
    yield { from, to, nextFrom, offset, text: text.slice(offset, end) };
    if (isLast) return;
    from = nextFrom;
  }
}

/** Reports one pattern's matches that start before the next window. Returns where to resume in the next one. */
function* findInWindow(
  pattern: Pattern,
  window: Window,
  start: number,
  report: (from: number, to: number) => void,
): Steps<number> {
  const isLast = window.nextFrom === window.to;
  const matcher = pattern.compiled.matcher(window.text);
  const deadline = readCpuMs() + maxListingMs;
  let resumeAt = start;
  let isFound = matcher.find(start - window.offset);
  for (let count = 0; isFound; count += 1) {
    const from = matcher.start() + window.offset;
    const to = Math.min(matcher.end() + window.offset, window.to);
    if (!isLast && from >= window.nextFrom) break;
    const isOver = count >= maxMatches || readCpuMs() > deadline;
    if (to > from) report(from, isOver ? window.to : to);
    resumeAt = isOver ? window.to : to;
    if (isOver) break;
    yield;
    isFound = matcher.find();
  }
  return resumeAt;
}

/** CPU time of this process in ms, so that the load of other processes does not count against a pattern. */
function readCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function findCharacterStart(text: string, at: number): number {
  return at > 0 && isHighSurrogate(text, at - 1) && (text.charCodeAt(at) & 0xfc00) === 0xdc00 ? at - 1 : at;
}

function isHighSurrogate(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xd800;
}
