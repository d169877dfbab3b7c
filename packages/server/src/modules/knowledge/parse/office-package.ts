import { inflateRawSync } from 'node:zlib';
import { type ZipEntry, ZipError, zipEntries } from '@gantry/core';
import { SaxesParser } from 'saxes';
import { DocumentError } from './document-error.ts';

/** An element of a part. Names have the standard prefix of their namespace, regardless of the prefix in the file. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly (XmlElement | string)[];
}

/** Maximum nesting of elements. No program that writes documents nests deeper. */
const maxDepth = 400;

const transitional = 'http://schemas.openxmlformats.org/';
const strict = 'http://purl.oclc.org/ooxml/';
/** ECMA-376: the namespaces of part 1 (strict) and of part 4 (transitional) differ in their start and their year. */
const prefixes: Readonly<Record<string, string>> = {
  'wordprocessingml/main': 'w',
  'officeDocument/math': 'm',
  'officeDocument/relationships': 'r',
  'drawingml/main': 'a',
  'drawingml/wordprocessingDrawing': 'wp',
  'presentationml/main': 'p',
  'spreadsheetml/main': 's',
  'markup-compatibility': 'mc',
};

function getPrefix(uri: string): string {
  if (!uri.startsWith(transitional) && !uri.startsWith(strict)) return uri === '' ? '' : 'x';
  const path = uri.slice(uri.startsWith(strict) ? strict.length : transitional.length).replace(/\/?2006/, '');
  return prefixes[path] ?? '';
}

const nameIn = (uri: string, local: string) => {
  const prefix = getPrefix(uri);
  return prefix === '' ? local : `${prefix}:${local}`;
};

/** Receives the events of an XML part in document order. */
export interface XmlListener {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  close(name: string): void;
  text(text: string): void;
}

const fail = () => {
  throw new DocumentError('damaged');
};

/**
 * Reads an XML part as a stream. Rejects a document type declaration, which could define expanding entities, and follows no
 * external references. Throws DocumentError.
 */
function scanXml(xml: string, listener: XmlListener): void {
  const parser = new SaxesParser({ xmlns: true });
  parser.on('doctype', fail);
  parser.on('error', fail);
  parser.on('opentag', ({ uri, local, attributes }) => {
    const named = Object.values(attributes).map((one) => [nameIn(one.uri, one.local), one.value] as const);
    listener.open(nameIn(uri, local), Object.fromEntries(named));
  });
  parser.on('closetag', ({ uri, local }) => listener.close(nameIn(uri, local)));
  parser.on('text', (text) => listener.text(text));
  parser.on('cdata', (text) => listener.text(text));
  parser.write(xml).close();
}

function parseXml(xml: string): XmlElement {
  const root = { name: '', attributes: {}, children: [] as (XmlElement | string)[] };
  const path: { children: (XmlElement | string)[] }[] = [root];
  const add = (child: XmlElement | string) => path.at(-1)?.children.push(child);
  scanXml(xml, {
    open(name, attributes) {
      const element = { name, attributes, children: [] };
      add(element);
      if (path.push(element) > maxDepth) fail();
    },
    close: () => path.pop(),
    text: add,
  });
  const [element] = getElements(root);
  return element ?? fail();
}

export function getElements(element: XmlElement | undefined): readonly XmlElement[] {
  return (element?.children ?? []).filter((child): child is XmlElement => typeof child !== 'string');
}

/** Returns the first element at a path of names. */
export function findElement(element: XmlElement | undefined, ...path: readonly string[]): XmlElement | undefined {
  let found = element;
  for (const name of path) found = getElements(found).find((child) => child.name === name);
  return found;
}

/** Returns all elements with a name, at any depth, in document order. Does not search within matches. */
export function findAll(element: XmlElement | undefined, name: string): readonly XmlElement[] {
  return getElements(element).flatMap((child) => (child.name === name ? [child] : findAll(child, name)));
}

export const getText = (element: XmlElement | undefined): string =>
  (element?.children ?? []).map((child) => (typeof child === 'string' ? child : getText(child))).join('');

interface Relation {
  readonly type: string;
  /** Name of the target part, or URL of an external target. */
  readonly target: string;
}

/** Resolves a relative part name such as `../media/a.png` against a folder. */
function resolvePart(folder: string, target: string): string {
  const path: string[] = [];
  for (const step of (target.startsWith('/') ? target : `${folder}/${target}`).split('/')) {
    if (step === '..') path.pop();
    else if (step !== '' && step !== '.') path.push(step);
  }
  return path.join('/');
}

const getFolder = (name: string) => name.slice(0, Math.max(0, name.lastIndexOf('/')));

/** The parts of an Office document. Each part is unpacked on demand, all together up to a limit. */
export class OfficePackage {
  readonly #parts: ReadonlyMap<string, ZipEntry>;
  #left: number;

  /** Throws DocumentError. @param maxBytes maximum unpacked size of all parts, regardless of the sizes in the zip */
  constructor(bytes: Uint8Array, maxBytes: number) {
    this.#left = maxBytes;
    try {
      this.#parts = zipEntries(bytes, (name) => Buffer.from(name).toString('utf8').replace(/^\//, ''));
    } catch (error) {
      const code = error instanceof ZipError && error.flaw === 'locked' ? 'encrypted' : 'damaged';
      throw new DocumentError(code);
    }
  }

  has(name: string): boolean {
    return this.#parts.has(name);
  }

  /** Returns the element tree of a part; undefined when the part does not exist. */
  read(name: string): XmlElement | undefined {
    const part = this.#parts.get(name);
    return part && parseXml(decodeXml(this.#unpack(part)));
  }

  /** Streams a part that may be large without building a tree. Does nothing when the part does not exist. */
  scan(name: string, listener: XmlListener): void {
    const part = this.#parts.get(name);
    if (part) scanXml(decodeXml(this.#unpack(part)), listener);
  }

  #unpack({ bytes, isPacked }: ZipEntry): Uint8Array {
    try {
      const content = isPacked ? inflateRawSync(bytes, { maxOutputLength: Math.max(1, this.#left) }) : bytes;
      this.#left -= content.length;
      if (this.#left < 0) throw new DocumentError('tooLarge');
      return content;
    } catch (error) {
      if (error instanceof DocumentError) throw error;
      const isLarge = error instanceof RangeError || (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
      throw new DocumentError(isLarge ? 'tooLarge' : 'damaged');
    }
  }

  /** Returns the relations of a part by their ID. An empty name means the package itself. */
  readRelations(name: string): ReadonlyMap<string, Relation> {
    const folder = getFolder(name);
    const part = `${folder === '' ? '' : `${folder}/`}_rels/${name.slice(name.lastIndexOf('/') + 1)}.rels`;
    return new Map(
      getElements(this.read(part)).map(
        ({ attributes: { Id: id = '', Type: type = '', Target: target = '', ...rest } }) => [
          id,
          {
            type: type.slice(type.lastIndexOf('/') + 1),
            target: rest.TargetMode === 'External' ? target : resolvePart(folder, target),
          },
        ],
      ),
    );
  }

  /** Returns the name of the main part, which differs between programs. Throws DocumentError when there is none. */
  findMainPart(): string {
    const main = [...this.readRelations('').values()].find(({ type }) => type === 'officeDocument');
    if (!main || !this.has(main.target)) throw new DocumentError('damaged');
    return main.target;
  }
}

/** Decodes a part in UTF-8, or in UTF-16 with a byte order mark. */
function decodeXml(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const isWide = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  try {
    return new TextDecoder(isWide ? (first === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8', { fatal: true }).decode(
      bytes,
    );
  } catch {
    throw new DocumentError('damaged');
  }
}
