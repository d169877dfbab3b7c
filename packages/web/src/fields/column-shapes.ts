import type { FieldKind } from '@gantry/core';

/** How a kind stands in a column of a list. */
export interface ColumnShape {
  /** Pixels that its values usually need. */
  readonly width: number;
  /** Pixels that it makes do with where the room is short. */
  readonly least: number;
  /** Takes a share of the room that is left. */
  readonly grows?: boolean;
  /** Figures line up at the end of the column. */
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
  time: { width: 176, least: 108 },
  date: { width: 120, least: 108 },
  image: { width: 88, least: 72 },
  color: { width: 120, least: 108 },
  secret: { width: 140, least: 124 },
  tags: { width: 180, least: 104, grows: true },
  json: { width: 240, least: 144, grows: true },
} satisfies Record<FieldKind, ColumnShape>;

export function getColumnShape(kind: FieldKind): ColumnShape {
  return columnShapes[kind];
}
