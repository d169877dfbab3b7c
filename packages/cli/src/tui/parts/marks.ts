import { clip, measureWidth } from '../../output/wrap-text.ts';

/** The symbols that the interface draws, in Unicode, in ASCII (`plain`) or for a screen reader (`accessible`). */
export interface Marks {
  readonly plain: boolean;
  /** For a screen reader: decorative symbols are empty. */
  readonly accessible: boolean;
  readonly pointer: string;
  readonly picked: string;
  readonly ellipsis: string;
  readonly line: string;
  readonly verticalLine: string;
  readonly corners: readonly [string, string, string, string];
  readonly on: string;
  readonly off: string;
  readonly dot: string;
  readonly full: string;
  readonly rest: string;
  readonly arrow: string;
  readonly separator: string;
  readonly hidden: string;
  readonly up: string;
  readonly down: string;
}

const unicodeMarks: Marks = {
  plain: false,
  accessible: false,
  pointer: '▌',
  picked: '●',
  ellipsis: '…',
  line: '─',
  verticalLine: '│',
  corners: ['╭', '╮', '╰', '╯'],
  on: '◉',
  off: '○',
  dot: '●',
  full: '█',
  rest: '░',
  arrow: '›',
  separator: ' · ',
  hidden: '•',
  up: '▲',
  down: '▼',
};
const asciiMarks: Marks = {
  plain: true,
  accessible: false,
  pointer: '>',
  picked: '*',
  ellipsis: '~',
  line: '-',
  verticalLine: '|',
  corners: ['+', '+', '+', '+'],
  on: '(x)',
  off: '( )',
  dot: '*',
  full: '#',
  rest: '.',
  arrow: '>',
  separator: ' | ',
  hidden: '*',
  up: '^',
  down: 'v',
};

/** Marks for screen readers. The pointer stays, because it is the only mark of the chosen line. */
const accessibleMarks: Marks = {
  ...asciiMarks,
  accessible: true,
  ellipsis: '...',
  line: '',
  verticalLine: '',
  corners: ['', '', '', ''],
  dot: '',
  full: '',
  rest: '',
  separator: ', ',
};

export function getMarks(plain: boolean, isAccessible = false): Marks {
  if (isAccessible) return accessibleMarks;
  return plain ? asciiMarks : unicodeMarks;
}

/** Truncates text to a width in columns, with the ellipsis of `marks`. */
export function cut(text: string, width: number, marks: Marks): string {
  return clip(text, width, marks.ellipsis);
}

/** Truncates or pads text to exactly `width` columns; `right` aligns it to the right. */
export function padCell(text: string, width: number, marks: Marks, right = false): string {
  if (width <= 0) return '';
  const fitted = cut(text, width, marks);
  const space = ' '.repeat(Math.max(0, width - measureWidth(fitted)));
  return right ? space + fitted : fitted + space;
}

export { measureWidth };
