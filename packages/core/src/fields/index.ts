export { getVisibleValues, isFieldVisible, selectVisibleFields } from './asked-fields.ts';
export { secretsToRetype } from './bound-secrets.ts';
export { formatBytes } from './bytes.ts';
export * from './check.ts';
export { checkInput } from './check.ts';
export {
  escapedCode,
  escapeJson,
  formatCsvText,
  formatTsvText,
  formula,
  guardFormula,
  jsonText,
  quoteCsv,
  withoutControls,
} from './csv-text.ts';
export * from './filter-schema.ts';
export { addSums, computeSums, formatResult, formatResultSums, type Sums } from './format-result.ts';
export * from './kinds/base-fields.ts';
export { boolean } from './kinds/boolean.ts';
export { choice, choices, formatList, state } from './kinds/choice.ts';
export { type ColorFamily, color, colorFamilies } from './kinds/color.ts';
export { date, time } from './kinds/date.ts';
export type { FormatContext, RecordNames } from './kinds/field-kind.ts';
export {
  basisPoints,
  byteCount,
  defaultCurrency,
  formatFen,
  formatMoney,
  formatPlainMoney,
  formatPlainPercent,
  formatSums,
  formatUnit,
  getAmountUnit,
  getCurrencySign,
  identifier,
  integer,
  money,
  withCurrencyOf,
} from './kinds/integer.ts';
export * from './kinds/kinds.ts';
export { image, imagePath, json, maskSecret, secret, tags } from './kinds/kinds.ts';
export { reference } from './kinds/reference.ts';
export { createFullPattern, markdown, paragraph, text } from './kinds/text.ts';
export {
  addDays,
  formatIsoTime,
  formatTime,
  formatWallTime,
  isDay,
  parseDay,
  parseDaySpan,
  parseMoment,
  parseTimeSpan,
  relativeRanges,
  toShownMoment,
} from './kinds/zoned-time.ts';
export { formatNumber, formatShare } from './number-format.ts';
export { resolveQuickFilter } from './quick-filter.ts';
export * from './record-schema.ts';
export { getRegionSpan } from './region-span.ts';
export { formatTotals } from './totals.ts';
export { connectionTestOutput, type TestProblem, testProblems } from './try-output.ts';
