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

/** `--json` alone takes no word that follows it: only `--json=id,name` names fields. */
export function expandBareJson(args: readonly string[]): readonly string[] {
  const end = args.indexOf('--');
  return args.map((arg, at) => (arg === '--json' && (end < 0 || at < end) ? '--json=' : arg));
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
