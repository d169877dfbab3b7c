/** Loaded with the first character that needs it, because loading takes longer than printing a table. */
export function stringWidth(text: string): number {
  const { default: width } = require('string-width') as typeof import('string-width');
  return width(text);
}
