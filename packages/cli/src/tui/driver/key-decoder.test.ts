import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createKeyDecoder } from './key-pump.ts';

const names = (...chunks: string[]) => {
  const decoder = createKeyDecoder();
  return [...chunks.flatMap((chunk) => decoder.push(chunk)), ...decoder.flush()].map((key) => key.name);
};

describe('keys of a terminal', () => {
  it.each([
    ['\r', 'enter'],
    ['\u001b[A', 'up'],
    ['\u001bOB', 'down'],
    ['\u001b[5~', 'pageup'],
    ['\u001b[Z', 'shift-tab'],
    ['\u0013', 'ctrl-s'],
    ['\u007f', 'backspace'],
    [' ', 'space'],
    ['违', '违'],
    ['\u001bx', 'alt-x'],
  ])('reads %j', (given, name) => expect(names(given)).toEqual([name]));

  it('makes ten keys of ten in one packet', () => expect(names('jjjjjjjjjj')).toHaveLength(10));

  it('puts a key together that a slow line cut in two', () => expect(names('\u001b[', 'B')).toEqual(['down']));

  it('takes a lone escape as Escape once nothing follows', () => expect(names('\u001b')).toEqual(['escape']));

  it('takes an escape before an arrow as both', () => expect(names('\u001b\u001b[A')).toEqual(['escape', 'up']));

  it('gives a paste in one piece, line breaks and all, and never as keys', () => {
    const keys = createKeyDecoder().push('\u001b[200~一\r\nq:二\u001b[201~j');
    expect(keys.map((key) => [key.name, key.text])).toEqual([
      ['paste', '一\nq:二'],
      ['j', 'j'],
    ]);
  });

  it('loses no letter, however the bytes are cut', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z大模型]{0,5}$/)), (chunks) => {
        expect(names(...chunks).join('')).toBe(chunks.join(''));
      }),
    );
  });
});

describe('the answer of a terminal to a color query', () => {
  it('is decoded as one report and not as typed keys, wherever it is split', () => {
    const answer = '\u001b]11;rgb:fdfd/f6f6/e3e3\u001b\\';
    for (let at = 1; at < answer.length; at += 1)
      expect(names(answer.slice(0, at), `${answer.slice(at)}j`)).toEqual(['report', 'j']);
    expect(names('\u001b]11;rgb:00/2b/36\u0007')).toEqual(['report']);
  });
});
