import type { LexiconWord } from './lexicon.ts';
import type { Match } from './matches.ts';
import type { NormalisedText } from './normalise.ts';

/** A stretch of the original text to be replaced, and the longest match in it. */
interface Mask {
  readonly start: number;
  end: number;
  longest: Match;
}

/**
 * The text with the matches of words to be masked replaced. Matches that overlap are replaced as one, by what stands in
 * for the longest of them (the first of equals); matches that only touch are replaced one by one. Takes the matches in
 * the order of the text.
 */
export function maskText(
  text: string,
  view: NormalisedText,
  words: readonly LexiconWord[],
  matches: readonly Match[],
): string {
  const masks = mergeMasks(
    view,
    matches.filter((match) => words[match.word]?.action === 'mask'),
  );
  if (masks.length === 0) return text;
  let result = '';
  let copied = 0;
  for (const mask of masks) {
    const replacement = words[mask.longest.word]?.replacement ?? '*'.repeat(charactersIn(view, mask.longest));
    result += text.slice(copied, mask.start) + replacement;
    copied = mask.end;
  }
  return result + text.slice(copied);
}

function mergeMasks(view: NormalisedText, matches: readonly Match[]): Mask[] {
  const masks: Mask[] = [];
  for (const match of matches) {
    const start = view.starts[match.from] as number;
    const end = view.ends[match.to - 1] as number;
    const last = masks.at(-1);
    if (last === undefined || start >= last.end) {
      masks.push({ start, end, longest: match });
      continue;
    }
    last.end = Math.max(last.end, end);
    if (end - start > sourceLength(view, last.longest)) last.longest = match;
  }
  return masks;
}

function sourceLength(view: NormalisedText, match: Match): number {
  return (view.ends[match.to - 1] as number) - (view.starts[match.from] as number);
}

/** Characters of the original, a letter with its accents counted once. */
function charactersIn(view: NormalisedText, match: Match): number {
  let count = 0;
  for (let at = match.from; at < match.to; at += 1) {
    if (at === match.from || view.starts[at] !== view.starts[at - 1]) count += 1;
  }
  return count;
}
