import type { Command } from 'commander';
import type { Context } from '../context/context.ts';

/** The tree of commands for what was typed; `all` fills every one in. Handed to the commands that look at the tree. */
export type BuildProgram = (context: Context, args: readonly string[], all?: boolean) => Promise<Command>;
