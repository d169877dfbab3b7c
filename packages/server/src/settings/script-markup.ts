/** What may stand in the tag of a script. */
const attribute =
  /\s+(?:(?:async|defer|nomodule|crossorigin)(?=\s|$)|(src|type|id|charset|integrity|referrerpolicy|crossorigin|async|defer|data-[a-z0-9-]+)\s*=\s*(?:"([^"<>]*)"|'([^'<>]*)'))/gy;
const piece = /\s+|<!--(?!-?>)(?:(?!--).)*-->|<script((?:\s[^<>]*)?)>(?:(?!<\/script|<!--).)*<\/script\s*>/gisy;
const types = ['text/javascript', 'application/javascript', 'module'];

/** Are these attributes known ones, and is what they load taken over an encrypted connection? */
function areAttributes(text: string): boolean {
  let end = 0;
  for (const [whole, name, double, single] of text.matchAll(attribute)) {
    const value = double ?? single ?? '';
    if (name === 'src' && !(value.startsWith('https://') && URL.canParse(value))) return false;
    if (name === 'type' && !types.includes(value)) return false;
    end += whole.length;
  }
  return text.slice(end).trim() === '';
}

/** Is this nothing but whole script elements and comments? Whatever came behind it in a page would be as it was. */
export function isScriptMarkup(text: string): boolean {
  let end = 0;
  for (const [whole, attributes] of text.matchAll(piece)) {
    if (attributes !== undefined && !areAttributes(attributes)) return false;
    end += whole.length;
  }
  return end === text.length;
}
