export { getRequestedValues, isRequested, selectFields } from './asked-fields.ts';
export { secretsToRetype } from './bound-secrets.ts';
export { formatBytes } from './bytes.ts';
export * from './check.ts';
export { checkInput } from './check-input.ts';
export { formatCsvText, guardFormula, quoteCsv } from './csv-text.ts';
export { escapeJson, jsonText, withoutControls } from './escaped-text.ts';
export * from './filter-schema.ts';
export { formatResult } from './format-result.ts';
export * from './kinds/base-fields.ts';
export { boolean } from './kinds/boolean.ts';
export { choice } from './kinds/choice.ts';
export { choices } from './kinds/choices.ts';
export { type ColorFamily, color, colorFamilies } from './kinds/color.ts';
export { addDays, date, isDay } from './kinds/date.ts';
export type { FormatContext, RecordNames } from './kinds/field-kind.ts';
export { image, imagePath } from './kinds/image.ts';
export { basisPoints, byteCount, formatPlainPercent, identifier, integer } from './kinds/integer.ts';
export { json } from './kinds/json.ts';
export * from './kinds/kinds.ts';
export { markdown } from './kinds/markdown.ts';
export {
  currencySign,
  defaultCurrency,
  formatFen,
  formatMoney,
  formatPlainMoney,
  formatSums,
  inCurrencyOf,
  money,
} from './kinds/money.ts';
export { paragraph } from './kinds/paragraph.ts';
export { reference } from './kinds/reference.ts';
export { maskSecret, secret } from './kinds/secret.ts';
export { state } from './kinds/state.ts';
export { tags } from './kinds/tags.ts';
export { createFullPattern, text } from './kinds/text.ts';
export { formatTime, time } from './kinds/time.ts';
export { formatNumber, formatShare } from './number-format.ts';
export { resolveQuickFilter } from './quick-filter.ts';
export * from './record-schema.ts';
export { getRegionSpan } from './region-span.ts';
export { addSums, computeSums, formatResultSums, type Sums } from './told-sums.ts';
export { formatTotals } from './totals.ts';
export { type TryProblem, testOutput } from './try-output.ts';
export { tryProblems } from './try-problems.ts';
export { formatWallTime, parseMoment, toShownMoment } from './wall-time.ts';
