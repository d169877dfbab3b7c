import { type FocusEvent, type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react';

interface ToolRowProps {
  readonly className: string;
  readonly label: string;
  readonly children: ReactNode;
}

/** Places from the tool at hand. */
const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/** Those that can take the focus: what a narrow window puts away is none. */
const toolsOf = (row: HTMLElement | null) =>
  [...(row?.querySelectorAll<HTMLButtonElement>('button:enabled') ?? [])].filter(
    (tool) => tool.getClientRects().length,
  );

/** The tool that had the focus last, and its place: one that is gone leaves it to the one before. */
interface Last {
  readonly tool: HTMLElement | null;
  readonly place: number;
}

/** Leaves one tool of a row in the order of tabs: the one that had the focus last, or the first. */
function keepOne(row: HTMLElement | null, { tool: last, place }: Last): void {
  const tools = toolsOf(row);
  const isGone = last !== null && !last.isConnected;
  const stored = tools.find((tool) => tool === last) ?? tools[isGone ? Math.max(0, place - 1) : 0];
  for (const tool of tools) tool.tabIndex = tool === stored ? 0 : -1;
  if (isGone && document.activeElement === document.body) stored?.focus();
}

/** Buttons that are one stop of the Tab key: arrows, Home and End go from one to the next. */
export function ToolRow({ className, label, children }: ToolRowProps) {
  const row = useRef<HTMLDivElement>(null);
  const last = useRef<Last>({ tool: null, place: 0 });
  useLayoutEffect(() => keepOne(row.current, last.current));
  const onFocus = (event: FocusEvent) => {
    // What a tool opened tells of its focus here too, though it stands elsewhere.
    if (!row.current?.contains(event.target)) return;
    const tool = event.target instanceof HTMLElement ? event.target : null;
    last.current = { tool, place: toolsOf(row.current).indexOf(tool as HTMLButtonElement) };
    keepOne(row.current, last.current);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const tools = toolsOf(row.current);
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
