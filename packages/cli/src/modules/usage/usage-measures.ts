import {
  costPerYuan,
  formatMoney,
  type Locale,
  type UsageDimension,
  type UsageMeasure,
  type UsageSums,
} from '@gantry/core';

const singleDimensions: readonly UsageDimension[] = ['day', 'hour', 'user', 'model', 'key', 'capability'];

const dimensionPairs = singleDimensions.flatMap((first, at) =>
  singleDimensions.slice(at + 1).map((second) => [first, second] as const),
);
const isMostRequested = ([first, second]: (typeof dimensionPairs)[number]) => first === 'user' && second === 'model';

/** All groupings by one or two dimensions. The most common pair, user and model, comes first to get a digit as its key. */
export const pairs: readonly (readonly UsageDimension[])[] = [
  ...singleDimensions.map((name) => [name]),
  ...dimensionPairs.filter(isMostRequested),
  ...dimensionPairs.filter((two) => !isMostRequested(two)),
];

function getValue(sums: UsageSums, measure: UsageMeasure): number {
  const { chargedCoin, chargedCompute, promptTokens, completionTokens, requests, upstreamCost } = sums;
  if (measure === 'credits') return chargedCoin + chargedCompute;
  if (measure === 'tokens') return promptTokens + completionTokens;
  return { coin: chargedCoin, compute: chargedCompute, requests, cost: upstreamCost }[measure];
}

/** Formats a cost with two decimals; an amount below 0.01 in full, so that it does not look like zero. */
function formatCost(cost: number, locale: Locale): string {
  const perFen = costPerYuan / 100;
  if (cost > 0 && cost < perFen) return formatMoney(cost, { decimals: 6 }, locale);
  return formatMoney(Math.round(cost / perFen), {}, locale);
}

function formatMeasure(sums: UsageSums, measure: UsageMeasure, locale: Locale): string {
  const figure = getValue(sums, measure);
  return measure === 'cost' ? formatCost(figure, locale) : new Intl.NumberFormat(locale).format(figure);
}

/** Formats a measure of some sums; `figureOf.value` returns it as a number. */
export const figureOf = Object.assign(formatMeasure, { value: getValue });
