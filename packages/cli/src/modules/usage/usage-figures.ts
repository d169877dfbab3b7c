import {
  costPerYuan,
  formatMoney,
  type Locale,
  type UsageDimension,
  type UsageMeasure,
  type UsageSums,
} from '@gantry/core';

const singles: readonly UsageDimension[] = ['day', 'hour', 'user', 'model', 'key', 'capability'];

const twos = singles.flatMap((first, at) => singles.slice(at + 1).map((second) => [first, second] as const));
const isMostRequested = ([first, second]: (typeof twos)[number]) => first === 'user' && second === 'model';

/** Every grouping by one or two dimensions; who used which model is asked most of the latter, and has a digit for its key. */
export const pairs: readonly (readonly UsageDimension[])[] = [
  ...singles.map((name) => [name]),
  ...twos.filter(isMostRequested),
  ...twos.filter((two) => !isMostRequested(two)),
];

function value(sums: UsageSums, measure: UsageMeasure): number {
  const { chargedCoin, chargedCompute, promptTokens, completionTokens, requests, upstreamCost } = sums;
  if (measure === 'credits') return chargedCoin + chargedCompute;
  if (measure === 'tokens') return promptTokens + completionTokens;
  return { coin: chargedCoin, compute: chargedCompute, requests, cost: upstreamCost }[measure];
}

/** To the fen; what is less than one is said as it is, and not as nothing. */
function costOf(cost: number, locale: Locale): string {
  const perFen = costPerYuan / 100;
  if (cost > 0 && cost < perFen) return formatMoney(cost, { decimals: 6 }, locale);
  return formatMoney(Math.round(cost / perFen), {}, locale);
}

function written(sums: UsageSums, measure: UsageMeasure, locale: Locale): string {
  const figure = value(sums, measure);
  return measure === 'cost' ? costOf(figure, locale) : new Intl.NumberFormat(locale).format(figure);
}

/** A measure of some sums: as a person reads it, and as a number. */
export const figureOf = Object.assign(written, { value });
