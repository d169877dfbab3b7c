import { SheetRefused } from './sheet-refused.ts';

/** What is told of a text in XML, in its order. Names come without their prefixes. */
export interface XmlListener {
  open(name: string, attributes: string): void;
  close(name: string): void;
  text(text: string): void;
}

/** A tag, with values that may hold a `>`. */
const tag = /<[^<>"']*(?:"[^"]*"[^<>"']*|'[^']*'[^<>"']*)*>/y;
/** What is neither a tag nor text, by how it begins and ends. */
const others = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const;
const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
/** Characters of one tag or one text, at most: a cell holds 32,767, each at most ten when written out. */
const mostHeld = 4 * 1024 * 1024;

/** Text as it was before it was put into XML; what it names is one of five signs or a number, for nothing else is defined. */
function plainText(xml: string): string {
  if (!xml.includes('&')) return xml;
  return xml.replace(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{1,8}));/gi,
    (whole, hex?: string, digits?: string, name = '') => {
      const code = hex ? Number.parseInt(hex, 16) : digits ? Number(digits) : null;
      if (code === null) return named[String(name)] ?? whole;
      return code > 0x10ffff ? '\ufffd' : String.fromCodePoint(code);
    },
  );
}

/** The few that are asked for: making one for each of some million cells takes longer than reading them. */
const patterns = new Map<string, RegExp>();

function patternOf(name: string): RegExp {
  const known = patterns.get(name);
  if (known) return known;
  const made = new RegExp(`(?:^|[\\s:])${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`);
  patterns.set(name, made);
  return made;
}

/** The value of an attribute; null when the tag has none of that name. */
export function attribute(attributes: string, name: string): string | null {
  const found = patternOf(name).exec(attributes);
  return found ? plainText(found[1] ?? found[2] ?? '') : null;
}

/**
 * Reads XML that comes in pieces. It knows no document types and follows no reference, so that nothing is read or made beyond the
 * text itself: a type throws SheetRefused.
 */
export function newXmlScanner(listener: XmlListener) {
  let rest = '';
  const tell = (markup: string) => {
    const name = /^<\/?(?:[^\s/>:]*:)?([^\s/>]+)/.exec(markup)?.[1] ?? '';
    if (markup.startsWith('</')) return listener.close(name);
    const isWhole = markup.endsWith('/>');
    const from = markup.search(/[\s/>]/);
    listener.open(name, markup.slice(from, isWhole ? -2 : -1));
    if (isWhole) listener.close(name);
  };
  /** Where the markup that begins at a place ends; -1 when its end is still to come. */
  const told = (all: string, at: number): number => {
    const other = others.find(([start]) => all.startsWith(start, at));
    if (other) {
      const [start, end] = other;
      const found = all.indexOf(end, at + start.length);
      if (found >= 0 && start === '<![CDATA[') listener.text(all.slice(at + start.length, found));
      return found < 0 ? -1 : found + end.length;
    }
    if (all.startsWith('<!', at)) {
      if (all.length - at < 9) return -1;
      throw new SheetRefused('damaged');
    }
    tag.lastIndex = at;
    const markup = tag.exec(all)?.[0];
    if (markup === undefined) return -1;
    tell(markup);
    return at + markup.length;
  };
  return (piece: string): void => {
    const all = rest + piece;
    let at = 0;
    for (let start = all.indexOf('<'); start >= 0; start = all.indexOf('<', at)) {
      if (start > at) listener.text(plainText(all.slice(at, start)));
      at = start;
      const next = told(all, start);
      if (next < 0) break;
      at = next;
    }
    rest = all.slice(at);
    if (rest.length > mostHeld) throw new SheetRefused('large');
  };
}
