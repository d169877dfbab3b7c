import { letter as letterKind, mark as markKind, stop as stopKind } from '../../../platform/store/search/characters.ts';
import type { NormalizedText } from '../../../platform/store/search/normalize.ts';
import { endsBounded, longestGap, strongestBetween } from './spacing.ts';

// Imported bindings are slow in hot loops.
const letter = letterKind;
const mark = markKind;
const stop = stopKind;

/** A part of a text in which a variant may be spaced out, without what is between its characters. */
export interface SpacedStretch {
  readonly text: NormalizedText;
  /** Where each unit is in the text that the stretch is from. */
  readonly positions: Int32Array;
}

/**
 * The parts of a text that may hide a variant in one of the two ways of `acceptsSpacing`:
 *
 * 1. Letters and digits that each stand alone (`c 4 s 1 n 0`, `c.4.s.1.n.0`). A sign is one of them where the same
 *    separator is on both sides of it (`c @ s 1 n 0`); otherwise it is a separator.
 * 2. Letters and digits with only signs between them that separate nothing in ordinary text (`c4s*1n0`).
 *
 * @param isSign whether the sign at a place is written for a letter, as in `a$$`
 */
export function findSpacedStretches(text: NormalizedText, isSign: (at: number) => boolean): SpacedStretch[] {
  const stretches: SpacedStretch[] = [];
  collectSingles(text, stretches);
  collectMarked(text, isSign, stretches);
  return stretches;
}

/** Of a word with fewer units, spaced out, half must be letters: `a $ 5` is an amount. */
const shortWord = 5;

/**
 * Whether the units [first, end) of a stretch may be a variant that is spaced out. Clause punctuation separates the letters of longer
 * words only, and no letter or digit may continue the word at either end.
 */
export function acceptsSpacedVariant(
  text: NormalizedText,
  stretch: SpacedStretch,
  first: number,
  end: number,
): boolean {
  const [from, to] = [stretch.positions[first] as number, (stretch.positions[end - 1] as number) + 1];
  const count = end - first;
  if (count < 3 || to - from === count || !endsBounded(text, from, to)) return false;
  const letters = stretch.text.units.subarray(first, end).filter((unit) => unit >= 0x61 && unit <= 0x7a).length;
  if (count < shortWord && letters * 2 < count) return false;
  return count > 3 || strongestBetween(text, from, to) < stop;
}

function collectSingles(text: NormalizedText, stretches: SpacedStretch[]): void {
  const { units, kinds, length } = text;
  const isContent = (at: number) => at >= 0 && at < length && (kinds[at] as number) < mark;
  let found: number[] = [];
  const flush = () => {
    if (found.length >= 3) stretches.push(createStretch(text, found));
    found = [];
  };
  for (let at = 0; at < length; at += 1) {
    const unit = units[at] as number;
    const isPart = isContent(at);
    if (!isPart && !(isLeetSign(unit) && isSingleSign(text, at))) continue;
    const isAlone = unit < 128 && !(isPart && (kinds[at - 1] === letter || kinds[at + 1] === letter));
    if (found.length > 0) {
      const gap = at - (found.at(-1) as number) - 1;
      if (!isAlone || gap === 0 || gap > longestGap) flush();
    }
    if (isAlone) found.push(at);
  }
  flush();
}

function isSingleSign({ units, kinds, length }: NormalizedText, at: number): boolean {
  if (at > 0 && (kinds[at - 1] as number) < mark) return false;
  if (at + 1 < length && (kinds[at + 1] as number) < mark) return false;
  return at === 0 || at + 1 === length || units[at - 1] === units[at + 1];
}

function collectMarked(text: NormalizedText, isSign: (at: number) => boolean, stretches: SpacedStretch[]): void {
  const { units, kinds, length } = text;
  let [first, last, hasGap] = [-1, -1, false];
  const flush = () => {
    if (hasGap) {
      const found: number[] = [];
      for (let at = first; at <= last; at += 1)
        if (kinds[at] === letter || (isLeetSign(units[at] as number) && isSign(at))) found.push(at);
      if (found.length >= 3) stretches.push(createStretch(text, found));
    }
    [first, last, hasGap] = [-1, -1, false];
  };
  for (let at = 0; at < length; at += 1) {
    const kind = kinds[at] as number;
    const unit = units[at] as number;
    const isPart = (kind === letter && unit < 128) || (isLeetSign(unit) && isSign(at));
    if (!isPart && kind !== mark) {
      if (first >= 0) flush();
    } else if (isPart) {
      const gap = first < 0 ? 0 : at - last - 1;
      if (gap > longestGap) flush();
      else if (gap > 0) hasGap = true;
      if (first < 0) first = at;
      last = at;
    }
  }
  flush();
}

function createStretch({ units, kinds, starts, ends }: NormalizedText, found: readonly number[]): SpacedStretch {
  const positions = Int32Array.from(found);
  const text = {
    units: Uint16Array.from(found, (position) => units[position] as number),
    // A sign is written for a letter here.
    kinds: Uint8Array.from(found, (position) => Math.min(kinds[position] as number, letter)),
    starts: Int32Array.from(found, (position) => starts[position] as number),
    ends: Int32Array.from(found, (position) => ends[position] as number),
    length: found.length,
  };
  return { text, positions };
}

function isLeetSign(unit: number): boolean {
  return unit === 0x21 || unit === 0x24 || unit === 0x40;
}
