import { randomBytes } from 'node:crypto';

/** Symbols of a code: no 0, O, 1, I or L, which a person would mistake for one another. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const { length: symbols } = alphabet;
/** Random symbols: 17 of 31 are 84 bits. One more is their check. */
const randomSymbols = 17;
const codeLength = randomSymbols + 1;
/** Bytes from here on would make some symbols likelier than others. */
const fairBelow = 256 - (256 % symbols);

/** The last symbol: it makes the weighted sum of all a multiple of 31, so that a slip or a swap of neighbours shows. */
function checkSymbol(body: string): string {
  let sum = 0;
  for (let at = 0; at < body.length; at += 1) sum += alphabet.indexOf(body.charAt(at)) * (at + 2);
  return alphabet.charAt((symbols - (sum % symbols)) % symbols);
}

/** Bytes asked of the system at once: asking costs more than the bytes. */
const asked = 16_384;

/** Gives fair random symbols from the system's random source, one by one. */
function createSymbols(): () => string {
  let bytes = Buffer.alloc(0);
  let at = 0;
  return () => {
    for (;;) {
      if (at === bytes.length) [bytes, at] = [randomBytes(asked), 0];
      const byte = bytes[at] ?? fairBelow;
      at += 1;
      if (byte < fairBelow) return alphabet.charAt(byte % symbols);
    }
  };
}

/** New codes from the system's random source, without grouping. */
export function newCodes(count: number): string[] {
  const symbol = createSymbols();
  return Array.from({ length: count }, () => {
    let body = '';
    while (body.length < randomSymbols) body += symbol();
    return body + checkSymbol(body);
  });
}

/** `ABCDEF-GHJKMN-PQRSTU`: how a code is printed. */
export function grouped(code: string): string {
  return code.replace(/(.{6})(?=.)/g, '$1-');
}

export type CodeRefusal = 'lookAlike' | 'length' | 'check';

/** A code as somebody typed it, in any grouping, case or width; or why it cannot be one. */
export function readCode(typed: string): { readonly code: string } | { readonly refusal: CodeRefusal } {
  const code = typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\p{P}\p{S}]/gu, '');
  if (/[01OIL]/.test(code)) return { refusal: 'lookAlike' };
  if (code.length !== codeLength || [...code].some((symbol) => !alphabet.includes(symbol)))
    return { refusal: 'length' };
  return checkSymbol(code.slice(0, -1)) === code.slice(-1) ? { code } : { refusal: 'check' };
}
