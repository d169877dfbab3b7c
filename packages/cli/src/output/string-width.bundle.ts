/** Asked for at the first sign that needs it: loading it costs a start more than a whole table does. */
export function stringWidth(text: string): number {
  const { default: width } = require('string-width') as typeof import('string-width');
  return width(text);
}
