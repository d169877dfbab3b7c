/** Signs that neither Word nor an editor holds. */
const unheld = /[^\P{Cc}\t\n]|[\ufffe\uffff]/gu;

/** Text with its lines ended alike, and without signs that no document holds. */
export const escapeMarkdown = (text: string) => text.replace(/\r\n?/g, '\n').replace(unheld, '').toWellFormed();

interface Fence {
  readonly sign: string;
  readonly length: number;
}

/** A fence at the start of a line is in no list and no quotation, so that only its closing fence ends it. */
function openedBy(line: string): Fence | null {
  const run = /^(`{3,})[^`]*$|^(~{3,})/.exec(line);
  const marks = run?.[1] ?? run?.[2];
  return marks === undefined ? null : { sign: marks.slice(0, 1), length: marks.length };
}

function isClosedBy(line: string, { sign, length }: Fence): boolean {
  const marks = /^ {0,3}(`+|~+)[ \t]*$/.exec(line)?.[1];
  return marks?.startsWith(sign) === true && marks.length >= length;
}

const escaped = (text: string) => text.replace(/\\?<(?=[a-z/!?])/gi, '&lt;');

/** A line with its tags as text, and whether what it says of code ends with it. */
function lineWithoutTags(line: string): { readonly text: string; readonly isFullWidth: boolean } {
  const parts = line.split(/(`+)/);
  if (/\\`|[|]/.test(line)) return { text: escaped(line), isFullWidth: !line.includes('`') };
  let text = '';
  for (let at = 0; at < parts.length; at += 2) {
    text += escaped(parts[at] ?? '');
    const run = parts[at + 1];
    if (run === undefined) break;
    const end = parts.indexOf(run, at + 3);
    // Nothing but runs of the same length end a code; the others are part of it.
    if (end < 0) return { text: text + escaped(parts.slice(at + 1).join('')), isFullWidth: false };
    text += parts.slice(at + 1, end + 1).join('');
    at = end - 1;
  }
  return { text, isFullWidth: true };
}

/**
 * Markdown in which no tag of its writer is one any more, for whoever opens it in a viewer that lets HTML live. Code keeps its
 * signs where it is beyond doubt that it is code.
 */
export function stripTags(markdown: string): string {
  let fence: Fence | null = null;
  let isCertain = true;
  const lines = escapeMarkdown(markdown)
    .split('\n')
    .map((line) => {
      if (fence) {
        if (isClosedBy(line, fence)) fence = null;
        return line;
      }
      fence = openedBy(line);
      if (fence) {
        isCertain = true;
        return escaped(line);
      }
      if (line.trim() === '') isCertain = true;
      const { text, isFullWidth } = isCertain ? lineWithoutTags(line) : { text: escaped(line), isFullWidth: false };
      isCertain = isFullWidth;
      return text;
    });
  return `${lines.join('\n').trimEnd()}\n`;
}
