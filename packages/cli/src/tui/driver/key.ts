/** One key press, or a text that was pasted or typed in one go. */
export interface Key {
  /** `enter`, `escape`, `up`, `ctrl-s`, `space`, `paste`, or the character itself. */
  readonly name: string;
  /** What it adds to a text; empty for keys that add nothing. */
  readonly text: string;
  /** The bytes as they came. */
  readonly raw: string;
}

export function createCharacterKey(text: string): Key {
  return { name: text === ' ' ? 'space' : text, text, raw: text };
}
