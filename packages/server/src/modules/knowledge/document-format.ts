/** A zip is what was exported of a base: it is kept and given out, and not read for its text. */
export type DocumentFormat = 'text' | 'markdown' | 'html' | 'csv' | 'pdf' | 'docx' | 'zip';

/** Bytes at the beginning that are looked at. */
const lead = 64 * 1024;

const startsWith = (bytes: Buffer, text: string) => bytes.subarray(0, text.length).equals(Buffer.from(text, 'latin1'));

function isPdf(bytes: Buffer): boolean {
  return bytes.subarray(0, 1024).includes('%PDF-');
}

/** A Word document is a zip whose list of parts, which stands at the end, names the main one. */
function isDocx(bytes: Buffer): boolean {
  return (
    startsWith(bytes, 'PK\x03\x04') && bytes.includes('word/document.xml') && bytes.includes('[Content_Types].xml')
  );
}

/** A base that was exported: its list of documents is the first entry. */
export function isArchive(bytes: Buffer): boolean {
  return startsWith(bytes, 'PK\x03\x04') && bytes.subarray(30, 43).equals(Buffer.from('manifest.json'));
}

/** Text in UTF-8, in UTF-16 with its mark, or in GB 18030, which most Chinese files are that are not UTF-8. */
export function decodeText(bytes: Buffer): string | null {
  const [first = 0, second = 0] = bytes;
  const marked = first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : null;
  for (const encoding of marked ? [marked] : ['utf-8', 'gb18030']) {
    try {
      const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
      return isReadable(text) ? text : null;
    } catch {
      // The next encoding may fit.
    }
  }
  return null;
}

/** Programs and pictures are full of control characters. */
function isReadable(text: string): boolean {
  let odd = 0;
  const looked = Math.min(text.length, lead);
  for (let at = 0; at < looked; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === 0) return false;
    if (unit < 0x20 && unit !== 9 && unit !== 10 && unit !== 12 && unit !== 13) odd += 1;
  }
  return odd * 100 <= looked;
}

const extensionOf = (name: string) => /\.([a-z\d]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';

/**
 * What a file is by its bytes, whatever its name says; null when it is nothing that can be read. Only kinds of plain text, which
 * look alike, are told apart by the name.
 */
export function detectDocumentFormat(bytes: Buffer, name: string): DocumentFormat | null {
  // It may hold a PDF or a Word file as it is.
  if (isArchive(bytes)) return 'zip';
  if (isPdf(bytes)) return 'pdf';
  if (isDocx(bytes)) return 'docx';
  const text = decodeText(bytes);
  if (text === null) return null;
  if (/^\ufeff?\s*(?:<!doctype html|<html[\s>])/i.test(text.slice(0, lead))) return 'html';
  const extension = extensionOf(name);
  if (extension === 'csv' || extension === 'tsv') return 'csv';
  if (extension === 'md' || extension === 'markdown') return 'markdown';
  return 'text';
}
