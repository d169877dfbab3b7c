import type { Field } from '@gantry/core';
import { BooleanCell } from './boolean/cell.tsx';
import { OptionCell } from './choice/cell.tsx';
import { ChoicesCell } from './choices/cell.tsx';
import { ColorCell } from './color/cell.tsx';
import type { Cell, CellMap, CellProps, FieldRecord } from './field-props.ts';
import { ImageCell } from './image/cell.tsx';
import { JsonCell } from './json/cell.tsx';
import { MarkdownCell } from './markdown/cell.tsx';
import { FigureCell, PlainCell } from './plain-cell.tsx';
import { NumberCell, ReferenceCell } from './reference/cell.tsx';
import { SecretCell } from './secret/cell.tsx';
import { TagsCell } from './tags/cell.tsx';
import { TextCell } from './text/cell.tsx';
import { TimeCell } from './time/cell.tsx';

/** The cell component of each field type. The type requires an entry for every field type. */
const cells = {
  text: TextCell,
  paragraph: PlainCell,
  markdown: MarkdownCell,
  integer: NumberCell,
  money: FigureCell,
  boolean: BooleanCell,
  choice: OptionCell,
  choices: ChoicesCell,
  state: OptionCell,
  reference: ReferenceCell,
  time: TimeCell,
  date: FigureCell,
  image: ImageCell,
  color: ColorCell,
  secret: SecretCell,
  tags: TagsCell,
  json: JsonCell,
} satisfies CellMap;

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

interface FieldCellProps extends Omit<CellProps, 'field' | 'value'> {
  readonly field: Field;
  readonly record: FieldRecord;
}

/** The value of a record field; a dash when it is empty. */
export function FieldCell({ field, name, record, full = false }: FieldCellProps) {
  const value = record[name];
  if (isEmpty(value)) return <span className="dim">–</span>;
  const Shown = cells[field.kind] as unknown as Cell;
  return <Shown field={field} name={name} value={value} record={record} full={full} />;
}
