import { expect, it } from 'vitest';
import { asksHelp, helpAsked } from './asked.ts';

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
