import './order.css';
import { type FocusEvent, type KeyboardEvent, useEffect, useRef } from 'react';
import { type FieldRecord, useWords } from '../../fields/index.ts';
import { IconDragDotVertical } from '../../ui/icons.ts';
import { usePageScope } from '../page-scope.tsx';
import { titleOf } from '../resource-host.tsx';
import { useOrderScope } from './order-scope.ts';

interface OrderHandleProps {
  readonly record: FieldRecord;
  /** Only the row of the cursor has its handle in the tab order. */
  readonly reachable: boolean;
}

const isHandle = (target: EventTarget | null) => target instanceof Element && target.matches('.order-handle');

/** What a row is moved by: dragged, or lifted with Space, moved with the arrows, dropped with Space, put back with Escape. */
export function OrderHandle({ record, reachable }: OrderHandleProps) {
  const t = useWords();
  const { resource } = usePageScope();
  const order = useOrderScope();
  const button = useRef<HTMLButtonElement>(null);
  const id = Number(record.id);
  const isLifted = order?.moving === id;
  // The row that holds the record is another one after each step, and the focus goes along.
  useEffect(() => {
    if (isLifted) button.current?.focus();
  }, [isLifted]);
  const at = order?.placeOf(id);
  if (!order || !at) return null;
  const onKeyDown = (event: KeyboardEvent) => {
    const act = {
      ' ': () => (isLifted ? order.drop() : order.lift(id, 'keys')),
      Enter: () => (isLifted ? order.drop() : order.lift(id, 'keys')),
      ...(isLifted ? { ArrowUp: () => order.shift(-1), ArrowDown: () => order.shift(1), Escape: order.cancel } : {}),
    }[event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (isLifted && !isHandle(relatedTarget)) order.cancel();
  };
  return (
    <button
      ref={button}
      type="button"
      className="order-handle"
      tabIndex={reachable ? 0 : -1}
      aria-pressed={isLifted}
      aria-label={t('resource.sorting.handle', { title: titleOf(resource, record), ...at })}
      title={t('resource.sorting.hint')}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
      onPointerDown={(event) => order.grab(event, id)}
    >
      <IconDragDotVertical />
    </button>
  );
}
