export { getRequestedValues, isRequested, selectFields } from './asked-fields.ts';
export * from './base-fields.ts';
export { boolean } from './boolean.ts';
export { secretsToRetype } from './bound-secrets.ts';
export { formatBytes } from './bytes.ts';
export * from './check.ts';
export { checkInput } from './check-input.ts';
export { choice } from './choice.ts';
export { choices } from './choices.ts';
export { type ColorFamily, color, colorFamilies } from './color.ts';
export { formatCsvText, guardFormula, quoteCsv } from './csv-text.ts';
export { addDays, date, isDay } from './date.ts';
export { escapeJson, jsonText, withoutControls } from './escaped-text.ts';
export * from './filter-schema.ts';
export { image, imagePath } from './image.ts';
export { basisPoints, byteCount, formatPlainPercent, identifier, integer } from './integer.ts';
export { json } from './json.ts';
export type { FormatContext, RecordNames } from './kind-room.ts';
export * from './kinds.ts';
export { markdown } from './markdown.ts';
export {
  currencySign,
  defaultCurrency,
  formatFen,
  formatMoney,
  formatPlainMoney,
  formatSums,
  inCurrencyOf,
  money,
} from './money.ts';
export { formatNumber, formatShare } from './number-format.ts';
export { paragraph } from './paragraph.ts';
export { resolveQuickFilter } from './quick-filter.ts';
export * from './record-schema.ts';
export { reference } from './reference.ts';
export { getRegionSpan } from './region-span.ts';
export { maskSecret, secret } from './secret.ts';
export { state } from './state.ts';
export { tags } from './tags.ts';
export { createFullPattern, text } from './text.ts';
export { formatTime, time } from './time.ts';
export { formatResult } from './told-answer.ts';
export { addSums, computeSums, formatResultSums, type Sums } from './told-sums.ts';
export { formatTotals } from './totals.ts';
export { type TryProblem, testOutput } from './try-output.ts';
export { tryProblems } from './try-problems.ts';
export { formatWallTime, parseMoment, toShownMoment } from './wall-time.ts';
