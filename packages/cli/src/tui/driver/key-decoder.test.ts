import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createKeyDecoder } from './key-pump.ts';

const names = (...chunks: string[]) => {
  const decoder = createKeyDecoder();
  return [...chunks.flatMap((chunk) => decoder.push(chunk)), ...decoder.flush()].map((key) => key.name);
};

describe('createKeyDecoder', () => {
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
  ])('decodes %j as %s', (bytes, name) => expect(names(bytes)).toEqual([name]));

  it('decodes ten keys in one packet as ten keys', () => expect(names('jjjjjjjjjj')).toHaveLength(10));

  it('joins a key that was split into two packets', () => expect(names('\u001b[', 'B')).toEqual(['down']));

  it('decodes a lone escape character as Escape when nothing follows', () =>
    expect(names('\u001b')).toEqual(['escape']));

  it('decodes an escape character before an arrow key as two keys', () =>
    expect(names('\u001b\u001b[A')).toEqual(['escape', 'up']));

  it('decodes a paste with line breaks as one key', () => {
    const keys = createKeyDecoder().push('\u001b[200~一\r\nq:二\u001b[201~j');
    expect(keys.map((key) => [key.name, key.text])).toEqual([
      ['paste', '一\nq:二'],
      ['j', 'j'],
    ]);
  });

  it('loses no letter, however the bytes are split', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z大模型]{0,5}$/)), (chunks) => {
        expect(names(...chunks).join('')).toBe(chunks.join(''));
      }),
    );
  });
});

describe('createKeyDecoder with a color report', () => {
  it('decodes the response to a color query as one report, wherever it is split', () => {
    const answer = '\u001b]11;rgb:fdfd/f6f6/e3e3\u001b\\';
    for (let at = 1; at < answer.length; at += 1)
      expect(names(answer.slice(0, at), `${answer.slice(at)}j`)).toEqual(['report', 'j']);
    expect(names('\u001b]11;rgb:00/2b/36\u0007')).toEqual(['report']);
  });
});
