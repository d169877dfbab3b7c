import './order.css';
import { type FocusEvent, type KeyboardEvent, useEffect, useRef } from 'react';
import { type FieldRecord, useWords } from '../../fields/index.ts';
import { IconDragDotVertical } from '../../ui/icons.ts';
import { usePageScope } from '../page-scope.tsx';
import { useTitleOf } from '../use-title-of.ts';
import { type HiddenOrder, type OrderScope, useRowOrders } from './use-hidden-order.ts';

interface OrderHandleProps {
  readonly record: FieldRecord;
  readonly index: number;
  /** Whether the handle is in the tab order. It is only in the row of the cursor. */
  readonly reachable: boolean;
}

/** The drag handle of a row. While the list is sorted differently, it explains that and links to the manual order. */
export function OrderHandle({ record, index, reachable }: OrderHandleProps) {
  const { scope, hidden } = useRowOrders();
  if (scope) return <MovingHandle order={scope} {...{ record, index, reachable }} />;
  return hidden ? <HiddenHandle order={hidden} record={record} reachable={reachable} /> : null;
}

interface HiddenHandleProps extends Omit<OrderHandleProps, 'index'> {
  readonly order: HiddenOrder;
}

function HiddenHandle({ order, record, reachable }: HiddenHandleProps) {
  const { why, show } = order.of(record);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === ' ' || event.key === 'Enter') event.stopPropagation();
  };
  return (
    <button
      type="button"
      className="order-handle off"
      tabIndex={reachable ? 0 : -1}
      aria-label={why}
      aria-disabled={show === null}
      title={why}
      onKeyDown={onKeyDown}
      onClick={() => show?.()}
    >
      <IconDragDotVertical />
    </button>
  );
}

const isHandle = (target: EventTarget | null) => target instanceof Element && target.matches('.order-handle');

interface MovingHandleProps extends OrderHandleProps {
  readonly order: OrderScope;
}

/** Moves a row by dragging, or by keyboard: Space lifts and drops it, the arrows move it, Escape restores its position. */
function MovingHandle({ order, record, index, reachable }: MovingHandleProps) {
  const t = useWords();
  const { resource } = usePageScope();
  const titleOf = useTitleOf(resource);
  const button = useRef<HTMLButtonElement>(null);
  const id = Number(record.id);
  const isLifted = order.moving === id;
  // Each step moves the record to another row element, and the focus follows it.
  useEffect(() => {
    if (isLifted) button.current?.focus();
  }, [isLifted]);
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
      aria-label={t('resource.sorting.handle', { title: titleOf(record), ...order.getPosition(index) })}
      title={t('resource.sorting.hint')}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
      onPointerDown={(event) => order.grab(event, id)}
    >
      <IconDragDotVertical />
    </button>
  );
}
