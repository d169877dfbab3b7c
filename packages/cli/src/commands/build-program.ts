import type { Command } from 'commander';
import type { Context } from '../context/context.ts';

/** Builds the command tree for a command line; `all` fills every command. Passed to the commands that read the tree. */
export type BuildProgram = (context: Context, args: readonly string[], all?: boolean) => Promise<Command>;
