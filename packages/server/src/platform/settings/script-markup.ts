// White space is that of HTML: any other that `\s` knows is a part of a name there, and a script does not end where it looks so.
/** What may stand in the tag of a script. */
const attribute =
  /[\t\n\f\r ]+(?:(?:async|defer|nomodule|crossorigin)(?=[\t\n\f\r ]|$)|(src|type|id|charset|integrity|referrerpolicy|crossorigin|async|defer|data-[a-z0-9-]+)[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"<>]*)"|'([^'<>]*)'))/gy;
const piece =
  /[\t\n\f\r ]+|<!--(?!-?>)(?:(?!--).)*-->|<script((?:[\t\n\f\r ][^<>]*)?)>(?:(?!<\/script|<!--).)*<\/script[\t\n\f\r ]*>/gisy;
const types = ['text/javascript', 'application/javascript', 'module'];

/** Are these attributes known ones, and is what they load taken over an encrypted connection? */
function areAttributes(text: string): boolean {
  let end = 0;
  for (const [full, name, double, single] of text.matchAll(attribute)) {
    const value = double ?? single ?? '';
    if (name === 'src' && !(value.startsWith('https://') && URL.canParse(value))) return false;
    if (name === 'type' && !types.includes(value)) return false;
    end += full.length;
  }
  return !/[^\t\n\f\r ]/.test(text.slice(end));
}

/** Is this nothing but whole script elements and comments? Whatever came behind it in a page would be as it was. */
export function isScriptMarkup(text: string): boolean {
  let end = 0;
  for (const [full, attributes] of text.matchAll(piece)) {
    if (attributes !== undefined && !areAttributes(attributes)) return false;
    end += full.length;
  }
  return end === text.length;
}
