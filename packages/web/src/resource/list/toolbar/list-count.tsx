import './list-count.css';
import { type AnyResource, formatTotals, type ListLook, totalCap } from '@gantry/core';
import { createPortal } from 'react-dom';
import { useFormat } from '../../../app/i18n/index.ts';
import { useWords } from '../../../fields/index.ts';
import { usePageHeadSlots } from '../../../ui/parts/index.ts';
import type { Rows } from '../use-rows.ts';

interface ListCountProps {
  readonly resource: AnyResource;
  readonly rows: Rows;
  readonly flow: ListLook['flow'];
}

/** The number of matches, the visible range and the totals. */
export function ListCount({ resource, rows, flow }: ListCountProps) {
  const t = useWords();
  const format = useFormat();
  const { total, first, count } = rows;
  const head = usePageHeadSlots().count;
  const shortTotal = rows.capped ? `${format.number(totalCap)}+` : format.number(total ?? 0);
  return (
    <div className="list-count">
      {head && total !== null ? createPortal(<span aria-hidden="true">{shortTotal}</span>, head) : null}
      <span className="pager-total" role="status">
        {total === null
          ? ''
          : rows.capped
            ? t('resource.list.capped')
            : t('resource.list.total', { count: format.number(total) })}
        {count > 0 && flow === 'pages' && total !== null ? (
          <span className="dim">
            {' '}
            {t('resource.list.shown', { from: format.number(first + 1), to: format.number(first + count) })}
          </span>
        ) : null}
      </span>
      {rows.countAll && rows.capped ? (
        <button type="button" className="count-all" onClick={rows.countAll}>
          {t('resource.list.countAll')}
        </button>
      ) : null}
      <ListTotals resource={resource} rows={rows} />
    </div>
  );
}

/** The totals of the definition over all matches. */
function ListTotals({ resource, rows }: Omit<ListCountProps, 'flow'>) {
  const format = useFormat();
  const totals = formatTotals(resource, rows.summary, format);
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
