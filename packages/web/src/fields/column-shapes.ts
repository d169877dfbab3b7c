import type { FieldKind } from '@gantry/core';

/** How a kind stands in a column of a list. */
export interface ColumnShape {
  /** Pixels that its values usually need. */
  readonly width: number;
  /** Takes a share of the room that is left. */
  readonly grows?: boolean;
  /** Figures line up at the end of the column. */
  readonly figures?: boolean;
}

const columnShapes = {
  text: { width: 168, grows: true },
  paragraph: { width: 240, grows: true },
  markdown: { width: 240, grows: true },
  integer: { width: 96, figures: true },
  money: { width: 120, figures: true },
  boolean: { width: 88 },
  choice: { width: 112 },
  choices: { width: 160 },
  state: { width: 112 },
  reference: { width: 180, grows: true },
  time: { width: 176 },
  date: { width: 120 },
  image: { width: 88 },
  color: { width: 120 },
  secret: { width: 140 },
  tags: { width: 180, grows: true },
  json: { width: 240, grows: true },
} satisfies Record<FieldKind, ColumnShape>;

export function columnShape(kind: FieldKind): ColumnShape {
  return columnShapes[kind];
}
