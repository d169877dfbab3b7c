import { describe, expect, it } from 'vitest';
import { createRandom } from '../random.ts';
import { converse } from './conversation.ts';

describe('converse', () => {
  it('returns the same conversation for the same seed', () => {
    expect(converse(createRandom(7), 4)).toEqual(converse(createRandom(7), 4));
  });

  it('fills every slot of every topic', () => {
    const random = createRandom(1);
    for (let round = 0; round < 400; round += 1) {
      const { title, turns } = converse(random, 4);
      const said = [title, ...turns.flatMap((turn) => [turn.prompt, turn.answer])].join('\n');
      expect(said).not.toMatch(/[{}]|undefined/);
    }
  });

  it('rarely repeats an answer', () => {
    const random = createRandom(2);
    const answers = Array.from({ length: 2_000 }, () => converse(random, 1).turns[0]?.answer);
    expect(new Set(answers).size).toBeGreaterThan(1_900);
  });

  it('is mostly in Chinese, and sometimes in English', () => {
    const random = createRandom(3);
    const titles = Array.from({ length: 400 }, () => converse(random, 1).turns[0]?.prompt ?? '');
    const chinese = titles.filter((title) => /\p{Script=Han}/u.test(title)).length;
    expect(chinese).toBeGreaterThan(260);
    expect(chinese).toBeLessThan(340);
  });
});
