import type { Field, FieldKind } from '@gantry/core';

/** The layout of a field type as a list column. */
export interface ColumnShape {
  /** Typical width in pixels. */
  readonly width: number;
  /** Minimum width in pixels when space is short. */
  readonly least: number;
  /** Whether the column takes a share of the remaining width. */
  readonly grows?: boolean;
  /** Whether numbers are aligned to the end of the column. */
  readonly figures?: boolean;
}

const columnShapes = {
  text: { width: 168, least: 92, grows: true },
  paragraph: { width: 240, least: 144, grows: true },
  markdown: { width: 240, least: 144, grows: true },
  integer: { width: 96, least: 76, figures: true },
  money: { width: 120, least: 104, figures: true },
  boolean: { width: 88, least: 72 },
  choice: { width: 112, least: 72 },
  choices: { width: 160, least: 112 },
  state: { width: 112, least: 72 },
  reference: { width: 180, least: 112, grows: true },
  time: { width: 156, least: 152 },
  date: { width: 120, least: 108 },
  image: { width: 88, least: 72 },
  color: { width: 120, least: 108 },
  secret: { width: 140, least: 124 },
  tags: { width: 180, least: 104, grows: true },
  json: { width: 240, least: 144, grows: true },
} satisfies Record<FieldKind, ColumnShape>;

/** A number that is shown by the name of a record takes the layout of a reference. */
export function getColumnShape(field: Field): ColumnShape {
  return field.kind === 'integer' && field.idOfAny ? columnShapes.reference : columnShapes[field.kind];
}
