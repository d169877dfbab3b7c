import type { InputProps } from '../field-props.ts';
import { WordEntry } from '../word-entry.tsx';

export function TagsInput(props: InputProps<'tags'>) {
  const words = Array.isArray(props.value) ? props.value.map(String) : [];
  return (
    <WordEntry
      id={props.id}
      label={props.label}
      words={words}
      onChange={props.onChange}
      disabled={props.disabled ?? false}
      invalid={props.invalid ?? false}
      describedBy={props.describedBy}
    />
  );
}
