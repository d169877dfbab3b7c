import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sameMailbox } from './same-mailbox.ts';

describe('sameMailbox', () => {
  it.each([
    ['Ann.Lee@gmail.com', 'annlee@gmail.com'],
    ['a.n.n.lee+shop@googlemail.com', 'annlee@gmail.com'],
    ['ANNLEE@GoogleMail.com', 'annlee@gmail.com'],
    ['ann.lee+x@example.com', 'ann.lee@example.com'],
    ['ann.lee@example.com.', 'ann.lee@example.com'],
    ['+only@example.com', '+only@example.com'],
    ['ａｎｎ@ｇｍａｉｌ.com', 'ann@gmail.com'],
  ])('maps %s to %s', (email, mailbox) => {
    expect(sameMailbox(email)).toBe(mailbox);
  });

  it('does not combine mailboxes of other services', () => {
    expect(sameMailbox('a.b@example.com')).not.toBe(sameMailbox('ab@example.com'));
    expect(sameMailbox('ab@example.com')).not.toBe(sameMailbox('ab@gmail.com'));
  });

  it('returns one mailbox for all spellings of an address', () => {
    const letters = fc.array(fc.constantFrom(...'abcdefgh12'), { minLength: 1, maxLength: 10 });
    const dots = fc.array(fc.boolean(), { minLength: 10, maxLength: 10 });
    const writing = fc.record({
      dots,
      tag: fc.constantFrom('', '+', '+a', '+a.b+c'),
      old: fc.boolean(),
      loud: fc.boolean(),
    });
    fc.assert(
      fc.property(letters, writing, (name, { dots: at, tag, old, loud }) => {
        const dotted = name.map((letter, place) => (place > 0 && at[place] ? `.${letter}` : letter)).join('');
        const email = `${dotted}${tag}@${old ? 'googlemail' : 'gmail'}.com`;
        expect(sameMailbox(loud ? email.toUpperCase() : email)).toBe(`${name.join('')}@gmail.com`);
      }),
    );
  });
});
