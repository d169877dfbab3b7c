import { isWord, parseArgv } from '../../context/parse-argv.ts';
import { readAliases } from '../../profile/aliases.ts';
import { isCommand } from '../entries.ts';

/** What is meant by a command line whose first word is an alias: no command is ever shadowed, and what follows stays behind. */
export function expandAlias(args: readonly string[]): readonly string[] {
  const { command } = parseArgv(args);
  if (command === undefined || command.startsWith('__') || isCommand(command)) return args;
  const aliases = readAliases();
  const words = Object.hasOwn(aliases, command) ? aliases[command] : undefined;
  if (!words) return args;
  const at = args.findIndex(isWord);
  return [...args.slice(0, at), ...words, ...args.slice(at + 1)];
}
