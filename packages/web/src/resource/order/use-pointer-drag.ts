import { type RefObject, useEffect, useRef } from 'react';
import type { OrderScope } from './order-scope.ts';

/** Pixels at the edge of the list in which it scrolls along, and how far at a time. */
const edge = 36;
const rateLimiter = 12;

/** Index of the row under a height on the screen, of those in sight. */
function rowUnder(grid: HTMLElement, y: number): number | null {
  const rows = [...grid.querySelectorAll<HTMLElement>('.grid-body [role="row"][data-index]')];
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last) return null;
  const row = rows.find((one) => y < one.getBoundingClientRect().bottom) ?? last;
  return Number(row.dataset.index);
}

/** Moves the lifted row along with the pointer until it is let go; Escape puts it back. */
export function usePointerDrag(latest: RefObject<OrderScope | null>): OrderScope['grab'] {
  const stop = useRef<() => void>(() => undefined);
  useEffect(() => () => stop.current(), []);
  return (event, id) => {
    const grid = event.currentTarget.closest<HTMLElement>('.grid');
    if (event.button !== 0 || !grid) return;
    event.preventDefault();
    event.currentTarget.focus();
    latest.current?.lift(id, 'pointer');
    let y = event.clientY;
    const follow = () => {
      const box = grid.getBoundingClientRect();
      if (y < box.top + edge + 40) grid.scrollTop -= rateLimiter;
      else if (y > box.bottom - edge) grid.scrollTop += rateLimiter;
      const index = rowUnder(grid, y);
      if (index !== null) latest.current?.over(index);
      frame = requestAnimationFrame(follow);
    };
    let frame = requestAnimationFrame(follow);
    const controller = new AbortController();
    const end = (by: 'drop' | 'cancel') => {
      stop.current();
      latest.current?.[by]();
    };
    stop.current = () => {
      cancelAnimationFrame(frame);
      controller.abort();
    };
    const on = { signal: controller.signal };
    const onMove = (moved: PointerEvent) => {
      y = moved.clientY;
    };
    window.addEventListener('pointermove', onMove, on);
    window.addEventListener('pointerup', () => end('drop'), on);
    window.addEventListener('pointercancel', () => end('cancel'), on);
    window.addEventListener('blur', () => end('cancel'), on);
    const onKey = (pressed: KeyboardEvent) => {
      if (pressed.key !== 'Escape') return;
      pressed.preventDefault();
      end('cancel');
    };
    window.addEventListener('keydown', onKey, { ...on, capture: true });
  };
}
