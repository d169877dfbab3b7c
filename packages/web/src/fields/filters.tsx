import type { Field } from '@gantry/core';
import { BooleanFilter } from './boolean/filter.tsx';
import { OptionFilter } from './choice/filter.tsx';
import { ColorFilter } from './color/filter.tsx';
import { DateFilter } from './date/filter.tsx';
import type { Filter, FilterMap, FilterProps } from './field-props.ts';
import { IntegerFilter } from './integer/filter.tsx';
import { MoneyFilter } from './money/filter.tsx';
import { ReferenceFilter } from './reference/filter.tsx';
import { TextFilter, WordsFilter } from './text/filter.tsx';
import { TimeFilter } from './time/filter.tsx';

/** How each kind narrows a list; null for those that cannot. A kind without a line here does not compile. */
const filters = {
  text: TextFilter,
  paragraph: null,
  markdown: null,
  integer: IntegerFilter,
  money: MoneyFilter,
  boolean: BooleanFilter,
  choice: OptionFilter,
  choices: OptionFilter,
  state: OptionFilter,
  reference: ReferenceFilter,
  time: TimeFilter,
  date: DateFilter,
  image: null,
  color: ColorFilter,
  secret: null,
  tags: WordsFilter,
  json: null,
} satisfies FilterMap;

export function FieldFilter(props: Omit<FilterProps, 'field'> & { readonly field: Field }) {
  const Shown = filters[props.field.kind] as unknown as Filter | null;
  return Shown === null ? null : <Shown {...props} />;
}
