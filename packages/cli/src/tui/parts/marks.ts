import { clip, measureWidth } from '../../output/wrap-text.ts';

/** Signs that stand next to words; the plain ones are ASCII. */
export interface Marks {
  readonly plain: boolean;
  /** For the ear: what is drawn only for the eye is empty. */
  readonly accessible: boolean;
  readonly pointer: string;
  readonly picked: string;
  readonly ellipsis: string;
  readonly line: string;
  readonly upright: string;
  readonly corners: readonly [string, string, string, string];
  readonly on: string;
  readonly off: string;
  readonly dot: string;
  readonly full: string;
  readonly rest: string;
  readonly arrow: string;
  readonly between: string;
  readonly hidden: string;
  readonly up: string;
  readonly down: string;
}

const drawn: Marks = {
  plain: false,
  accessible: false,
  pointer: '▌',
  picked: '●',
  ellipsis: '…',
  line: '─',
  upright: '│',
  corners: ['╭', '╮', '╰', '╯'],
  on: '◉',
  off: '○',
  dot: '●',
  full: '█',
  rest: '░',
  arrow: '›',
  between: ' · ',
  hidden: '•',
  up: '▲',
  down: '▼',
};
const typed: Marks = {
  plain: true,
  accessible: false,
  pointer: '>',
  picked: '*',
  ellipsis: '~',
  line: '-',
  upright: '|',
  corners: ['+', '+', '+', '+'],
  on: '(x)',
  off: '( )',
  dot: '*',
  full: '#',
  rest: '.',
  arrow: '>',
  between: ' | ',
  hidden: '*',
  up: '^',
  down: 'v',
};

/** The chosen line of a list is known by its pointer alone. */
const accessible: Marks = {
  ...typed,
  accessible: true,
  ellipsis: '...',
  line: '',
  upright: '',
  corners: ['', '', '', ''],
  dot: '',
  full: '',
  rest: '',
  between: ', ',
};

export function getMarks(plain: boolean, isAccessible = false): Marks {
  if (isAccessible) return accessible;
  return plain ? typed : drawn;
}

/** Cuts a text to a width with the terminal's own ellipsis. */
export function cut(text: string, width: number, marks: Marks): string {
  return clip(text, width, marks.ellipsis);
}

/** Exactly so many columns; numbers stand at the right. */
export function padCell(text: string, width: number, marks: Marks, right = false): string {
  if (width <= 0) return '';
  const stored = cut(text, width, marks);
  const space = ' '.repeat(Math.max(0, width - measureWidth(stored)));
  return right ? space + stored : stored + space;
}

export { measureWidth };
