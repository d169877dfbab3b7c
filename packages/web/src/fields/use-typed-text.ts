import { useState } from 'react';

interface Typed {
  readonly text: string;
  readonly value: unknown;
}

/**
 * The text of an input whose value is not text. What was typed stays as it was typed (`12.`, `1,2`) as long as it means
 * the value; a value set from outside is printed again. What cannot be read is handed on as it is, to be rejected.
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
