import { Command } from 'commander';
import { expect, it } from 'vitest';
import { follow, getCommandPath, getHelpTarget, isHelpRequested, parseArgv } from './parse-argv.ts';

it.each([
  ['help order list', 'order list --help'],
  ['--profile help help order', '--profile help order --help'],
  ['--profile help order list', '--profile help order list'],
  ['order help', 'order help'],
  ['--json', '--json'],
])('reads "%s" as "%s"', (given, read) => {
  expect(getHelpTarget(given.split(' ')).join(' ')).toBe(read);
});

it.each([
  ['order list --help', true],
  ['order list -yh', true],
  ['order list -o json', false],
  ['order --history', false],
])('reads whether "%s" requests help: %s', (given, requests) => {
  expect(isHelpRequested(given.split(' '))).toBe(requests);
});

it.each([
  ['order list 7', 'order list'],
  ['order nothing 7', 'order'],
  ['undo 1', ''],
  ['undo order', ''],
])('finds the help for "%s" in "%s"', (given, call) => {
  const program = new Command('gantry');
  program.command('order').command('list');
  expect(getCommandPath(follow(program, Object.values(parseArgv(given.split(' ')))))).toBe(call);
});
