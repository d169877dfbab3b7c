import { RE2JS, RE2JSException, RE2JSSyntaxException, RE2Set } from 're2js';
import { letter as lastContentKind, type Steps } from '../../../platform/store/search/characters.ts';
import { type Normalize, toPlainString } from '../../../platform/store/search/normalize.ts';

/** Why a pattern is rejected: a stable key, which the caller localizes. */
const patternProblems = ['empty', 'tooLong', 'badSyntax', 'unsupported', 'emptyMatch', 'tooComplex'] as const;
export type PatternProblem = (typeof patternProblems)[number];

/** A pattern that is safe to run: linear time in RE2's way, and of bounded size. */
export interface Pattern {
  readonly source: string;
  readonly compiled: RE2JS;
}

/** `at` is the part of the pattern that is at fault, where the engine can tell. */
export type CompiledPattern =
  | { readonly ok: true; readonly pattern: Pattern }
  | { readonly ok: false; readonly reason: PatternProblem; readonly at?: string };

/** Characters of a pattern as it is written. */
const longestPattern = 256;
/** Instructions: what bounds the time of a search, together with the length of the text. */
const largestProgram = 300;
const slowestCompile = 50;
const patternFlags = RE2JS.CASE_INSENSITIVE;

/** Texts on which a pattern that can match nothing at all shows it: word edges, line ends, repeated groups. */
const probes = ['', 'a', '1', ' ', '中', 'a b', '中文, a1'];

/**
 * Checks and compiles a pattern in RE2's syntax. `\uXXXX` and `\u{X}` are understood as well. Letters that the
 * normalizer would fold (traditional, full width) are folded in the pattern too, except at the ends of a range.
 */
export function compilePattern(source: string, normalize: Normalize): CompiledPattern {
  if (source.trim() === '') return { ok: false, reason: 'empty' };
  if (source.length > longestPattern) return { ok: false, reason: 'tooLong' };
  let compiled: RE2JS;
  try {
    const folded = foldLetters(withCodePoints(source), normalize);
    const started = performance.now();
    compiled = RE2JS.compile(folded, patternFlags);
    // A pause of the process may look like a slow pattern, so the second try decides.
    if (performance.now() - started > slowestCompile && isSlow(folded)) return { ok: false, reason: 'tooComplex' };
  } catch (error) {
    if (error instanceof RE2JSException) return rejection(error, source);
    throw error;
  }
  if (compiled.programSize() > largestProgram) return { ok: false, reason: 'tooComplex' };
  if (probes.some((probe) => matchesNothing(compiled, probe))) return { ok: false, reason: 'emptyMatch' };
  return { ok: true, pattern: { source, compiled } };
}

function isSlow(pattern: string): boolean {
  const started = performance.now();
  RE2JS.compile(pattern, patternFlags);
  return performance.now() - started > slowestCompile;
}

function matchesNothing(compiled: RE2JS, probe: string): boolean {
  const matcher = compiled.matcher(probe);
  while (matcher.find()) if (matcher.start() === matcher.end()) return true;
  return false;
}

const lookaround = /\(\?<?[=!]|\(\?>|\(\?\(|\(\?R\)/;
const backReference = /\\[1-9kg]/;
const possessive = /[*+?}]\+/;
const otherEscape = /^\\[cCGhHKNRXZe]/;

function rejection(error: RE2JSException, source: string): CompiledPattern {
  const at = error instanceof RE2JSSyntaxException ? (error.getPattern() ?? '').replace(/^\(\?i\)/, '') : '';
  const reason = reasonOf(error, source, at);
  return at === '' ? { ok: false, reason } : { ok: false, reason, at };
}

function reasonOf(error: RE2JSException, source: string, at: string): PatternProblem {
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

/** `{5,2}` */
function isReversed(repeat: string): boolean {
  const [, least, most] = /\{(\d+),(\d+)\}/.exec(repeat) ?? [];
  return least !== undefined && most !== undefined && Number(least) > Number(most);
}

/** RE2 writes `\x{4e00}` for what JavaScript writes as `\u4e00`. */
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

/** Called for each match: the pattern's place in the set, and the half-open range of the text. */
type OnPatternMatch = (pattern: number, from: number, to: number) => void;

/** Many patterns over one text. */
export interface PatternSet {
  readonly size: number;
  /** Yields after each search, so that no step takes longer than one pattern over one window of the text. */
  find(text: string, onMatch: OnPatternMatch): Steps<void>;
}

/**
 * A long text is read by windows that overlap: what starts in the last `overlap` units of a window is left to the next.
 * A match longer than `overlap` may therefore be cut short where a window ends.
 */
const windowLength = 2048;
const overlap = 512;
/** Patterns are tried together, so many instructions at a time, to find those that match in a window at all. */
const groupSize = 300;
const groupMemory = 1 << 20;
/** What one pattern may take in one window to list its matches; past either, its last match covers the rest of it. */
const longestListing = 50;
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
  /** Where each pattern goes on in the next window. */
  const resumeAt = new Int32Array(patterns.length);
  for (const window of windowsOf(text)) {
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
  /** Places in the whole text: the window, and where the next one starts. */
  readonly from: number;
  readonly to: number;
  readonly nextFrom: number;
  /** The window's text with a character more on either side, which `^`, `$` and `\b` look at. */
  readonly text: string;
  /** Place in the whole text of the first character of `text`. */
  readonly offset: number;
}

function* windowsOf(text: string): Generator<Window> {
  for (let from = 0; ; ) {
    const isLast = from + windowLength >= text.length;
    const to = isLast ? text.length : characterStart(text, from + windowLength);
    const nextFrom = isLast ? to : characterStart(text, to - overlap);
    const offset = from === 0 ? 0 : characterStart(text, from - 1);
    const end = isLast ? to : to + 1 + (isHighSurrogate(text, to) ? 1 : 0);
    yield { from, to, nextFrom, offset, text: text.slice(offset, end) };
    if (isLast) return;
    from = nextFrom;
  }
}

/** Reports one pattern's matches that start before the next window does; answers where to go on in that. */
function* findInWindow(
  pattern: Pattern,
  window: Window,
  start: number,
  report: (from: number, to: number) => void,
): Steps<number> {
  const isLast = window.nextFrom === window.to;
  const matcher = pattern.compiled.matcher(window.text);
  const deadline = processorMs() + longestListing;
  let resumeAt = start;
  let isFound = matcher.find(start - window.offset);
  for (let count = 0; isFound; count += 1) {
    const from = matcher.start() + window.offset;
    const to = Math.min(matcher.end() + window.offset, window.to);
    if (!isLast && from >= window.nextFrom) break;
    const isOver = count >= maxMatches || processorMs() > deadline;
    if (to > from) report(from, isOver ? window.to : to);
    resumeAt = isOver ? window.to : to;
    if (isOver) break;
    yield;
    isFound = matcher.find();
  }
  return resumeAt;
}

/** Time of the processor, in ms: what others do on the machine does not count against a pattern. */
function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function characterStart(text: string, at: number): number {
  return at > 0 && isHighSurrogate(text, at - 1) && (text.charCodeAt(at) & 0xfc00) === 0xdc00 ? at - 1 : at;
}

function isHighSurrogate(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xd800;
}
