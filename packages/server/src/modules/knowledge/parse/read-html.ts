import { convert } from 'html-to-text';

const noise = ['nav', 'header', 'footer', 'aside', 'form', 'noscript', 'iframe', 'svg', 'button', 'img'];

/** The text of a web page: headings keep their level, links only their words; what surrounds the content is left out. */
export function readHtml(html: string): readonly string[] {
  const heading = (level: number) => ({
    selector: `h${level}`,
    format: 'block',
    options: { leadingLineBreaks: 2, trailingLineBreaks: 2, prefix: '#'.repeat(level) },
  });
  const text = convert(html, {
    wordwrap: false,
    limits: { maxInputLength: 8_000_000, maxDepth: 200, maxBaseElements: 5 },
    baseElements: { selectors: ['main', 'article', 'body'], orderBy: 'selectors' },
    formatters: {
      marked(element, walk, builder, options) {
        builder.openBlock({ leadingLineBreaks: 2 });
        builder.addInline(`${String(options.marks)} `);
        walk(element.children, builder);
        builder.closeBlock({ trailingLineBreaks: 2 });
      },
    },
    selectors: [
      ...[1, 2, 3, 4, 5, 6].map((level) => ({
        ...heading(level),
        format: 'marked',
        options: { marks: '#'.repeat(level) },
      })),
      { selector: 'a', options: { ignoreHref: true } },
      { selector: 'table', format: 'dataTable' },
      ...noise.map((selector) => ({ selector, format: 'skip' })),
    ],
  });
  return [text];
}
