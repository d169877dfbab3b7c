const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Text in an input; `cursor` is an offset in UTF-16 units. */
export interface EditableText {
  readonly value: string;
  readonly cursor: number;
}

export function createEditableText(value: string): EditableText {
  return { value, cursor: value.length };
}

/** The length of the last character in UTF-16 units; an emoji of several code points is one character. */
function measureLastGrapheme(text: string): number {
  let last = 0;
  for (const { segment } of graphemes.segment(text)) last = segment.length;
  return last;
}

function measureFirstGrapheme(text: string): number {
  for (const { segment } of graphemes.segment(text)) return segment.length;
  return 0;
}

function insert({ value, cursor }: EditableText, text: string): EditableText {
  return { value: value.slice(0, cursor) + text + value.slice(cursor), cursor: cursor + text.length };
}

function erase({ value }: EditableText, from: number, to: number): EditableText {
  return { value: value.slice(0, from) + value.slice(to), cursor: from };
}

const findLineStart = ({ value, cursor }: EditableText) => value.lastIndexOf('\n', cursor - 1) + 1;
const findLineEnd = ({ value, cursor }: EditableText) => {
  const found = value.indexOf('\n', cursor);
  return found < 0 ? value.length : found;
};

const edits: Readonly<Record<string, (text: EditableText) => EditableText>> = {
  left: (text) => ({ ...text, cursor: text.cursor - measureLastGrapheme(text.value.slice(0, text.cursor)) }),
  right: (text) => ({ ...text, cursor: text.cursor + measureFirstGrapheme(text.value.slice(text.cursor)) }),
  home: (text) => ({ ...text, cursor: findLineStart(text) }),
  end: (text) => ({ ...text, cursor: findLineEnd(text) }),
  'ctrl-a': (text) => ({ ...text, cursor: findLineStart(text) }),
  'ctrl-e': (text) => ({ ...text, cursor: findLineEnd(text) }),
  backspace: (text) => erase(text, text.cursor - measureLastGrapheme(text.value.slice(0, text.cursor)), text.cursor),
  delete: (text) => erase(text, text.cursor, text.cursor + measureFirstGrapheme(text.value.slice(text.cursor))),
  'ctrl-u': (text) => erase(text, findLineStart(text), text.cursor),
  'ctrl-k': (text) => erase(text, text.cursor, findLineEnd(text)),
  'ctrl-w': (text) => {
    const head = text.value.slice(0, text.cursor);
    return erase(text, head.length - (/(\S+\s*|\s+)$/.exec(head)?.[0].length ?? 0), text.cursor);
  },
};

/** Applies a key to the text; returns null when the key does not edit text. Without `multiline`, line breaks become spaces. */
export function applyKey(
  text: EditableText,
  key: { name: string; text: string },
  multiline = false,
): EditableText | null {
  const edit = edits[key.name];
  if (edit) return edit(text);
  if (key.text === '') return null;
  return insert(text, multiline ? key.text : key.text.replace(/[\r\n]+/g, ' '));
}

/** Moves the cursor one line up or down in the same column, or to the end of a shorter line; null past the first or last line. */
export function moveLine(text: EditableText, step: 1 | -1): EditableText | null {
  const start = findLineStart(text);
  const column = text.cursor - start;
  if (step < 0) {
    if (start === 0) return null;
    const previous = findLineStart({ value: text.value, cursor: start - 1 });
    return { ...text, cursor: Math.min(start - 1, previous + column) };
  }
  const end = findLineEnd(text);
  if (end === text.value.length) return null;
  const nextEnd = findLineEnd({ value: text.value, cursor: end + 1 });
  return { ...text, cursor: Math.min(nextEnd, end + 1 + column) };
}
