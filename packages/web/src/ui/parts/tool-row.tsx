import { type FocusEvent, type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react';

interface ToolRowProps {
  readonly className: string;
  readonly label: string;
  readonly children: ReactNode;
}

/** Steps between tools by key. */
const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/** The tools that can be focused; those hidden in a narrow window cannot. */
const getTools = (row: HTMLElement | null) =>
  [...(row?.querySelectorAll<HTMLButtonElement>('button:enabled') ?? [])].filter(
    (tool) => tool.getClientRects().length,
  );

/** The last focused tool and its position. When it is removed, the previous tool takes over. */
interface Last {
  readonly tool: HTMLElement | null;
  readonly place: number;
}

/** Keeps one tool of a row in the tab order: the last focused one, or the first. */
function keepOne(row: HTMLElement | null, { tool: last, place }: Last): void {
  const tools = getTools(row);
  const isGone = last !== null && !last.isConnected;
  const stored = tools.find((tool) => tool === last) ?? tools[isGone ? Math.max(0, place - 1) : 0];
  for (const tool of tools) tool.tabIndex = tool === stored ? 0 : -1;
  if (isGone && document.activeElement === document.body) stored?.focus();
}

/** A toolbar with one tab stop: arrow keys, Home and End move between its buttons. */
export function ToolRow({ className, label, children }: ToolRowProps) {
  const row = useRef<HTMLDivElement>(null);
  const last = useRef<Last>({ tool: null, place: 0 });
  useLayoutEffect(() => keepOne(row.current, last.current));
  const onFocus = (event: FocusEvent) => {
    // React also bubbles focus events of popups that a tool opened, although their elements are elsewhere.
    if (!row.current?.contains(event.target)) return;
    const tool = event.target instanceof HTMLElement ? event.target : null;
    last.current = { tool, place: getTools(row.current).indexOf(tool as HTMLButtonElement) };
    keepOne(row.current, last.current);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const tools = getTools(row.current);
    const at = tools.indexOf(document.activeElement as HTMLButtonElement);
    const step = steps[event.key];
    const place = event.key === 'Home' ? 0 : event.key === 'End' ? -1 : step === undefined ? null : at + step;
    if (place === null || at < 0) return;
    event.preventDefault();
    tools.at(place % tools.length)?.focus();
  };
  return (
    <div ref={row} className={className} role="toolbar" aria-label={label} onFocus={onFocus} onKeyDown={onKeyDown}>
      {children}
    </div>
  );
}
