import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatAttachment } from './document-routes.ts';

it('formats a file name by RFC 5987 with an ASCII fallback', () => {
  expect(formatAttachment(`规则 (1)'s*.pdf`)).toBe(
    `attachment; filename="__ (1)'s*.pdf"; filename*=UTF-8''%E8%A7%84%E5%88%99%20%281%29%27s%2A.pdf`,
  );
  expect(formatAttachment('a"b\\c%41.pdf')).toContain('filename="a_b_c_41.pdf"');
});

it('formats any name as a one-line ASCII header that decodes to the name', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (name) => {
      const header = formatAttachment(name);
      expect(header).toMatch(/^[\x20-\x7e]*$/);
      const [, plain = '', encoded = ''] =
        /filename="([^"]*)"; filename\*=UTF-8''([A-Za-z0-9!#$&+.^_`|~%-]*)$/.exec(header) ?? [];
      expect(plain).not.toContain('\\');
      expect(decodeURIComponent(encoded)).toBe(name.toWellFormed());
    }),
  );
});
