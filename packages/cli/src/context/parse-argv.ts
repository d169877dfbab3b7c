import type { Command } from 'commander';

/** The words of a command line that say which command is meant. */
export interface ParsedArgv {
  readonly command?: string;
  readonly sub?: string;
}

/** Options of every command that take the word behind them. */
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

/** Neither an option nor an option's value. */
export const isWord = (arg: string, at: number, args: readonly string[]) =>
  !arg.startsWith('-') && !valueOptions.includes(args[at - 1] ?? '');

const isHelpFlag = (arg: string) => /^(--help|-y*hy*)$/.test(arg);

/** Help is asked for, alone or among other short flags (`-yh`), and nothing is to run. */
export function isHelpRequested(args: readonly string[]): boolean {
  return args.some(isHelpFlag);
}

/** Names with commas between them, `?` for what there is, and behind a list, which takes no words, one name alone. */
const isFieldList = (word: string, sub: string | undefined) =>
  word === '?' || /^[a-z]\w*(,[a-z]\w*)+$/i.test(word) || (sub === 'list' && /^[a-z]\w*$/i.test(word));

/** `--json id,name` as `--json=id,name`; any other word that follows is none of its own. */
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

/** Verbs that other tools have, as they are called here: `order ls`. */
const otherVerbs: Readonly<Record<string, string>> = { ls: 'list', rm: 'delete' };

export function expandVerb(args: readonly string[]): readonly string[] {
  const [, at = -1] = args.flatMap((arg, place) => (isWord(arg, place, args) ? [place] : []));
  const verb = otherVerbs[args[at] ?? ''];
  return verb === undefined ? args : args.with(at, verb);
}

/** `help order list` asks for what `order list --help` does. */
export function getHelpTarget(args: readonly string[]): readonly string[] {
  const at = args.findIndex(isWord);
  return args[at] === 'help' ? [...args.filter((_arg, place) => place !== at), '--help'] : args;
}

/**
 * The first two words that are no options and no option's values. A word after a call for help is not asked for: help is
 * given of what stands before.
 */
export function parseArgv(args: readonly string[]): ParsedArgv {
  const helpAt = args.findIndex(isHelpFlag);
  const before = helpAt < 0 ? args : args.slice(0, helpAt);
  const [command, sub] = before.filter(isWord);
  return { ...(command === undefined ? {} : { command }), ...(sub === undefined ? {} : { sub }) };
}

/** What is typed for a command: the names of the groups that it is in, and its own; nothing for the program. */
export function getCommandPath(command: Command | null): string {
  return command?.parent ? `${getCommandPath(command.parent)} ${command.name()}`.trim() : '';
}

/** The command to which the first words lead, as far as there is one: a word that is none ends the way. */
export function follow(program: Command, [word, ...rest]: readonly string[]): Command {
  const child = program.commands.find((one) => one.name() === word);
  return child ? follow(child, rest) : program;
}
