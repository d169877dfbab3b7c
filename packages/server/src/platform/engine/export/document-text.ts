/** Characters that neither Word nor an editor can store. */
const unsupported = /[^\P{Cc}\t\n]|[\ufffe\uffff]/gu;

/** Normalizes line ends and removes characters that documents cannot store. */
export const normalizeText = (text: string) => text.replace(/\r\n?/g, '\n').replace(unsupported, '').toWellFormed();

interface Fence {
  readonly marker: string;
  readonly length: number;
}

/**
 * Returns the fence that a line opens, or null. Only a fence without indentation counts: it is in no list or quote, so only its
 * closing fence ends it.
 */
function parseOpeningFence(line: string): Fence | null {
  const run = /^(`{3,})[^`]*$|^(~{3,})/.exec(line);
  const marks = run?.[1] ?? run?.[2];
  return marks === undefined ? null : { marker: marks.slice(0, 1), length: marks.length };
}

function isClosedBy(line: string, { marker: sign, length }: Fence): boolean {
  const marks = /^ {0,3}(`+|~+)[ \t]*$/.exec(line)?.[1];
  return marks?.startsWith(sign) === true && marks.length >= length;
}

const escapeTags = (text: string) => text.replace(/\\?<(?=[a-z/!?])/gi, '&lt;');

/** Escapes the tags of a line. `isBalanced` tells whether all code spans of the line end in it. */
function escapeLine(line: string): { readonly text: string; readonly isBalanced: boolean } {
  const parts = line.split(/(`+)/);
  if (/\\`|[|]/.test(line)) return { text: escapeTags(line), isBalanced: !line.includes('`') };
  let text = '';
  for (let at = 0; at < parts.length; at += 2) {
    text += escapeTags(parts[at] ?? '');
    const run = parts[at + 1];
    if (run === undefined) break;
    const end = parts.indexOf(run, at + 3);
    // Only a run of backticks of the same length ends a code span; other runs are part of it.
    if (end < 0) return { text: text + escapeTags(parts.slice(at + 1).join('')), isBalanced: false };
    text += parts.slice(at + 1, end + 1).join('');
    at = end - 1;
  }
  return { text, isBalanced: true };
}

/** Escapes the HTML tags of a Markdown text, for viewers that render HTML. Text that is certainly code remains unchanged. */
export function stripTags(markdown: string): string {
  let fence: Fence | null = null;
  let isCertain = true;
  const lines = normalizeText(markdown)
    .split('\n')
    .map((line) => {
      if (fence) {
        if (isClosedBy(line, fence)) fence = null;
        return line;
      }
      fence = parseOpeningFence(line);
      if (fence) {
        isCertain = true;
        return escapeTags(line);
      }
      if (line.trim() === '') isCertain = true;
      const { text, isBalanced } = isCertain ? escapeLine(line) : { text: escapeTags(line), isBalanced: false };
      isCertain = isBalanced;
      return text;
    });
  return `${lines.join('\n').trimEnd()}\n`;
}
