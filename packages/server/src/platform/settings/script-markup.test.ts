import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { isScriptMarkup } from './extra-checks.ts';

const baidu = `<script>
var _hmt = _hmt || [];
(function() {
  var hm = document.createElement("script");
  hm.src = "https://hm.baidu.com/hm.js?0123456789abcdef0123456789abcdef";
  var s = document.getElementsByTagName("script")[0];
  s.parentNode.insertBefore(hm, s);
})();
</script>
`;

it.each([
  baidu,
  `<!-- matomo -->\n<script async src="https://a.example/m.js" data-site='7'></script>${baidu}`,
  '<SCRIPT type="module" src="https://a.example/x.js" defer></SCRIPT>',
  '<script>if (a < b && c > d) go("<b>");</script>',
])('isScriptMarkup() accepts the code of an analytics service: %s', (markup) => {
  expect(isScriptMarkup(markup)).toBe(true);
});

it.each([
  'alert(1)',
  '<script>a()',
  '<script>a()</script></head><body>',
  '<script src="http://a.example/x.js"></script>',
  '<script src="//a.example/x.js"></script>',
  '<script src="https://"></script>',
  '<script src=https://a.example></script>',
  '<script onload="x()" src="https://a.example/x.js"></script>',
  '<script type="text/template"></script>',
  '<img src=x onerror=alert(1)>',
  '<!-- a --><style></style>',
  '<!-- a',
  '<!--><img src=x onerror=alert(1)>-->',
  '<!---><img src=x onerror=alert(1)>-->',
  '<!-- a --!><img src=x onerror=alert(1)>-->',
  '<script>"<!--<script>"</script>',
  '<script/src="https://a.example/x.js"></script>',
  '<scripty></scripty>',
  '<script>a()</script\u00a0>',
  '<script\u00a0src="https://a.example/x.js"></script>',
  '<script async\v></script>',
  '<script type\u3000="module"></script>',
  '\ufeff<script>a()</script>',
])('isScriptMarkup() rejects %j', (markup) => {
  expect(isScriptMarkup(markup)).toBe(false);
});

test('isScriptMarkup() is fast for any input', () => {
  const part = fc.constantFrom('<script', ' ', '>', '</script', '<!--', '--', 'src="https://a"', 'async', 'x', '\n');
  fc.assert(
    fc.property(fc.array(part, { maxLength: 60 }), (parts) => {
      const text = parts.join('');
      if (!isScriptMarkup(text)) return;
      // Nothing is left without comments and script elements.
      const rest = text.replace(/<!--[\s\S]*?-->/g, '').replace(/<script[^<>]*>[\s\S]*?<\/script\s*>/gi, '');
      expect(rest.trim()).toBe('');
    }),
    { numRuns: 300 },
  );
  expect(isScriptMarkup(`<script>${'<'.repeat(4000)}`)).toBe(false);
  expect(isScriptMarkup(`<script ${' async'.repeat(600)}x`)).toBe(false);
});

test('isScriptMarkup() accepts only the white space of HTML', () => {
  const other = fc.constantFrom<string[]>('\u00a0', '\v', '\ufeff', '\u2028', '\u3000', '\u1680', '\u0085');
  const html = fc.constantFrom<string[]>(' ', '\t', '\n', '\f', '\r', '\r\n');
  const gaps = ['', '<script', 'async', 'src=', '"https://a.example/x.js"', '>a()</script', '>', ''] as const;
  fc.assert(
    fc.property(fc.array(html, { minLength: 7, maxLength: 7 }), fc.nat({ max: 6 }), other, (spaces, at, char) => {
      const join = (chosen: readonly string[]) => gaps.map((gap, index) => gap + (chosen[index] ?? '')).join('');
      expect(isScriptMarkup(join(spaces))).toBe(true);
      expect(isScriptMarkup(join(spaces.with(at, char)))).toBe(false);
    }),
    { numRuns: 300 },
  );
});
