import './list-totals.css';
import { type AnyResource, totalWords } from '@gantry/core';
import { useFormat } from '../../i18n/index.ts';
import type { Rows } from './use-rows.ts';

interface ListTotalsProps {
  readonly resource: AnyResource;
  readonly rows: Rows;
}

/** What the definition adds up, over everything that matches. */
export function ListTotals({ resource, rows }: ListTotalsProps) {
  const { locale } = useFormat();
  const totals = totalWords(resource, rows.summary, locale);
  if (totals.length === 0 || rows.count === 0) return null;
  return (
    <dl className="list-totals">
      {totals.map(({ label, text }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
