/** A command of the palette. */
export interface Command {
  readonly key: string;
  readonly kind: 'recent' | 'pages' | 'actions' | 'settings' | 'records';
  readonly title: string;
  /** Shown next to the title: where the command leads. */
  readonly place: string;
  /** Other texts that match: the title in the other language, a path. */
  readonly also: readonly string[];
  /** Whether it acts on a record with the typed arguments. It is not remembered as a recent place. */
  readonly isRecordAction?: boolean;
  /** URL of a record. Commands that lead elsewhere or run an action have none. */
  readonly to?: string;
  readonly run: () => void;
}

/** 4 for an exact title, 3 for its start, 2 for a part of it, 1 for another text, 0 for no match. */
function score(command: Command, word: string): number {
  const title = command.title.toLowerCase();
  if (title === word) return 4;
  if (title.startsWith(word)) return 3;
  if (title.includes(word)) return 2;
  return [command.place, ...command.also].some((text) => text.toLowerCase().includes(word)) ? 1 : 0;
}

/** The commands that match every typed word, best first; all of them in order when nothing is typed. */
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
