import { sumBy } from './columns.ts';

/** Approximate letter widths of sans-serif fonts, relative to the font size. The first match applies. */
const letterWidths: readonly (readonly [RegExp, number])[] = [
  [/[\u2e80-\uffff]/, 1],
  [/[ iljtfrI.,:;|!()'’]/, 0.33],
  [/[mwMW@%]/, 0.86],
  [/[A-Z]/, 0.7],
];

/** Width of other letters: average fonts, and the widest system fonts. */
const [usualWidth, widestWidth] = [0.57, 0.64];

/** Returns the width of a text at a font size, in pixels. */
function measureText(words: string, size: number, otherWidth = usualWidth): number {
  const getWidth = (letter: string) => letterWidths.find(([letters]) => letters.test(letter))?.[1] ?? otherWidth;
  return sumBy([...words], (letter) => size * getWidth(letter));
}

/** Padding of a heading, plus its sort icon if it has one. */
const getHeadingSpace = (sorts: boolean) => 24 + (sorts ? 24 : 6);

/** Returns the width of a heading on one line. */
export function measureHeading(words: string, sorts: boolean): number {
  return Math.ceil(measureText(words, 14, widestWidth)) + getHeadingSpace(sorts);
}

/**
 * Returns the minimum width of a heading: it may wrap once between words, never inside a word, whatever font the system
 * has. Chinese is short and does not wrap.
 */
export function measureFolded(words: string, sorts: boolean): number {
  const parts = words.split(' ');
  const lines = parts.map((_part, at) => {
    const both = [parts.slice(0, at), parts.slice(at)].map((line) => measureText(line.join(' '), 14, widestWidth));
    return Math.max(...both);
  });
  return Math.ceil(Math.min(...lines)) + getHeadingSpace(sorts);
}

/** Maximum automatic width of a column of options. */
const maxOptionsWidth = 280;

/** Returns the width of the longest option, shown as a tag with its dot. */
export function measureOptions(options: readonly string[]): number {
  const longest = Math.max(0, ...options.map((words) => measureText(words, 12)));
  return Math.min(maxOptionsWidth, Math.ceil(longest * 1.04) + 28 + 24);
}

/** Returns the width of a number with its unit, up to thousands. */
export function measureFigure(unit: string): number {
  return Math.ceil(measureText(`1,000 ${unit}`, 14)) + 24;
}

/** Returns the width of the row actions: the buttons that every row has, one for the longest action, and the menu. */
export function measureActionsWidth(steady: readonly string[], actions: readonly string[], menu: boolean): number {
  const measureButton = (words: string) => measureText(words, 12) + 14;
  const longest = Math.max(0, ...actions.map(measureButton));
  return Math.ceil(sumBy(steady, measureButton) + longest + (menu ? 32 : 0) + 20);
}
