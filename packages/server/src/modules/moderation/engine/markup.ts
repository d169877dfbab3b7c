import type { Normalize, NormalizedText } from '../../../platform/store/search/normalize.ts';

/** Elements that part nothing in a line, so that a word goes on across their tags; others end a line. */
const inline = new Set(
  'a abbr acronym b bdi bdo big cite code del dfn em font i ins kbd mark q s samp small span strike strong sub sup tt u var wbr'.split(
    ' ',
  ),
);
const block = new Set(
  'article blockquote body br center dd div dl dt footer form h1 h2 h3 h4 h5 h6 head header hr html img li main nav ol p pre section table tbody td tfoot th thead title tr ul'.split(
    ' ',
  ),
);
const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ensp: ' ',
  emsp: ' ',
  thinsp: ' ',
  shy: '',
  zwnj: '',
  zwj: '',
  lrm: '',
  rlm: '',
};
const attributes = /(?:\s+[\w:-]{1,30}\s*=\s*(?:"[^"<>]{0,200}"|'[^'<>]{0,200}'|[^\s"'<>]{1,200})){0,8}/;
const markup = new RegExp(
  `<!--[\\s\\S]{0,200}?-->|</?([a-z][a-z0-9]{0,9})${attributes.source}\\s{0,5}/?>|&(?:#(\\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8})(?=;));?`,
  'gi',
);
const accented = /^([a-z])(?:acute|grave|circ|uml|tilde|ring|cedil|slash|caron)$/i;

/** The text that replaces a piece of markup; null when it is not markup. */
function plainOf(match: RegExpMatchArray): string | null {
  const [written, tag, decimal, hex, name] = match;
  if (written.startsWith('<!--')) return '';
  if (tag !== undefined) {
    if (inline.has(tag.toLowerCase())) return '';
    return block.has(tag.toLowerCase()) ? '\n' : null;
  }
  if (name !== undefined) return named[name] ?? accented.exec(name)?.[1] ?? null;
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
  return code > 0 && code <= 0x10ffff && (code & 0xfff800) !== 0xd800 ? String.fromCodePoint(code) : null;
}

/**
 * Reads a text without its tags and with its character references resolved, as a browser shows it. Places are those of
 * the text as it was given. null when it has none.
 */
export function withoutMarkup(text: string, normalize: Normalize): NormalizedText | null {
  if (!text.includes('<') && !text.includes('&')) return null;
  let plain = '';
  const starts: number[] = [];
  const ends: number[] = [];
  let copied = 0;
  const copyTo = (to: number) => {
    plain += text.slice(copied, to);
    for (let at = copied; at < to; at += 1) {
      starts.push(at);
      ends.push(at + 1);
    }
  };
  for (const match of text.matchAll(markup)) {
    const stands = plainOf(match);
    if (stands === null) continue;
    copyTo(match.index);
    copied = match.index + match[0].length;
    plain += stands;
    for (let at = 0; at < stands.length; at += 1) {
      starts.push(match.index);
      ends.push(copied);
    }
  }
  if (copied === 0) return null;
  copyTo(text.length);
  const view = normalize(plain);
  for (let at = 0; at < view.length; at += 1) {
    view.starts[at] = starts[view.starts[at] as number] as number;
    view.ends[at] = ends[(view.ends[at] as number) - 1] as number;
  }
  return view;
}
