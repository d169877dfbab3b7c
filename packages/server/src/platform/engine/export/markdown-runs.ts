/** A stretch of text that looks alike. */
export interface Run {
  readonly text: string;
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly code?: boolean;
}

/** Places of delimiters, and text between them. */
type Token = { text: string; code?: boolean; mark?: { sign: string; opens: boolean; closes: boolean; used?: 1 | -1 } };

/** How far a link reaches, in UTF-16 units: what is longer is text. */
const longestLink = 2000;

/** `[words](address)` at a place, as words with the address behind them. */
function linkAt(text: string, at: number): { readonly shown: string; readonly end: number } | null {
  const isImage = text[at] === '!';
  const found = /^!?\[([^[\]]*)\]\(([^()\s]*)(?:\s+"[^"]*")?\)/.exec(text.slice(at, at + longestLink));
  if (!found) return null;
  const [full, words = '', address = ''] = found;
  const shown = isImage || words === address || address === '' ? words || address : `${words} (${address})`;
  return { shown, end: at + full.length };
}

/** Finds where a code ends: the next run of as many backquotes. It is asked from the beginning to the end, and walks on as it is. */
function endsOfCode(text: string): (run: string, after: number) => number {
  const positions = new Map<string, number[]>();
  for (const { 0: run, index } of text.matchAll(/`+/g)) {
    const same = positions.get(run);
    if (same) same.push(index);
    else positions.set(run, [index]);
  }
  const passed = new Map<string, number>();
  return (run, after) => {
    const same = positions.get(run) ?? [];
    let at = passed.get(run) ?? 0;
    while (at < same.length && (same[at] ?? 0) < after) at += 1;
    passed.set(run, at);
    return same[at] ?? -1;
  };
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  const endOf = endsOfCode(text);
  const special = /\\[!-/:-@[-`{-~]|`+|\*\*|\*|__|_|!?\[/g;
  let from = 0;
  for (let found = special.exec(text); found; found = special.exec(text)) {
    const [sign] = found;
    const at = found.index;
    const take = (end: number, ...made: Token[]) => {
      if (at > from) tokens.push({ text: text.slice(from, at) });
      tokens.push(...made);
      from = end;
      special.lastIndex = end;
    };
    const next = at + sign.length;
    if (sign.startsWith('\\')) take(next, { text: sign.slice(1) });
    else if (sign.startsWith('`')) {
      const end = endOf(sign, next);
      if (end >= 0) take(end + sign.length, { text: text.slice(next, end).replace(/^ (.+) $/, '$1'), code: true });
    } else if (sign.endsWith('[')) {
      const link = linkAt(text, at);
      if (link) take(link.end, { text: link.shown });
    } else {
      const [before, behind] = [text[at - 1] ?? ' ', text[next] ?? ' '];
      const isWithin = sign.startsWith('_') && /\w/.test(before) && /\w/.test(behind);
      if (!isWithin) take(next, { text: sign, mark: { sign, opens: /\S/.test(behind), closes: /\S/.test(before) } });
    }
  }
  if (from < text.length) tokens.push({ text: text.slice(from) });
  return tokens;
}

/** Bold, italic and code of a paragraph of Markdown; what is never ended, and every tag, is text. */
export function parseRuns(text: string): Run[] {
  const tokens = tokensOf(text);
  const open = new Map<string, Token>();
  for (const token of tokens) {
    const { mark } = token;
    if (!mark) continue;
    const begun = open.get(mark.sign);
    if (mark.closes && begun?.mark) {
      begun.mark.used = 1;
      mark.used = -1;
      open.delete(mark.sign);
    } else if (mark.opens) open.set(mark.sign, token);
  }
  const deep = { bold: 0, italic: 0 };
  const runs: Run[] = [];
  for (const { text: said, code, mark } of tokens) {
    if (mark?.used) deep[mark.sign.length === 2 ? 'bold' : 'italic'] += mark.used;
    else if (said !== '') runs.push({ text: said, bold: deep.bold > 0, italic: deep.italic > 0, code: code === true });
  }
  return runs;
}
