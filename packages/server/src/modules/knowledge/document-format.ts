import { inflateRawSync } from 'node:zlib';
import { zipEntries } from '@gantry/core';
import { decodeHtml, decodeText, isTextLike } from './decode-text.ts';

/** Formats of stored documents. `zip` is an exported base, which is stored and downloaded but not parsed. */
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

/** Characters at the start that are inspected. */
const lead = 64 * 1024;

const hasPrefix = (bytes: Buffer, text: string) => bytes.subarray(0, text.length).equals(Buffer.from(text, 'latin1'));
const isPdf = (bytes: Buffer) => bytes.subarray(0, 1024).includes('%PDF-');
const isZip = (bytes: Buffer) => hasPrefix(bytes, 'PK\x03\x04');

/** Whether a file is an exported base, recognized by the manifest as the first entry. */
export function isArchive(bytes: Buffer): boolean {
  return isZip(bytes) && bytes.subarray(30, 43).equals(Buffer.from('manifest.json'));
}

/** Maximum bytes of a zip part that is inspected. */
const maxPartBytes = 1024 * 1024;

/** Returns a small part of a zip as text. Returns an empty string when it is missing or cannot be unpacked. */
function readSmallPart(bytes: Buffer, name: string): string {
  try {
    const part = zipEntries(bytes, (raw) => Buffer.from(raw).toString('latin1')).get(name);
    if (!part) return '';
    const content = part.isPacked ? inflateRawSync(part.bytes, { maxOutputLength: maxPartBytes }) : part.bytes;
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

/** Detects an Office format by the type of the main part in the list of content types. */
function getOfficeFormat(bytes: Buffer): DocumentFormat | null {
  const types = isZip(bytes) ? readSmallPart(bytes, '[Content_Types].xml') : '';
  return officeTypes.find(([type]) => type.test(types))?.[1] ?? null;
}

const getExtension = (name: string) => /\.([a-z\d]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';

const preamble = /^(?:\ufeff|\s+|<\?xml[^>]*\?>|<!--[\s\S]*?-->)+/;
const pageStart = /^<(?:!doctype\s+html|html|head|body)[\s>]/i;
const fragmentStart =
  /^<(?:title|meta|link|style|script|main|article|section|header|nav|div|p|h[1-6]|table|ul|ol|dl|form|center|blockquote|pre|figure|details|span|font|b|strong|em)(?:\s[^<>]*)?>/i;
const pageNames = ['html', 'htm', 'xhtml'];
/** Extensions that declare a text format other than HTML, even if the content contains markup. */
const otherNames = ['md', 'markdown', 'csv', 'tsv', 'txt', 'log', 'text', 'json', 'xml'];

function isHtml(start: string, extension: string): boolean {
  if (pageNames.includes(extension)) return true;
  const body = start.replace(preamble, '');
  return pageStart.test(body) || (fragmentStart.test(body) && !otherNames.includes(extension));
}

/**
 * Detects the format of a file by its bytes, not by its name. Only plain text formats, which look alike, are distinguished by the
 * name. Returns null for an unreadable format.
 */
export function detectDocumentFormat(bytes: Buffer, name: string): DocumentFormat | null {
  // First, because an archive may contain an uncompressed PDF or Word file.
  if (isArchive(bytes)) return 'zip';
  if (isPdf(bytes)) return 'pdf';
  const office = getOfficeFormat(bytes);
  if (office !== null) return office;
  if (isZip(bytes) || hasPrefix(bytes, '{\\rtf')) return null;
  const extension = getExtension(name);
  const decoded = decodeHtml(bytes);
  if (decoded === null) return null;
  if (isHtml(decoded.text.slice(0, lead), extension)) return 'html';
  if (decodeText(bytes) === null) return null;
  if (extension === 'csv' || extension === 'tsv') return 'csv';
  if (extension === 'md' || extension === 'markdown') return 'markdown';
  return 'text';
}

const compoundStart = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1';
/** Stream names that identify the format of a compound file. Names are UTF-16 (MS-CFB, 2.6.1). */
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
  if (hasPrefix(bytes, compoundStart)) {
    const found = streams.find(([stream]) => bytes.includes(Buffer.from(`${stream}\0`, 'utf16le')));
    // Office stores a password-protected document of the newer formats in a compound file.
    return found?.[1] ?? (/\.(?:doc|xls|ppt)[xm]$/i.test(name) ? 'encrypted' : 'other');
  }
  if (isZip(bytes)) {
    const type = readSmallPart(bytes, 'mimetype');
    return openTypes.find(([pattern]) => pattern.test(type))?.[1] ?? 'archive';
  }
  if (hasPrefix(bytes, '{\\rtf')) return 'rtf';
  if (
    ['\x89PNG', '\xff\xd8\xff', 'GIF8', 'RIFF', 'II*\0', 'MM\0*', 'BM'].some((start) => hasPrefix(bytes, start)) &&
    !isTextLike(bytes)
  )
    return 'image';
  if (['Rar!', '7z\xbc\xaf', '\x1f\x8b'].some((start) => hasPrefix(bytes, start))) return 'archive';
  return isTextLike(bytes) ? 'encoding' : 'other';
}
