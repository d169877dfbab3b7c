/** Bytes at the start that are inspected. */
const lead = 64 * 1024;

export interface DecodedText {
  readonly text: string;
  /** Whether the encoding was inferred from the content rather than from a byte order mark, a declaration or valid UTF-8. */
  readonly isGuessed: boolean;
}

function decodeAs(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function detectByteOrderMark([first, second]: Uint8Array): string | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : null;
}

/** Whether text has few control characters. Binary files have many. */
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

/** Number of byte pairs that encode a character, and how many of those characters are common. */
interface PairCount {
  readonly pairs: number;
  readonly usual: number;
}

function countPairs(bytes: Uint8Array, isUsual: (first: number, second: number) => boolean): PairCount {
  let [pairs, usual] = [0, 0];
  for (let at = 0; at < bytes.length; at += 1) {
    const [first, second] = [bytes[at] ?? 0, bytes[at + 1] ?? 0];
    if (first < 0x81) continue;
    pairs += 1;
    if (isUsual(first, second)) usual += 1;
    at += 1;
  }
  return { pairs, usual };
}

/** Symbols and the 6,763 common characters of GB 2312. Other characters of GB 18030 are rare. */
const isGb2312 = (first: number, second: number) =>
  second >= 0xa1 && second !== 0xff && ((first >= 0xa1 && first <= 0xa3) || (first >= 0xb0 && first <= 0xf7));
/** Symbols and the 5,401 first-level characters of Big5. */
const isCommonBig5 = (first: number, second: number) =>
  ((second >= 0x40 && second <= 0x7e) || (second >= 0xa1 && second <= 0xfe)) && first >= 0xa1 && first <= 0xc6;

const getShare = ({ pairs, usual }: PairCount) => (pairs === 0 ? 0 : usual / pairs);
const sureShare = 0.9;
/** Bytes used to infer an encoding. The full text is decoded, and rejected when any of it is invalid. */
const sampleBytes = 256 * 1024;

/** Whether text looks Western European: each non-ASCII letter is next to ASCII letters, quotation marks or spaces. */
function isWestern(bytes: Uint8Array): boolean {
  let [nonAscii, isolated] = [0, 0];
  for (let at = 0; at < bytes.length; at += 1) {
    if ((bytes[at] ?? 0) < 0x80) continue;
    nonAscii += 1;
    if ((bytes[at - 1] ?? 0) < 0x80 && (bytes[at + 1] ?? 0) < 0x80) isolated += 1;
  }
  return isolated / Math.max(1, nonAscii) >= sureShare;
}

/**
 * Decodes UTF-8, UTF-16 with a byte order mark, or GB 18030, Big5 or Windows-1252 when the bytes look like common text in exactly
 * one of them. Returns null for binary data and for an ambiguous encoding.
 */
export function decodeText(bytes: Uint8Array): DecodedText | null {
  const marked = detectByteOrderMark(bytes);
  const sure = decodeAs(bytes, marked ?? 'utf-8');
  if (sure !== null || marked) return sure !== null && isReadable(sure) ? { text: sure, isGuessed: false } : null;
  const sample = bytes.subarray(0, sampleBytes);
  const [chinese, traditional] = [getShare(countPairs(sample, isGb2312)), getShare(countPairs(sample, isCommonBig5))];
  const western = isWestern(sample);
  const guesses = [
    { encoding: 'gb18030', fits: chinese >= sureShare || (chinese > traditional && chinese >= 0.7), isGuessed: false },
    { encoding: 'big5', fits: traditional >= sureShare && traditional > chinese, isGuessed: true },
    { encoding: 'windows-1252', fits: western, isGuessed: true },
  ];
  // Isolated Western letters form no common pairs, and pairs contain no isolated letters.
  const order = western ? [...guesses].reverse() : guesses;
  for (const { encoding, fits, isGuessed } of order) {
    const text = fits ? decodeAs(bytes, encoding) : null;
    if (text !== null && isReadable(text)) return { text, isGuessed };
  }
  return null;
}

/** Whether bytes are text of an unknown encoding rather than a program or an image. */
export function isTextLike(bytes: Uint8Array): boolean {
  return isReadable(Buffer.from(bytes.subarray(0, lead)).toString('latin1'));
}

/** Returns the encoding label that a web page declares. Follows section 13.2.3.2 of the HTML standard, without rare cases. */
function findDeclaredEncoding(bytes: Uint8Array): string | null {
  const start = Buffer.from(bytes.subarray(0, 4096))
    .toString('latin1')
    .replace(/<!--[\s\S]*?-->/g, '');
  const [, label] =
    /^\s*<\?xml[^>]*\sencoding=["']([\w-]+)["']/i.exec(start) ??
    /<meta[^>]*\scharset\s*=\s*["']?\s*([\w:-]+)/i.exec(start) ??
    /<meta[^>]*\scontent\s*=\s*["'][^"']*charset\s*=\s*([\w:-]+)/i.exec(start) ??
    [];
  return label ?? null;
}

/** Decodes a web page in the encoding of the response header, else in its declared one, else like other text. */
export function decodeHtml(bytes: Uint8Array, sentAs: string | null = null): DecodedText | null {
  if (detectByteOrderMark(bytes)) return decodeText(bytes);
  for (const label of [sentAs, findDeclaredEncoding(bytes)]) {
    if (label === null) continue;
    try {
      // A declaration that was readable as ASCII cannot be in UTF-16.
      const text = decodeAs(bytes, /^utf-?16/i.test(label) ? 'utf-8' : label);
      if (text !== null && isReadable(text)) return { text, isGuessed: false };
    } catch {
      // An unknown label is ignored.
    }
  }
  return decodeText(bytes);
}
