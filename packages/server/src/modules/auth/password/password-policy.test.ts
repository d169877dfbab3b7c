import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { passwordMax, validatePassword } from './new-password.ts';

const rules = { min: 15, names: ['mei.lin', 'Lin Mei'] };
const reject = (password: string) => validatePassword(password, rules, 'en-US');

describe('a password', () => {
  it.each([
    'mV9#tq-Lw2zR!u8Pe',
    'six violet kettles argue daily',
    '我家门口有三棵老槐树和一口井啊真的',
    ' leading and trailing spaces are kept ',
    '🦊🌵🧊🛶🎻🥁🪁🧭🏺🪗🦜🧵🪴🛷🎿',
  ])('such as %j will do', (password) => {
    expect(reject(password)).toBeNull();
  });

  it.each([
    'passwordpassword',
    'Password123456789',
    'P@ssw0rd!P@ssw0rd!',
    'qwertyuiopasdfghjkl',
    '123456789012345678',
    'aaaaaaaaaaaaaaaaaaaa',
    'abcabcabcabcabcabcabc',
    'gantryconsole2026!!',
    'mei.lin-mei.lin-2026',
    'correcthorsebatterystaple',
    'woaini1314woaini1314',
    'guanliyuan12345678',
    'iloveyouiloveyou!!!',
    '１２３４５６７８９０１２３４５６',
  ])('such as %j is too easy to guess', (password) => {
    expect(reject(password)).toBe('This password is too easy to guess. Choose another one.');
  });

  it('is as long as the rules say, in characters and not in bytes or halves', () => {
    expect(reject('mV9#tq-Lw2zR!u')).toBe('The password must have at least 15 characters');
    expect(validatePassword('mV9#tq-L', { ...rules, min: 8 }, 'en-US')).toBeNull();
    expect(validatePassword('x', rules, 'zh-CN')).toBe('密码至少需要 15 个字符');
    expect(reject('mV9#tq-Lw2zR!u8Pe'.padEnd(passwordMax, 'kY3$'))).toBeNull();
    expect(reject('mV9#tq-Lw2zR!u8Pe'.padEnd(passwordMax + 1, 'kY3$'))).toBe(
      'The password can have at most 256 characters',
    );
  });

  it('of random Unicode is judged without failing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (password) => {
        const rejection = reject(password);
        if ([...password.normalize('NFKC')].length < 15) expect(rejection).not.toBeNull();
        expect(rejection === null || rejection.length <= 120).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });
});
