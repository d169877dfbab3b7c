import { SaxesParser } from 'saxes';
import { SpreadsheetError } from './sheet-refused.ts';

/** The attributes of a tag by name. */
export type XmlAttributes = Readonly<Record<string, string>>;

/** Events of an XML document in order. Names have no prefixes. */
export interface XmlListener {
  open(name: string, attributes: XmlAttributes): void;
  close(name: string): void;
  text(text: string): void;
}

/** Maximum characters without a complete event. A cell has at most 32,767 characters, each escaped with at most ten. */
const maxHeld = 4 * 1024 * 1024;

const toLocalName = (name: string) => name.slice(name.indexOf(':') + 1);

function toLocalAttributes(attributes: XmlAttributes): XmlAttributes {
  const names = Object.keys(attributes);
  if (!names.some((name) => name.includes(':'))) return attributes;
  return Object.fromEntries(names.map((name) => [toLocalName(name), attributes[name] ?? '']));
}

/**
 * Reads XML in pieces. It resolves no references and only knows the five built-in entities. A document type, which could define
 * others, throws SpreadsheetError, as does malformed XML.
 */
export function createXmlScanner(listener: XmlListener) {
  let held = 0;
  const parser = new SaxesParser();
  parser.on('doctype', () => {
    throw new SpreadsheetError('damaged');
  });
  parser.on('error', () => {
    throw new SpreadsheetError('damaged');
  });
  parser.on('opentag', ({ name, attributes }) => {
    held = 0;
    listener.open(toLocalName(name), toLocalAttributes(attributes));
  });
  parser.on('closetag', ({ name }) => {
    held = 0;
    listener.close(toLocalName(name));
  });
  parser.on('text', (text) => listener.text(text));
  parser.on('cdata', (text) => listener.text(text));
  return (piece: string): void => {
    held += piece.length;
    parser.write(piece);
    if (held > maxHeld) throw new SpreadsheetError('large');
  };
}
