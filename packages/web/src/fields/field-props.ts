import type { FieldKind, FieldOf } from '@gantry/core';
import type { ComponentType } from 'react';

export type FieldRecord = Readonly<Record<string, unknown>>;

/** A value in a list or a detail. It is never empty: whoever draws it shows a dash for null. */
export interface CellProps<K extends FieldKind = FieldKind> {
  readonly field: FieldOf<K>;
  readonly name: string;
  readonly value: unknown;
  /** The record around the value: a reference finds its label there. */
  readonly record: FieldRecord;
  /** Whole, on as many lines as it takes; else one line of a list. */
  readonly full?: boolean;
}

/** An input of a form; empty is null. Its label is a `<label>` for `id`, or names the group. */
export interface InputProps<K extends FieldKind = FieldKind> {
  readonly id: string;
  readonly field: FieldOf<K>;
  readonly label: string;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly disabled?: boolean;
  readonly invalid?: boolean;
  /** Ids of the help and the errors under the input. */
  readonly describedBy?: string;
}

/** What narrows a list by a field; the value is what the list call takes, or null for no filter. */
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
/** A kind that cannot filter has null. */
export type FilterMap = { readonly [K in FieldKind]: ComponentType<FilterProps<K>> | null };

/** What assistive technology must know of an input, as attributes. */
export function getInputAria(props: Pick<InputProps, 'invalid' | 'describedBy'>) {
  return {
    ...(props.invalid ? { 'aria-invalid': true } : {}),
    ...(props.describedBy ? { 'aria-describedby': props.describedBy } : {}),
  };
}

/** A value as the text of an input. */
export function toText(value: unknown): string {
  return value === null || value === undefined ? '' : String(value);
}
