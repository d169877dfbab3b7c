import type { Field } from '@gantry/core';
import { BooleanInput } from './boolean/input.tsx';
import { OptionInput } from './choice/input.tsx';
import { ChoicesInput } from './choices/input.tsx';
import { ColorInput } from './color/input.tsx';
import { DateInput } from './date/input.tsx';
import type { Input, InputMap, InputProps } from './field-props.ts';
import { ImageInput } from './image/input.tsx';
import { IntegerInput } from './integer/input.tsx';
import { JsonInput } from './json/input.tsx';
import { MarkdownInput } from './markdown/input.tsx';
import { MoneyInput } from './money/input.tsx';
import { ParagraphInput } from './paragraph/input.tsx';
import { ReferenceInput } from './reference/input.tsx';
import { SecretInput } from './secret/input.tsx';
import { TagsInput } from './tags/input.tsx';
import { TextInput } from './text/input.tsx';
import { TimeInput } from './time/input.tsx';

/** How each kind is typed; a kind without a line here does not compile. A state is chosen only in an action's dialog. */
const inputs = {
  text: TextInput,
  paragraph: ParagraphInput,
  markdown: MarkdownInput,
  integer: IntegerInput,
  money: MoneyInput,
  boolean: BooleanInput,
  choice: OptionInput,
  choices: ChoicesInput,
  state: OptionInput,
  reference: ReferenceInput,
  time: TimeInput,
  date: DateInput,
  image: ImageInput,
  color: ColorInput,
  secret: SecretInput,
  tags: TagsInput,
  json: JsonInput,
} satisfies InputMap;

export function FieldInput(props: Omit<InputProps, 'field'> & { readonly field: Field }) {
  const Shown = inputs[props.field.kind] as unknown as Input;
  return <Shown {...props} />;
}
