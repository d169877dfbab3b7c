export { askedFields, askedValues, isAskedFor } from './asked-fields.ts';
export * from './base-fields.ts';
export { boolean } from './boolean.ts';
export { secretsToRetype } from './bound-secrets.ts';
export { formatBytes } from './bytes.ts';
export * from './check.ts';
export { checkInput } from './check-input.ts';
export { choice } from './choice.ts';
export { choices } from './choices.ts';
export { type ColorFamily, color, colorFamilies } from './color.ts';
export { csvGuarded, csvQuoted, csvText } from './csv-text.ts';
export { date, dayAfter, isDay } from './date.ts';
export { escapeJson, jsonText, withoutControls } from './escaped-text.ts';
export * from './filter-schema.ts';
export { image, imagePath } from './image.ts';
export { basisPoints, byteCount, identifier, integer, plainPercent } from './integer.ts';
export { json } from './json.ts';
export type { FormatContext, RecordNames } from './kind-room.ts';
export * from './kinds.ts';
export { markdown } from './markdown.ts';
export {
  currencySign,
  defaultCurrency,
  formatFen,
  formatMoney,
  formatSums,
  inCurrencyOf,
  money,
  plainMoney,
} from './money.ts';
export { formatNumber, formatShare } from './number-format.ts';
export { paragraph } from './paragraph.ts';
export { quickFilters } from './quick-filter.ts';
export * from './record-schema.ts';
export { reference } from './reference.ts';
export { regionSpan } from './region-span.ts';
export { maskSecret, secret } from './secret.ts';
export { state } from './state.ts';
export { tags } from './tags.ts';
export { text, wholePattern } from './text.ts';
export { formatTime, time } from './time.ts';
export { toldAnswer } from './told-answer.ts';
export { addSums, type Sums, sumsOf, toldSums } from './told-sums.ts';
export { totalWords } from './totals.ts';
export { type TryProblem, tryOutput } from './try-output.ts';
export { tryProblems } from './try-problems.ts';
export { momentOf, shownMoment, wallTime } from './wall-time.ts';
