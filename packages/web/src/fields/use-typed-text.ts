import { useState } from 'react';

interface Typed {
  readonly text: string;
  readonly value: unknown;
}

/**
 * Manages the text of an input whose value is not text. Typed text is preserved (`12.`, `1,2`) as long as it represents the value; a
 * value set from outside is formatted again. Text that cannot be parsed is passed on unchanged, so that validation rejects it.
 */
export function useTypedText(
  value: unknown,
  print: (value: unknown) => string,
  parse: (text: string) => unknown,
  onChange: (value: unknown) => void,
): readonly [string, (text: string) => void] {
  const [typed, setTyped] = useState<Typed>(() => ({ text: print(value), value }));
  const fits = JSON.stringify(typed.value ?? null) === JSON.stringify(value ?? null);
  const change = (text: string) => {
    const parsed = parse(text);
    setTyped({ text, value: parsed });
    onChange(parsed);
  };
  return [fits ? typed.text : print(value), change];
}
