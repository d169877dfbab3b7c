import {
  type Field,
  type FieldKind,
  type FormatContext,
  formatJson,
  formatTime,
  formatValue,
  type Tone,
  withCurrencyOf,
} from '@gantry/core';
import { escapeControls } from '../../output/wrap-text.ts';

/** How a list shows values of a field kind: alignment, maximum width in columns, format and color. */
export interface CellFormat {
  readonly right?: true;
  readonly maxWidth: number;
  readonly format?: (value: unknown, context: FormatContext) => string;
  readonly tone?: (value: unknown, field: Field) => Tone | null;
}

function getOptionTone(value: unknown, field: Field): Tone | null {
  return 'options' in field ? (field.options[String(value)]?.tone ?? null) : null;
}

/** Without seconds, which only the record page shows. */
const formatShortTime = (value: unknown, { timeZone }: FormatContext) =>
  formatTime(Number(value), timeZone).slice(0, 16);

export const cells = {
  text: { maxWidth: 36 },
  paragraph: { maxWidth: 60 },
  markdown: { maxWidth: 60 },
  integer: { maxWidth: 16, right: true },
  money: { maxWidth: 16, right: true },
  boolean: { maxWidth: 6, tone: (value) => (value === true ? 'good' : 'neutral') },
  choice: { maxWidth: 14, tone: getOptionTone },
  choices: { maxWidth: 24 },
  state: { maxWidth: 12, tone: getOptionTone },
  reference: { maxWidth: 28 },
  time: { maxWidth: 16, format: formatShortTime },
  date: { maxWidth: 10 },
  image: { maxWidth: 18 },
  color: { maxWidth: 7 },
  secret: { maxWidth: 8 },
  tags: { maxWidth: 28 },
  json: { maxWidth: 30, format: (value, { locale }) => formatJson(value, locale) },
} as const satisfies Record<FieldKind, CellFormat>;

type DataRecord = Readonly<Record<string, unknown>>;

/** Formats a value of a record as one line. A value with a label, such as a reference, is shown by its label. */
export function formatCell(name: string, field: Field, record: DataRecord, context: FormatContext): string {
  const value = record[name];
  if (value === null || value === undefined) return '';
  const label = record[`${name}Label`];
  if (typeof label === 'string')
    return escapeControls(field.kind === 'reference' ? `${label} #${String(value)}` : label);
  const cellFormat: CellFormat = cells[field.kind];
  return escapeControls(
    cellFormat.format?.(value, context) ?? formatValue(value, field, withCurrencyOf(context, field, record)),
  );
}

export function getCellTone(value: unknown, field: Field): Tone | null {
  const cellFormat: CellFormat = cells[field.kind];
  return value === null || value === undefined ? null : (cellFormat.tone?.(value, field) ?? null);
}
