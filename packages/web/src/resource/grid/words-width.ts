import { sumBy } from './columns.ts';

/** Widths of letters in parts of their size, as faces without serifs have them; the first that fits. */
const letterWidths: readonly (readonly [RegExp, number])[] = [
  [/[\u2e80-\uffff]/, 1],
  [/[ iljtfrI.,:;|!()'’]/, 0.33],
  [/[mwMW@%]/, 0.86],
  [/[A-Z]/, 0.7],
];

/** Pixels that words take in a size of letters. */
function wordsWidth(words: string, size: number): number {
  const widthOf = (letter: string) => letterWidths.find(([letters]) => letters.test(letter))?.[1] ?? 0.57;
  return sumBy([...words], (letter) => size * widthOf(letter));
}

/** Room around a heading, with its sort mark where it has one. */
const getHeadingSpace = (sorts: boolean) => 24 + (sorts ? 24 : 6);

/** Room that a heading needs on one line. */
export function measureHeading(words: string, sorts: boolean): number {
  return Math.ceil(wordsWidth(words, 14)) + getHeadingSpace(sorts);
}

/** Room that a heading makes do with: it may break once, between words; Chinese is short and does not. */
export function measureFolded(words: string, sorts: boolean): number {
  const parts = words.split(' ');
  const lines = parts.map((_part, at) => {
    const both = [parts.slice(0, at), parts.slice(at)].map((line) => wordsWidth(line.join(' '), 14));
    return Math.max(...both);
  });
  return Math.ceil(Math.min(...lines)) + getHeadingSpace(sorts);
}

/** A column of options grows no wider than this by itself. */
const widestOptions = 280;

/** Room that the longest of some options needs, as a tag with its mark. */
export function measureOptions(options: readonly string[]): number {
  const longest = Math.max(0, ...options.map((words) => wordsWidth(words, 12)));
  return Math.min(widestOptions, Math.ceil(longest * 1.04) + 28 + 24);
}

/** Room that a figure with its unit needs, up to thousands. */
export function measureFigure(unit: string): number {
  return Math.ceil(wordsWidth(`1,000 ${unit}`, 14)) + 24;
}

/** Room for the actions of a row: the buttons that each has, one for the longest of its actions, and the menu. */
export function measureActionsWidth(steady: readonly string[], actions: readonly string[], menu: boolean): number {
  const button = (words: string) => wordsWidth(words, 12) + 14;
  const longest = Math.max(0, ...actions.map(button));
  return Math.ceil(sumBy(steady, button) + longest + (menu ? 32 : 0) + 20);
}
