import { inflateRawSync } from 'node:zlib';
import { zipEntries } from '@gantry/core';
import { decodeHtml, decodeText, isTextLike } from './decode-text.ts';

/** A zip is what was exported of a base: it is kept and given out, and not read for its text. */
export type DocumentFormat = 'text' | 'markdown' | 'html' | 'csv' | 'pdf' | 'docx' | 'xlsx' | 'pptx' | 'zip';

/** Why a file cannot be read: its format, or the property that prevents it. */
export type UnreadableKind =
  | 'encrypted'
  | 'doc'
  | 'xls'
  | 'ppt'
  | 'rtf'
  | 'odt'
  | 'ods'
  | 'odp'
  | 'epub'
  | 'archive'
  | 'image'
  | 'encoding'
  | 'other';

/** Characters at the start that are looked at. */
const lead = 64 * 1024;

const startsWith = (bytes: Buffer, text: string) => bytes.subarray(0, text.length).equals(Buffer.from(text, 'latin1'));
const isPdf = (bytes: Buffer) => bytes.subarray(0, 1024).includes('%PDF-');
const isZip = (bytes: Buffer) => startsWith(bytes, 'PK\x03\x04');

/** A base that was exported: its list of documents is the first entry. */
export function isArchive(bytes: Buffer): boolean {
  return isZip(bytes) && bytes.subarray(30, 43).equals(Buffer.from('manifest.json'));
}

/** Bytes of the small parts of a zip that are looked at. */
const maxLooked = 1024 * 1024;

/** A small part of a zip, as text; empty when there is none of that name or when it cannot be unpacked. */
function readSmallPart(bytes: Buffer, name: string): string {
  try {
    const part = zipEntries(bytes, (raw) => Buffer.from(raw).toString('latin1')).get(name);
    if (!part) return '';
    const content = part.isPacked ? inflateRawSync(part.bytes, { maxOutputLength: maxLooked }) : part.bytes;
    return Buffer.from(content).toString('utf8');
  } catch {
    return '';
  }
}

const officeTypes: readonly (readonly [type: RegExp, format: DocumentFormat])[] = [
  [/wordprocessingml\.(?:document|template)\.main\+xml|ms-word\.(?:document|template)\.macroEnabled/, 'docx'],
  [/spreadsheetml\.(?:sheet|template)\.main\+xml|ms-excel\.(?:sheet|template)\.macroEnabled/, 'xlsx'],
  [
    /presentationml\.(?:presentation|slideshow|template)\.main\+xml|ms-powerpoint\.(?:presentation|slideshow|template)\.macroEnabled/,
    'pptx',
  ],
];

/** A document of Office lists the types of its parts; that of the main part says what it is. */
function officeFormat(bytes: Buffer): DocumentFormat | null {
  const types = isZip(bytes) ? readSmallPart(bytes, '[Content_Types].xml') : '';
  return officeTypes.find(([type]) => type.test(types))?.[1] ?? null;
}

const extensionOf = (name: string) => /\.([a-z\d]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';

const preamble = /^(?:\ufeff|\s+|<\?xml[^>]*\?>|<!--[\s\S]*?-->)+/;
const pageStart = /^<(?:!doctype\s+html|html|head|body)[\s>]/i;
const fragmentStart =
  /^<(?:title|meta|link|style|script|main|article|section|header|nav|div|p|h[1-6]|table|ul|ol|dl|form|center|blockquote|pre|figure|details|span|font|b|strong|em)(?:\s[^<>]*)?>/i;
const pageNames = ['html', 'htm', 'xhtml'];
/** Names that say what the text is: some of it may be markup. */
const otherNames = ['md', 'markdown', 'csv', 'tsv', 'txt', 'log', 'text', 'json', 'xml'];

function isHtml(start: string, extension: string): boolean {
  if (pageNames.includes(extension)) return true;
  const body = start.replace(preamble, '');
  return pageStart.test(body) || (fragmentStart.test(body) && !otherNames.includes(extension));
}

/**
 * What a file is by its bytes, whatever its name says; null when it is nothing that can be read. Only kinds of plain text, which
 * look alike, are distinguished by the name.
 */
export function detectDocumentFormat(bytes: Buffer, name: string): DocumentFormat | null {
  // It may hold a PDF or a Word file as it is.
  if (isArchive(bytes)) return 'zip';
  if (isPdf(bytes)) return 'pdf';
  const office = officeFormat(bytes);
  if (office !== null) return office;
  if (isZip(bytes) || startsWith(bytes, '{\\rtf')) return null;
  const extension = extensionOf(name);
  const decoded = decodeHtml(bytes);
  if (decoded === null) return null;
  if (isHtml(decoded.text.slice(0, lead), extension)) return 'html';
  if (decodeText(bytes) === null) return null;
  if (extension === 'csv' || extension === 'tsv') return 'csv';
  if (extension === 'md' || extension === 'markdown') return 'markdown';
  return 'text';
}

const compoundStart = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1';
/** Streams of a compound file, by which its format is recognized. MS-CFB, 2.6.1: names are UTF-16. */
const streams: readonly (readonly [name: string, kind: UnreadableKind])[] = [
  ['EncryptedPackage', 'encrypted'],
  ['WordDocument', 'doc'],
  ['PowerPoint Document', 'ppt'],
  ['Workbook', 'xls'],
  ['Book', 'xls'],
];
const openTypes: readonly (readonly [type: RegExp, kind: UnreadableKind])[] = [
  [/opendocument\.text/, 'odt'],
  [/opendocument\.spreadsheet/, 'ods'],
  [/opendocument\.presentation/, 'odp'],
  [/epub/, 'epub'],
];

/** Classifies a file that cannot be read, for the error message. */
export function explainUnreadable(bytes: Buffer, name: string): UnreadableKind {
  if (startsWith(bytes, compoundStart)) {
    const found = streams.find(([stream]) => bytes.includes(Buffer.from(`${stream}\0`, 'utf16le')));
    // With a password, Office puts a document of the newer formats into a compound file.
    return found?.[1] ?? (/\.(?:doc|xls|ppt)[xm]$/i.test(name) ? 'encrypted' : 'other');
  }
  if (isZip(bytes)) {
    const type = readSmallPart(bytes, 'mimetype');
    return openTypes.find(([pattern]) => pattern.test(type))?.[1] ?? 'archive';
  }
  if (startsWith(bytes, '{\\rtf')) return 'rtf';
  if (
    ['\x89PNG', '\xff\xd8\xff', 'GIF8', 'RIFF', 'II*\0', 'MM\0*', 'BM'].some((start) => startsWith(bytes, start)) &&
    !isTextLike(bytes)
  )
    return 'image';
  if (['Rar!', '7z\xbc\xaf', '\x1f\x8b'].some((start) => startsWith(bytes, start))) return 'archive';
  return isTextLike(bytes) ? 'encoding' : 'other';
}
