/** Something that the palette can do. */
export interface Command {
  readonly key: string;
  readonly kind: 'recent' | 'pages' | 'actions' | 'settings' | 'records';
  readonly title: string;
  /** Shown next to the title: where the command leads. */
  readonly place: string;
  /** Other words that find it: the other language, a path. */
  readonly also: readonly string[];
  /** Whether it acts on a record, with what was typed: it is not remembered as a recent place. */
  readonly isRecordAction?: boolean;
  /** Where a record is; what goes elsewhere or does something has none. */
  readonly to?: string;
  readonly run: () => void;
}

/** 4 for the whole title, 3 for its start, 2 inside of it, 1 in another word, 0 for none. */
function score(command: Command, word: string): number {
  const title = command.title.toLowerCase();
  if (title === word) return 4;
  if (title.startsWith(word)) return 3;
  if (title.includes(word)) return 2;
  return [command.place, ...command.also].some((text) => text.toLowerCase().includes(word)) ? 1 : 0;
}

/** The commands that have every typed word, best first; all of them, in their order, when nothing is typed. */
export function matchCommands(commands: readonly Command[], typed: string): Command[] {
  const words = typed
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return [...commands];
  return commands
    .map((command) => ({ command, scores: words.map((word) => score(command, word)) }))
    .filter(({ scores }) => scores.every((value) => value > 0))
    .map(({ command, scores }) => ({ command, total: scores.reduce((sum, value) => sum + value, 0) }))
    .sort((one, other) => other.total - one.total)
    .map(({ command }) => command);
}
