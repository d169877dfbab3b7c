import { kebab } from '@gantry/core';
import { CommanderError } from 'commander';
import { expect, it } from 'vitest';
import { examples } from './catalog/examples.ts';
import { withMore } from './catalog/index.ts';
import { ownEntries } from './commands/entries.ts';
import { createContext } from './context/context.ts';
import type { ErrorReport } from './context/exit.ts';
import { reportParserError } from './parser-errors.ts';
import { buildProgram } from './run.ts';

/** Splits a command line as a shell does; a pipe or a list of commands becomes several. */
function getCommands(line: string): string[][] {
  const inner = /"\$\((gantry .*)\)"/.exec(line)?.[1];
  const outer = inner === undefined ? line : line.replace(/"\$\(.*\)"/, '7');
  const words = (part: string) =>
    [...part.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, raw]) => quoted ?? raw ?? '').slice(1);
  const own = outer.split(/ \| | && /).map((part) => words(part.replace(/ > \S+$/, '')));
  return inner === undefined ? own : [...own, words(inner)];
}

const all = Object.entries(examples).flatMap(([command, lines]) =>
  lines.flatMap((line) => getCommands(line).map((words) => [command, words.join(' '), words] as const)),
);

it('names its command in every example', () => {
  for (const [command, lines] of Object.entries(examples))
    expect(lines.join('\n')).toContain(`gantry ${command.split(' ')[0]} `);
});

it.each(all)('parses the example of %s with its required options: %s', async (_command, _line, words) => {
  const context = await createContext(words, 'test');
  const program = await buildProgram(context, words);
  const leaf = program.commands.find((one) => one.name() === words[0])?.commands.find((one) => one.name() === words[1]);
  const given: string[] = [];
  leaf?.action((...args: unknown[]) => void given.push(...Object.keys(args.at(-2) ?? {})));
  await program.parseAsync(words, { from: 'user' });
  const required = leaf?.options.filter((option) => option.description.includes(`(${context.t('cli.required')}`)) ?? [];
  expect(given).toEqual(expect.arrayContaining(required.map((option) => option.attributeName()).filter(isTyped)));
});

/** Whether an option is typed. A secret has two flags; the one for standard input replaces the other. */
const isTyped = (name: string) => !name.endsWith('Stdin');

/** The key of a text that is not loaded, in place of the text. */
const rawKey = /\b(?:cli|config|content|files|panel|profile|shell|signIn|undo)\.[a-z]\w*/i;

const bare = [...ownEntries.map(({ name }) => name), ...Object.values(withMore).map(kebab)];
it.each(bare)('has all texts of the help of %s', async (name) => {
  const words = [name, '--help'];
  const context = await createContext(words, 'test');
  const found = (await buildProgram(context, words)).commands.find((one) => one.name() === name);
  for (const command of found ? [found, ...found.commands] : []) {
    const help = command.createHelp();
    const options = help.visibleOptions(command).map((option) => help.optionDescription(option));
    for (const text of [command.description(), ...options]) expect(text).not.toMatch(rawKey);
  }
});

it.each([
  [['user', 'update'], 'edit'],
  [['user', 'ls'], 'list'],
  [['order', 'show'], 'get'],
])('suggests the command for a verb of another tool: %j', async (words, expected) => {
  const context = await createContext(['--locale', 'en-US'], 'test');
  const leaf = (await buildProgram(context, words)).commands.find((one) => one.name() === words[0]) ?? null;
  const reported: ErrorReport[] = [];
  const error = new CommanderError(1, 'commander.unknownCommand', `error: unknown command '${words[1]}'`);
  expect(reportParserError(error, { ...context, complain: (report) => void reported.push(report) }, leaf)).toBe(2);
  expect(reported[0]?.hint).toBe(`Did you mean ${expected}?`);
});
