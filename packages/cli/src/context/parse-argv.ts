import type { Command } from 'commander';

/** The words of a command line that name the command. */
export interface ParsedArgv {
  readonly command?: string;
  readonly sub?: string;
}

/** Global options whose value is the next argument. */
const valueOptions = [
  '--server',
  '--profile',
  '-o',
  '--output',
  '--jq',
  '--locale',
  '--color',
  '--timeout',
  '--max-wait',
];

/** Whether an argument is neither an option nor the value of one. */
export const isWord = (arg: string, at: number, args: readonly string[]) =>
  !arg.startsWith('-') && !valueOptions.includes(args[at - 1] ?? '');

const isHelpFlag = (arg: string) => /^(--help|-y*hy*)$/.test(arg);

/** Whether help is requested, by itself or among other short flags (`-yh`). Nothing runs then. */
export function isHelpRequested(args: readonly string[]): boolean {
  return args.some(isHelpFlag);
}

/** Whether a word lists fields: names with commas, `?` for all names, or one name after `list`, which takes no arguments. */
const isFieldList = (word: string, sub: string | undefined) =>
  word === '?' || /^[a-z]\w*(,[a-z]\w*)+$/i.test(word) || (sub === 'list' && /^[a-z]\w*$/i.test(word));

/** Rewrites `--json id,name` to `--json=id,name`. Any other word that follows is an argument of its own. */
export function expandBareJson(args: readonly string[]): readonly string[] {
  const end = args.indexOf('--');
  const { sub } = parseArgv(args);
  const expanded: string[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const [arg = '', next = ''] = [args[at], args[at + 1]];
    const isBare = arg === '--json' && (end < 0 || at < end);
    const takesNext = isBare && isFieldList(next, sub);
    expanded.push(isBare ? `--json=${takesNext ? next : ''}` : arg);
    if (takesNext) at += 1;
  }
  return expanded;
}

/** Short names of verbs, as in other tools: `order ls`. */
const shortVerbs: Readonly<Record<string, string>> = { ls: 'list', rm: 'delete' };

/** A command line with the full name of its verb, where the command has that verb: `find ls` looks for "ls". */
export function expandVerb(
  args: readonly string[],
  hasVerb: (command: string, verb: string) => boolean,
): readonly string[] {
  const [first = -1, at = -1] = args.flatMap((arg, place) => (isWord(arg, place, args) ? [place] : []));
  const verb = shortVerbs[args[at] ?? ''];
  return verb === undefined || !hasVerb(args[first] ?? '', verb) ? args : args.with(at, verb);
}

/** Rewrites `help order list` to `order list --help`. */
export function getHelpTarget(args: readonly string[]): readonly string[] {
  const at = args.findIndex(isWord);
  return args[at] === 'help' ? [...args.filter((_arg, place) => place !== at), '--help'] : args;
}

/** Returns the first two words that are neither options nor values of options. Words after a help flag are ignored. */
export function parseArgv(args: readonly string[]): ParsedArgv {
  const helpAt = args.findIndex(isHelpFlag);
  const before = helpAt < 0 ? args : args.slice(0, helpAt);
  const [command, sub] = before.filter(isWord);
  return { ...(command === undefined ? {} : { command }), ...(sub === undefined ? {} : { sub }) };
}

/** The words that call a command: the names of its groups and its own. Empty for the program. */
export function getCommandPath(command: Command | null): string {
  return command?.parent ? `${getCommandPath(command.parent)} ${command.name()}`.trim() : '';
}

/** Follows words to a command, up to the first word that is not a subcommand. */
export function follow(program: Command, [word, ...rest]: readonly string[]): Command {
  const child = program.commands.find((one) => one.name() === word);
  return child ? follow(child, rest) : program;
}
