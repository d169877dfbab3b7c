const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** A text that is being typed; `at` is where the cursor stands, in UTF-16 units. */
export interface EditedText {
  readonly value: string;
  readonly at: number;
}

export function createEditedText(value: string): EditedText {
  return { value, at: value.length };
}

/** The length of the whole character before a place; an emoji of several parts is one. */
function before(text: string): number {
  let last = 0;
  for (const { segment } of graphemes.segment(text)) last = segment.length;
  return last;
}

function after(text: string): number {
  for (const { segment } of graphemes.segment(text)) return segment.length;
  return 0;
}

function insert({ value, at }: EditedText, text: string): EditedText {
  return { value: value.slice(0, at) + text + value.slice(at), at: at + text.length };
}

function erase({ value }: EditedText, from: number, to: number): EditedText {
  return { value: value.slice(0, from) + value.slice(to), at: from };
}

const lineStart = ({ value, at }: EditedText) => value.lastIndexOf('\n', at - 1) + 1;
const lineEnd = ({ value, at }: EditedText) => {
  const found = value.indexOf('\n', at);
  return found < 0 ? value.length : found;
};

const moves: Readonly<Record<string, (text: EditedText) => EditedText>> = {
  left: (text) => ({ ...text, at: text.at - before(text.value.slice(0, text.at)) }),
  right: (text) => ({ ...text, at: text.at + after(text.value.slice(text.at)) }),
  home: (text) => ({ ...text, at: lineStart(text) }),
  end: (text) => ({ ...text, at: lineEnd(text) }),
  'ctrl-a': (text) => ({ ...text, at: lineStart(text) }),
  'ctrl-e': (text) => ({ ...text, at: lineEnd(text) }),
  backspace: (text) => erase(text, text.at - before(text.value.slice(0, text.at)), text.at),
  delete: (text) => erase(text, text.at, text.at + after(text.value.slice(text.at))),
  'ctrl-u': (text) => erase(text, lineStart(text), text.at),
  'ctrl-k': (text) => erase(text, text.at, lineEnd(text)),
  'ctrl-w': (text) => {
    const head = text.value.slice(0, text.at);
    return erase(text, head.length - (/(\S+\s*|\s+)$/.exec(head)?.[0].length ?? 0), text.at);
  },
};

/** The text after a key, or null when the key is none of its own. A text of one line takes no line break. */
export function applyKey(text: EditedText, key: { name: string; text: string }, lines = false): EditedText | null {
  const move = moves[key.name];
  if (move) return move(text);
  if (key.text === '') return null;
  return insert(text, lines ? key.text : key.text.replace(/[\r\n]+/g, ' '));
}

/** Up or down a line, at the same column as far as there is one; null past the first and last line. */
export function moveLine(text: EditedText, step: 1 | -1): EditedText | null {
  const start = lineStart(text);
  const column = text.at - start;
  if (step < 0) {
    if (start === 0) return null;
    const previous = lineStart({ value: text.value, at: start - 1 });
    return { ...text, at: Math.min(start - 1, previous + column) };
  }
  const end = lineEnd(text);
  if (end === text.value.length) return null;
  const nextEnd = lineEnd({ value: text.value, at: end + 1 });
  return { ...text, at: Math.min(nextEnd, end + 1 + column) };
}
