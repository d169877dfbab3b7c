import { isWord, parseArgv } from '../../context/parse-argv.ts';
import { readAliases } from '../../profile/aliases.ts';
import { isCommand } from '../entries.ts';

/** Replaces an alias in the command position by its words; the other arguments follow. An alias never hides a command. */
export function expandAlias(args: readonly string[]): readonly string[] {
  const { command } = parseArgv(args);
  if (command === undefined || command.startsWith('__') || isCommand(command)) return args;
  const aliases = readAliases();
  const words = Object.hasOwn(aliases, command) ? aliases[command] : undefined;
  if (!words) return args;
  const at = args.findIndex(isWord);
  return [...args.slice(0, at), ...words, ...args.slice(at + 1)];
}
