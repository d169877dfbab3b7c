import type { MouseEvent } from 'react';
import type { FieldRecord } from '../../fields/index.ts';
import { useWords } from '../../fields/index.ts';
import type { GridColumn } from './columns.ts';
import type { GridProps } from './grid.tsx';
import { GridBox } from './grid-box.tsx';

interface GridRowProps {
  readonly id: string;
  readonly index: number;
  readonly rowIndex: number;
  readonly record: FieldRecord | undefined;
  readonly active: boolean;
  readonly grid: GridProps;
}

export function getCellClass(column: GridColumn, extra = ''): string {
  const parts = [
    'grid-cell',
    column.figures ? 'figures' : '',
    column.tight ? 'tight' : '',
    column.stuckAt === null ? '' : 'stuck',
    extra,
  ];
  return parts.filter((part) => part !== '').join(' ');
}

export function getCellStyle(column: GridColumn) {
  return { width: column.width, ...(column.stuckAt === null ? {} : { left: column.stuckAt }) };
}

function onControl(event: MouseEvent): boolean {
  return event.target instanceof Element && event.target.closest('a, button, input, label') !== null;
}

function findColumnUnder(event: MouseEvent): string | null {
  const cell = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-column]') : null;
  return cell?.dataset.column ?? null;
}

export function GridRow({ id, index, rowIndex, record, active, grid }: GridRowProps) {
  const t = useWords();
  if (!record) return <SkeletonRow id={id} rowIndex={rowIndex} columns={grid.columns} />;
  const isPicked = grid.picked(Number(record.id));
  const pick = (event: MouseEvent) => {
    grid.onActive(index);
    grid.onPick(index, event.shiftKey);
  };
  return (
    <GridBox
      role="row"
      id={id}
      className={`grid-row${active ? ' active' : ''}${isPicked ? ' picked' : ''}`}
      aria-rowindex={rowIndex}
      aria-selected={isPicked}
      data-id={record.id}
      data-index={index}
      onClick={(event) => {
        if (!onControl(event)) grid.onActive(index);
      }}
      onDoubleClick={(event) => {
        if (!onControl(event)) grid.onOpen(index, findColumnUnder(event));
      }}
    >
      <GridBox role="gridcell" className="grid-cell pick stuck" aria-colindex={1}>
        {grid.handle(record, index, active)}
        <input
          type="checkbox"
          className="grid-check"
          checked={isPicked}
          tabIndex={active ? 0 : -1}
          aria-label={t('resource.list.selectRow', { title: grid.titleOf(record) })}
          onClick={pick}
          onChange={() => undefined}
        />
      </GridBox>
      {grid.columns.map((column, at) => {
        const editor = grid.editor(column, record);
        const extra = editor ? 'editing' : active && grid.activeCell === column.name ? 'at' : '';
        return (
          <GridBox
            role="gridcell"
            key={column.name}
            id={`${id}-${column.name}`}
            className={getCellClass(column, extra)}
            style={getCellStyle(column)}
            aria-colindex={at + 2}
            data-column={column.name}
          >
            {editor ?? grid.cell(column, record)}
          </GridBox>
        );
      })}
      <GridBox
        role="gridcell"
        className="grid-cell actions stuck-end"
        style={{ width: grid.actionWidth }}
        aria-colindex={grid.columns.length + 2}
      >
        {grid.actions(record, index, active)}
      </GridBox>
    </GridBox>
  );
}

interface SkeletonRowProps {
  readonly id: string;
  readonly rowIndex: number;
  readonly columns: readonly GridColumn[];
}

function SkeletonRow({ id, rowIndex, columns }: SkeletonRowProps) {
  const t = useWords();
  return (
    <GridBox
      role="row"
      id={id}
      className="grid-row"
      aria-rowindex={rowIndex}
      aria-label={t('resource.list.loadingRow')}
    >
      <GridBox role="gridcell" className="grid-cell pick stuck" />
      {columns.map((column, at) => (
        <GridBox role="gridcell" key={column.name} className={getCellClass(column)} style={getCellStyle(column)}>
          <span className="bone" style={{ width: `${40 + ((rowIndex * 7 + at * 13) % 45)}%` }} />
        </GridBox>
      ))}
    </GridBox>
  );
}
