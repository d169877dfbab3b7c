import type { CellProps } from '../field-props.ts';
import { OptionTag } from '../option-tag.tsx';

export function OptionCell({ field, value }: CellProps<'choice'> | CellProps<'state'>) {
  return <OptionTag value={String(value)} option={field.options[String(value)]} />;
}
