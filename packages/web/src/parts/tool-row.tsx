import { type FocusEvent, type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react';

interface ToolRowProps {
  readonly className: string;
  readonly label: string;
  readonly children: ReactNode;
}

/** Places from the tool at hand. */
const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

const toolsOf = (row: HTMLElement | null) => [...(row?.querySelectorAll<HTMLButtonElement>('button:enabled') ?? [])];

/** Leaves one tool of a row in the order of tabs: the one that had the focus last, or the first. */
function keepOne(row: HTMLElement | null, last: HTMLElement | null): void {
  const tools = toolsOf(row);
  const kept = tools.find((tool) => tool === last) ?? tools[0];
  for (const tool of tools) tool.tabIndex = tool === kept ? 0 : -1;
}

/** Buttons that are one stop of the Tab key: arrows, Home and End go from one to the next. */
export function ToolRow({ className, label, children }: ToolRowProps) {
  const row = useRef<HTMLDivElement>(null);
  const last = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => keepOne(row.current, last.current));
  const onFocus = (event: FocusEvent) => {
    last.current = event.target instanceof HTMLElement ? event.target : null;
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
