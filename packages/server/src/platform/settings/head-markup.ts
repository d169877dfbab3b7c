// White space is that of HTML: any other that `\s` knows is a part of a name there, or text that ends the head.
const attribute = /[\t\n\f\r ]+([a-z][a-z:-]*)[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"<>]*)"|'([^'<>]*)')/gy;
const piece = /[\t\n\f\r ]+|<!--(?!-?>)(?:(?!--).)*-->|<(meta|link)((?:[\t\n\f\r ][^<>]*?)?)[\t\n\f\r ]*\/?>/gisy;

/** What each element may say; an address in it is taken over an encrypted connection. */
const known: Readonly<Record<string, readonly string[]>> = {
  meta: ['name', 'property', 'content', 'charset'],
  link: ['rel', 'href', 'hreflang', 'type', 'sizes', 'media', 'crossorigin', 'title'],
};
/** Links that tell of the page, or fetch what runs nothing. */
const relations = ['alternate', 'author', 'canonical', 'dns-prefetch', 'icon', 'license', 'me', 'preconnect', 'search'];

const isEncrypted = (value: string) => value.startsWith('https://') && URL.canParse(value);

function isElement(element: string, text: string): boolean {
  const said = new Map<string, string>();
  let end = 0;
  for (const [full, name = '', double, single] of text.matchAll(attribute)) {
    const attributeName = name.toLowerCase();
    if (!known[element]?.includes(attributeName) || said.has(attributeName)) return false;
    said.set(attributeName, double ?? single ?? '');
    end += full.length;
  }
  if (/[^\t\n\f\r ]/.test(text.slice(end))) return false;
  if (element === 'meta') return said.size > 0;
  return relations.includes(said.get('rel')?.toLowerCase() ?? '') && isEncrypted(said.get('href') ?? '');
}

/** Is this nothing but meta and link elements and comments, none of which runs, styles or leads anywhere? */
export function isHeadMarkup(text: string): boolean {
  let end = 0;
  for (const [full, element, attributes = ''] of text.matchAll(piece)) {
    if (element !== undefined && !isElement(element.toLowerCase(), attributes)) return false;
    end += full.length;
  }
  return end === text.length;
}
