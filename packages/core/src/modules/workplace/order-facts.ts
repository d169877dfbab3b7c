import { formatMetric } from '../../calls/tell-figure.ts';
import type { Locale } from '../../definition/index.ts';
import { formatSums } from '../../fields/index.ts';
import type { OrderPanelAnswer } from './panel-answers.ts';

/** Returns the metrics of the order panel by label: those in its currency, then payments and refunds in others. */
export function listOrderFacts(
  { summary, labels, range, others }: OrderPanelAnswer,
  locale: Locale,
): { readonly key: string; readonly label: string; readonly text: string }[] {
  const own = Object.entries(summary ?? {}).map(([key, value]) => ({
    ...{ key, label: labels[key] ?? key },
    text: formatMetric(key, value, locale, range.currency),
  }));
  const getSums = (of: 'paidFen' | 'refundedFen') =>
    others.filter((one) => one[of] > 0).map((one) => ({ currency: one.currency, amount: one[of] }));
  const [paid, refunded] = [getSums('paidFen'), getSums('refundedFen')];
  return [
    ...own,
    ...(paid.length > 0 ? [{ key: 'otherPaid', label: labels.otherPaid ?? '', text: formatSums(paid, locale) }] : []),
    ...(refunded.length > 0
      ? [{ key: 'otherRefunded', label: labels.otherRefunded ?? '', text: formatSums(refunded, locale) }]
      : []),
  ];
}
