import type { FieldKind, FieldOf } from '@gantry/core';
import type { ComponentType } from 'react';

export type FieldRecord = Readonly<Record<string, unknown>>;

/** A value in a list or in details. It is never empty: the caller shows a dash for null. */
export interface CellProps<K extends FieldKind = FieldKind> {
  readonly field: FieldOf<K>;
  readonly name: string;
  readonly value: unknown;
  /** The record of the value: a reference reads its label from it. */
  readonly record: FieldRecord;
  /** Shows the full value on as many lines as needed; otherwise one line of a list. */
  readonly full?: boolean;
}

/** A form input; null is empty. A `<label>` for `id` names it, or `label` names the group. */
export interface InputProps<K extends FieldKind = FieldKind> {
  readonly id: string;
  readonly field: FieldOf<K>;
  readonly label: string;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly disabled?: boolean;
  readonly invalid?: boolean;
  /** IDs of the help and the errors below the input. */
  readonly describedBy?: string;
}

/** A filter of a list by a field. The value is the one that the list call takes, or null for no filter. */
export interface FilterProps<K extends FieldKind = FieldKind> {
  readonly field: FieldOf<K>;
  readonly label: string;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

export type Cell = ComponentType<CellProps>;
export type Input = ComponentType<InputProps>;
export type Filter = ComponentType<FilterProps>;
export type CellMap = { readonly [K in FieldKind]: ComponentType<CellProps<K>> };
export type InputMap = { readonly [K in FieldKind]: ComponentType<InputProps<K>> };
/** Null for field types that cannot be filtered. */
export type FilterMap = { readonly [K in FieldKind]: ComponentType<FilterProps<K>> | null };

/** Returns the ARIA attributes of an input. */
export function getInputAria(props: Pick<InputProps, 'invalid' | 'describedBy'>) {
  return {
    ...(props.invalid ? { 'aria-invalid': true } : {}),
    ...(props.describedBy ? { 'aria-describedby': props.describedBy } : {}),
  };
}

/** Converts a value to the text of an input. */
export function toText(value: unknown): string {
  return value === null || value === undefined ? '' : String(value);
}
