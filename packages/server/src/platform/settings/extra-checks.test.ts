import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { isHeadMarkup } from './extra-checks.ts';

it.each([
  '<meta name="google-site-verification" content="a1-b2">',
  "<!-- Baidu -->\n<META name='baidu-site-verification' content='codeva-1' />\n",
  '<link rel="canonical" href="https://a.example/"><meta property="og:title" content="A &amp; B"/>',
  '',
])('isHeadMarkup() accepts %j', (markup) => {
  expect(isHeadMarkup(markup)).toBe(true);
});

it.each([
  'text',
  '<script src="https://a.example/x.js"></script>',
  '<style>*{display:none}</style>',
  '<base href="https://a.example/">',
  '<meta http-equiv="refresh" content="0;url=https://a.example/">',
  '<meta name="a" onload="x()" content="b">',
  '<meta name=a content=b>',
  '<meta>',
  '<meta name="a" name="b" content="c">',
  '<link rel="stylesheet" href="https://a.example/a.css">',
  '<link rel="canonical" href="http://a.example/">',
  '<link rel="canonical" href="javascript:x()">',
  '<link rel="canonical">',
  '<link rel="canonical stylesheet" href="https://a.example/">',
  '<meta name="a" content="b"><script>x()</script>',
  '<meta name="a" content="b"></head><body>',
  '<!--><script>x()</script>-->',
  '<!-- a',
  '<metadata name="a">',
  "<meta\u00a0name='\" onmouseover=x() y='>",
  "<meta\vname='\" onmouseover=x() y='>",
  '<meta name="a"\u00a0content="b">',
  '<meta name="a"\u00a0>',
  '\u00a0<meta name="a">',
])('isHeadMarkup() rejects %j', (markup) => {
  expect(isHeadMarkup(markup)).toBe(false);
});

test('isHeadMarkup() accepts no other element in any combination of parts', () => {
  const part = fc.constantFrom(
    ...['<meta', '<link', '<script', ' ', '>', '/>', '<!--', '-->', ' name="a"', ' content="b"', '"', "'", '\n'],
    ...[' rel="canonical"', ' href="https://a"', ' onload="x"', '</script>', '<'],
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 24 }), (parts) => {
      const text = parts.join('');
      if (!isHeadMarkup(text)) return;
      const rest = text.replace(/<!--[\s\S]*?-->/g, '');
      expect(rest).not.toMatch(/<(?!meta\s|link\s)|\son\w+=/i);
    }),
    { numRuns: 500 },
  );
});
