import { Command } from 'commander';
import { expect, it } from 'vitest';
import { askedOf, asksHelp, callOf, follow, helpAsked } from './asked.ts';

it.each([
  ['help order list', 'order list --help'],
  ['--profile help help order', '--profile help order --help'],
  ['--profile help order list', '--profile help order list'],
  ['order help', 'order help'],
  ['--json', '--json'],
])('%s is read as %s', (given, read) => {
  expect(helpAsked(given.split(' ')).join(' ')).toBe(read);
});

it.each([
  ['order list --help', true],
  ['order list -yh', true],
  ['order list -o json', false],
  ['order --history', false],
])('whether %s asks for help: %s', (given, asks) => {
  expect(asksHelp(given.split(' '))).toBe(asks);
});

it.each([
  ['order list 7', 'order list'],
  ['order nothing 7', 'order'],
  ['undo 1', ''],
  ['undo order', ''],
])('help on %s is that of "%s"', (given, call) => {
  const program = new Command('gantry');
  program.command('order').command('list');
  expect(callOf(follow(program, Object.values(askedOf(given.split(' ')))))).toBe(call);
});
