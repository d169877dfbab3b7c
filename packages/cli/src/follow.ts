import type { Command } from 'commander';

/** The command to which words lead, as far as there is one. */
export function follow(program: Command, words: readonly string[]): Command {
  return words.reduce((command, word) => command.commands.find((child) => child.name() === word) ?? command, program);
}
