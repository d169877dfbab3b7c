import { expect, it } from 'vitest';
import { helpAsked } from './asked.ts';

it.each([
  ['help order list', 'order list --help'],
  ['--profile help help order', '--profile help order --help'],
  ['--profile help order list', '--profile help order list'],
  ['order help', 'order help'],
  ['--json', '--json'],
])('%s is read as %s', (given, read) => {
  expect(helpAsked(given.split(' ')).join(' ')).toBe(read);
});
