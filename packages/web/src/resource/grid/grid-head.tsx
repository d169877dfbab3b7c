import { fitWidth } from '@gantry/core';
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { useSay } from '../../app/i18n/index.ts';
import { useWords } from '../../fields/index.ts';
import { Tooltip } from '../../ui/index.ts';
import type { GridColumn } from './columns.ts';
import type { GridProps } from './grid.tsx';
import { GridBox } from './grid-box.tsx';
import { getCellClass, getCellStyle } from './grid-row.tsx';

function getAriaSort(column: GridColumn, sort: GridProps['sort']) {
  if (!column.sortable) return undefined;
  if (sort?.field !== column.name) return 'none';
  return sort.order === 'asc' ? 'ascending' : 'descending';
}

export function GridHead(props: GridProps) {
  const t = useWords();
  const { columns, headings, sort, pickedState } = props;
  return (
    <GridBox role="rowgroup" className="grid-head">
      <GridBox role="row" className="grid-row" aria-rowindex={1}>
        <GridBox role="columnheader" className="grid-cell pick stuck" aria-colindex={1}>
          <input
            type="checkbox"
            className="grid-check"
            checked={pickedState === 'all'}
            ref={(box) => {
              if (box) box.indeterminate = pickedState === 'some';
            }}
            aria-label={t('resource.list.selectAll')}
            onChange={props.onPickAll}
          />
        </GridBox>
        {columns.map((column, at) => (
          <GridBox
            role="columnheader"
            key={column.name}
            className={getCellClass(column)}
            style={getCellStyle(column)}
            aria-colindex={at + 2}
            aria-sort={getAriaSort(column, sort)}
          >
            <Heading column={column} words={headings[column.name] ?? column.name} grid={props} />
            <ResizeHandle column={column} label={headings[column.name] ?? column.name} onResize={props.onResize} />
          </GridBox>
        ))}
        <GridBox
          role="columnheader"
          className="grid-cell actions stuck-end"
          style={{ width: props.actionWidth }}
          aria-colindex={columns.length + 2}
        >
          {t('common.actions')}
        </GridBox>
      </GridBox>
    </GridBox>
  );
}

interface HeadingProps {
  readonly column: GridColumn;
  readonly words: string;
  readonly grid: GridProps;
}

function Heading({ column, words, grid }: HeadingProps) {
  const t = useWords();
  const localize = useSay();
  const reason = column.whyUnsortable ? localize(column.whyUnsortable) : t('resource.list.unsortable', { name: words });
  if (!column.sortable)
    return (
      <Tooltip content={reason}>
        <button type="button" className="grid-heading unsortable" aria-disabled="true" aria-description={reason}>
          <span>{words}</span>
        </button>
      </Tooltip>
    );
  const sorted = grid.sort?.field === column.name ? grid.sort.order : null;
  return (
    <button
      type="button"
      className="grid-heading sort"
      title={t('resource.list.sortBy', { name: words })}
      onClick={() => grid.onSort(column.name)}
    >
      <span>{words}</span>
      <svg className="sort-mark" viewBox="0 0 8 12" width="8" height="12" aria-hidden="true">
        <path className={sorted === 'asc' ? 'on' : ''} d="M4 1 7 5H1z" />
        <path className={sorted === 'desc' ? 'on' : ''} d="M4 11 1 7h6z" />
      </svg>
    </button>
  );
}

interface ResizeHandleProps {
  readonly column: GridColumn;
  readonly label: string;
  readonly onResize: (name: string, width: number) => void;
}

/** Resizes by dragging, or with the arrow keys in steps of 16 pixels. */
function ResizeHandle({ column, label, onResize }: ResizeHandleProps) {
  const t = useWords();
  const from = useRef<{ x: number; width: number } | null>(null);
  const onPointerMove = (event: PointerEvent) => {
    if (from.current) onResize(column.name, fitWidth(from.current.width + event.clientX - from.current.x));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -16, ArrowRight: 16 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    onResize(column.name, fitWidth(column.width + step));
  };
  return (
    <button
      type="button"
      className="grid-resize"
      tabIndex={-1}
      aria-label={t('resource.list.resize', { name: label })}
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        from.current = { x: event.clientX, width: column.width };
      }}
      onPointerMove={onPointerMove}
      onPointerUp={() => {
        from.current = null;
      }}
      onKeyDown={onKeyDown}
    />
  );
}
