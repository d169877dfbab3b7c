import { expect, test } from 'vitest';
import { mutants } from './mutants.mjs';
import { findStaleReason } from './try-mutant.mjs';

test.each(mutants.map((mutant) => [mutant.name, mutant] as const))('the mutant %s can be applied', (_name, mutant) => {
  expect(findStaleReason(mutant)).toBeNull();
});

test('a mutant whose text is missing, or that changes nothing, is reported', () => {
  const [some] = mutants;
  if (!some) throw new Error('there are no mutants');
  expect(findStaleReason({ ...some, find: 'a text that stands nowhere' })).toContain('0 times');
  expect(findStaleReason({ ...some, put: some.find })).toBe('it changes nothing');
  expect(findStaleReason({ ...some, tests: ['gone.test.ts'] })).toBe('gone.test.ts is not there');
});
