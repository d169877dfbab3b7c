import './fields.css';
import { type Field, type FieldKind, formatValue, inCurrencyOf } from '@gantry/core';
import { useFormat } from '../app/i18n/index.ts';
import type { CellProps } from './field-props.ts';

/** A value as the kind formats it: one line in a list, all of it in a detail. */
export function PlainCell<K extends FieldKind>({ field, value, record, full }: CellProps<K>) {
  const text = formatValue(value, field as Field, inCurrencyOf(useFormat(), field as Field, record));
  // Isolated, so that the direction of a value does not turn the words next to it around.
  return full ? <bdi className="whole-text">{text}</bdi> : <bdi title={text.slice(0, 500)}>{text}</bdi>;
}

/** Digits of one width, so that columns of figures line up. */
export function FigureCell<K extends FieldKind>(props: CellProps<K>) {
  return (
    <span className="figure">
      <PlainCell {...props} />
    </span>
  );
}
