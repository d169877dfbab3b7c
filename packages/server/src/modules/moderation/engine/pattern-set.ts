import { RE2Set } from 're2js';
import { type Pattern, patternFlags } from './pattern.ts';
import type { Steps } from './slices.ts';

/** Called for each match: the pattern's place in the set, and the half-open range of the text. */
export type OnPatternMatch = (pattern: number, from: number, to: number) => void;

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
