import { costPerYuan, type Locale, type UsageDimension, type UsageMeasure, type UsageSums } from '@gantry/core';

const singles: readonly UsageDimension[] = ['day', 'hour', 'user', 'model', 'key', 'capability'];

/** Every grouping by one or two dimensions. */
export const pairs: readonly (readonly UsageDimension[])[] = [
  ...singles.map((name) => [name]),
  ...singles.flatMap((first, at) => singles.slice(at + 1).map((second) => [first, second])),
];

function value(sums: UsageSums, measure: UsageMeasure): number {
  const { chargedCoin, chargedPower, promptTokens, completionTokens, requests, upstreamCost } = sums;
  if (measure === 'points') return chargedCoin + chargedPower;
  if (measure === 'tokens') return promptTokens + completionTokens;
  return { coin: chargedCoin, power: chargedPower, requests, cost: upstreamCost }[measure];
}

function written(sums: UsageSums, measure: UsageMeasure, locale: Locale): string {
  const figure = value(sums, measure);
  return measure === 'cost' ? (figure / costPerYuan).toFixed(2) : new Intl.NumberFormat(locale).format(figure);
}

/** A measure of some sums: as a person reads it, and as a number. */
export const figureOf = Object.assign(written, { value });
