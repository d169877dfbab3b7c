import {
  type Field,
  type FieldKind,
  type FormatContext,
  formatJson,
  formatTime,
  formatValue,
  inCurrencyOf,
  type Tone,
} from '@gantry/core';
import { escapeControls } from '../../output/wrap-text.ts';

/** How values of a kind stand in a list: their side, the columns that they take at most, and their color. */
export interface CellSpace {
  readonly right?: true;
  readonly most: number;
  readonly format?: (value: unknown, context: FormatContext) => string;
  readonly tone?: (value: unknown, field: Field) => Tone | null;
}

function optionTone(value: unknown, field: Field): Tone | null {
  return 'options' in field ? (field.options[String(value)]?.tone ?? null) : null;
}

/** Seconds are left to the record itself. */
const shortTime = (value: unknown, { timeZone }: FormatContext) => formatTime(Number(value), timeZone).slice(0, 16);

export const cells = {
  text: { most: 36 },
  paragraph: { most: 60 },
  markdown: { most: 60 },
  integer: { most: 16, right: true },
  money: { most: 16, right: true },
  boolean: { most: 6, tone: (value) => (value === true ? 'good' : 'neutral') },
  choice: { most: 14, tone: optionTone },
  choices: { most: 24 },
  state: { most: 12, tone: optionTone },
  reference: { most: 28 },
  time: { most: 16, format: shortTime },
  date: { most: 10 },
  image: { most: 18 },
  color: { most: 7 },
  secret: { most: 8 },
  tags: { most: 28 },
  json: { most: 30, format: (value, { locale }) => formatJson(value, locale) },
} as const satisfies Record<FieldKind, CellSpace>;

type DataRecord = Readonly<Record<string, unknown>>;

/** A value of a record as one line for a terminal; what is called by another name shows that. */
export function formatCell(name: string, field: Field, record: DataRecord, context: FormatContext): string {
  const value = record[name];
  if (value === null || value === undefined) return '';
  const label = record[`${name}Label`];
  if (typeof label === 'string')
    return escapeControls(field.kind === 'reference' ? `${label} #${String(value)}` : label);
  const space: CellSpace = cells[field.kind];
  return escapeControls(
    space.format?.(value, context) ?? formatValue(value, field, inCurrencyOf(context, field, record)),
  );
}

export function getCellTone(value: unknown, field: Field): Tone | null {
  const space: CellSpace = cells[field.kind];
  return value === null || value === undefined ? null : (space.tone?.(value, field) ?? null);
}
