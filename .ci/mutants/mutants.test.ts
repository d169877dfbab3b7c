import { expect, test } from 'vitest';
import { mutants } from './mutants.mjs';
import { staleMutant } from './try-mutant.mjs';

test.each(mutants.map((mutant) => [mutant.name, mutant] as const))(
  'the hole %s can still be opened',
  (_name, mutant) => {
    expect(staleMutant(mutant)).toBeNull();
  },
);

test('a mutant whose text is gone, or that changes nothing, is told', () => {
  const [some] = mutants;
  if (!some) throw new Error('there are no mutants');
  expect(staleMutant({ ...some, find: 'a text that stands nowhere' })).toContain('0 times');
  expect(staleMutant({ ...some, put: some.find })).toBe('it changes nothing');
  expect(staleMutant({ ...some, tests: ['gone.test.ts'] })).toBe('gone.test.ts is not there');
});
