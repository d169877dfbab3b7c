import { describe, expect, it } from 'vitest';
import { createClipboardSequence } from './clipboard.ts';
import { isPlainTerminal } from './ink-stdout.ts';

describe('createClipboardSequence', () => {
  it('uses OSC 52', () => {
    expect(createClipboardSequence('违禁词', {})).toBe(`\u001b]52;c;${Buffer.from('违禁词').toString('base64')}\u0007`);
  });

  it('wraps the sequence for tmux', () => {
    expect(createClipboardSequence('a', { TMUX: 'default,1,0' })).toBe(
      '\u001bPtmux;\u001b\u001b]52;c;YQ==\u0007\u001b\\',
    );
  });
});

describe('isPlainTerminal', () => {
  it.each([
    [{ LANG: 'C' }, false, true],
    [{ LANG: 'zh_CN.UTF-8' }, false, false],
    [{ LANG: 'zh_CN.UTF-8', LC_ALL: 'POSIX' }, false, true],
    [{ LANG: 'C.UTF-8' }, false, false],
    [{ LANG: 'zh_CN.UTF-8', TERM: 'dumb' }, false, true],
    [{ LANG: 'zh_CN.UTF-8' }, true, true],
    [{}, false, false],
  ])('with %j and requested %s returns %s', (environment, requested, expected) => {
    expect(isPlainTerminal(environment, requested)).toBe(expected);
  });
});
