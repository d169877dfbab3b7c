import './fields.css';
import { type Field, type FieldKind, formatValue, withCurrencyOf } from '@gantry/core';
import { useFormat } from '../app/i18n/index.ts';
import type { CellProps } from './field-props.ts';

/** A value formatted by its field type: one line in a list, the full text in details. */
export function PlainCell<K extends FieldKind>({ field, value, record, full }: CellProps<K>) {
  const text = formatValue(value, field as Field, withCurrencyOf(useFormat(), field as Field, record));
  // Isolated, so that a right-to-left value does not reorder the surrounding text.
  return full ? <bdi className="whole-text">{text}</bdi> : <bdi title={text.slice(0, 500)}>{text}</bdi>;
}

/** Digits of equal width, so that columns of numbers align. */
export function FigureCell<K extends FieldKind>(props: CellProps<K>) {
  return (
    <span className="figure">
      <PlainCell {...props} />
    </span>
  );
}
