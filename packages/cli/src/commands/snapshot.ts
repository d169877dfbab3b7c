import type { Command } from 'commander';
import type { Context } from '../context/context.ts';
import type { BuildProgram } from './build-program.ts';

function describe(command: Command, path: string, lines: string[]): void {
  if (command.commands.length === 0) {
    const args = command.registeredArguments.map((arg) =>
      arg.required ? `<${arg.name()}${arg.variadic ? '...' : ''}>` : `[${arg.name()}${arg.variadic ? '...' : ''}]`,
    );
    const own = command.options
      // Options that every command takes have a help group of their own.
      .filter((option) => !option.hidden && option.helpGroupHeading === undefined)
      .map((option) => option.flags.split(/[ ,|]+/).find((flag) => flag.startsWith('--')) ?? option.flags);
    lines.push([path, ...args, ...own.map((flag) => `[${flag}]`)].join(' '));
  }
  for (const child of command.commands) describe(child, `${path} ${child.name()}`, lines);
}

/** Prints every command with its arguments and flags: the committed list that scripts can depend on. */
export function fillSnapshot(command: Command, context: Context, buildProgram: BuildProgram): void {
  command.argument('<what>').action(async () => {
    const lines: string[] = [];
    describe(await buildProgram(context, ['__snapshot'], true), 'gantry', lines);
    await context.write(`${lines.join('\n')}\n`);
  });
}
