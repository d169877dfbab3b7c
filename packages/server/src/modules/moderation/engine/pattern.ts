import { RE2JS, RE2JSException, RE2JSSyntaxException } from 're2js';
import { letter as lastContentKind } from './characters.ts';
import { type Normalise, toPlainString } from './normalise.ts';

/** Why a pattern is refused; a stable key, to be put into words by whoever asks. */
export const patternProblems = ['empty', 'tooLong', 'badSyntax', 'unsupported', 'emptyMatch', 'tooComplex'] as const;
export type PatternProblem = (typeof patternProblems)[number];

/** A pattern that is safe to run: linear time in RE2's way, and of bounded size. */
export interface Pattern {
  readonly source: string;
  readonly compiled: RE2JS;
}

/** `at` is the part of the pattern that is at fault, where the engine can tell. */
export type CompiledPattern =
  | { readonly ok: true; readonly pattern: Pattern }
  | { readonly ok: false; readonly reason: PatternProblem; readonly at?: string };

/** Characters of a pattern as it is written. */
const longestPattern = 256;
/** Instructions: what bounds the time of a search, together with the length of the text. */
const largestProgram = 300;
const slowestCompile = 50;
export const patternFlags = RE2JS.CASE_INSENSITIVE;

/** Texts on which a pattern that can match nothing at all shows it: word edges, line ends, repeated groups. */
const probes = ['', 'a', '1', ' ', '中', 'a b', '中文, a1'];

/**
 * Checks and compiles a pattern in RE2's syntax. `\uXXXX` and `\u{X}` are understood as well. Letters that the
 * normaliser would fold (traditional, full width) are folded in the pattern too, except at the ends of a range.
 */
export function compilePattern(source: string, normalise: Normalise): CompiledPattern {
  if (source.trim() === '') return { ok: false, reason: 'empty' };
  if (source.length > longestPattern) return { ok: false, reason: 'tooLong' };
  let compiled: RE2JS;
  try {
    const folded = foldLetters(withCodePoints(source), normalise);
    const started = performance.now();
    compiled = RE2JS.compile(folded, patternFlags);
    // A pause of the process may look like a slow pattern, so the second try decides.
    if (performance.now() - started > slowestCompile && isSlow(folded)) return { ok: false, reason: 'tooComplex' };
  } catch (error) {
    if (error instanceof RE2JSException) return rejection(error, source);
    throw error;
  }
  if (compiled.programSize() > largestProgram) return { ok: false, reason: 'tooComplex' };
  if (probes.some((probe) => matchesNothing(compiled, probe))) return { ok: false, reason: 'emptyMatch' };
  return { ok: true, pattern: { source, compiled } };
}

function isSlow(pattern: string): boolean {
  const started = performance.now();
  RE2JS.compile(pattern, patternFlags);
  return performance.now() - started > slowestCompile;
}

function matchesNothing(compiled: RE2JS, probe: string): boolean {
  const matcher = compiled.matcher(probe);
  while (matcher.find()) if (matcher.start() === matcher.end()) return true;
  return false;
}

const lookaround = /\(\?<?[=!]|\(\?>|\(\?\(|\(\?R\)/;
const backReference = /\\[1-9kg]/;
const possessive = /[*+?}]\+/;
const otherEscape = /^\\[cCGhHKNRXZe]/;

function rejection(error: RE2JSException, source: string): CompiledPattern {
  const at = error instanceof RE2JSSyntaxException ? (error.getPattern() ?? '').replace(/^\(\?i\)/, '') : '';
  const reason = reasonOf(error, source, at);
  return at === '' ? { ok: false, reason } : { ok: false, reason, at };
}

function reasonOf(error: RE2JSException, source: string, at: string): PatternProblem {
  const message = error instanceof RE2JSSyntaxException ? error.error : error.message;
  if (/too large|too deep|nests too/.test(message)) return 'tooComplex';
  if (message === 'invalid repeat count')
    return /\{(\d+),?(\d*)\}/.exec(at) === null || isReversed(at) ? 'badSyntax' : 'tooComplex';
  const isUnsupported =
    (/Perl syntax|named capture/.test(message) && lookaround.test(source)) ||
    (message === 'invalid escape sequence' && (backReference.test(at) || otherEscape.test(at))) ||
    (message === 'invalid nested repetition operator' && possessive.test(at));
  return isUnsupported ? 'unsupported' : 'badSyntax';
}

/** `{5,2}` */
function isReversed(repeat: string): boolean {
  const [, least, most] = /\{(\d+),(\d+)\}/.exec(repeat) ?? [];
  return least !== undefined && most !== undefined && Number(least) > Number(most);
}

/** RE2 writes `\x{4e00}` for what JavaScript writes as `\u4e00`. */
function withCodePoints(source: string): string {
  return source.replace(/\\(?:u([0-9a-f]{4})|u\{([0-9a-f]{1,6})\}|.)/gisu, (written, four, braced) => {
    const code: string | undefined = four ?? braced;
    return code === undefined ? written : `\\x{${code}}`;
  });
}

function foldLetters(pattern: string, normalise: Normalise): string {
  const characters = [...pattern];
  return characters
    .map((character, index) => {
      if (character < '\u{80}' || characters[index - 1] === '-' || characters[index + 1] === '-') return character;
      const folded = normalise(character);
      const isOneLetter = folded.length === 1 && (folded.kinds[0] as number) <= lastContentKind;
      return isOneLetter ? toPlainString(folded) : character;
    })
    .join('');
}
