import './page-tabs.css';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { showInRow } from '../index.ts';

export interface PageTab {
  readonly key: string;
  readonly label: ReactNode;
  /** A figure next to the label. */
  readonly count?: number;
  /** The same, for those who see it: it is no part of the name of the tab. */
  readonly note?: string | undefined;
}

interface PageTabsProps {
  /** Names the row of tabs. */
  readonly label: string;
  readonly tabs: readonly PageTab[];
  readonly active: string;
  readonly onChange: (key: string) => void;
  /** At the end of the row. */
  readonly extra?: ReactNode;
  /** Draws the row and its panel apart from each other; one under the other when left out. */
  readonly frame?: (row: ReactNode, panel: ReactNode) => ReactNode;
  /** What the active tab shows. */
  readonly children: ReactNode;
}

const moves: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/** Tabs of a page: arrows move, Home and End jump, and the panel under them is named by its tab. */
export function PageTabs({ label, tabs, active, onChange, extra, frame, children }: PageTabsProps) {
  const id = useId();
  const row = useRef<HTMLDivElement>(null);
  // A row that is wider than its place shows the tab that an address or a key leads to.
  useEffect(() => {
    const shown = row.current?.querySelector(`[id="${id}-${active}"]`);
    if (shown && row.current) showInRow(shown, row.current);
  }, [id, active]);
  const onKeyDown = (event: KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab.key === active);
    const move = moves[event.key];
    const next = event.key === 'Home' ? 0 : event.key === 'End' ? tabs.length - 1 : move === undefined ? at : at + move;
    const tab = tabs[(next + tabs.length) % tabs.length];
    if (!tab || tab.key === active) return;
    event.preventDefault();
    onChange(tab.key);
    row.current?.querySelectorAll<HTMLElement>('[role="tab"]')[tabs.indexOf(tab)]?.focus();
  };
  const list = (
    <div role="tablist" aria-label={label} className="page-tablist" ref={row} onKeyDown={onKeyDown}>
      {tabs.map((tab) => (
        <button
          key={tab.key}
          type="button"
          role="tab"
          id={`${id}-${tab.key}`}
          aria-selected={tab.key === active}
          aria-controls={`${id}-panel`}
          tabIndex={tab.key === active ? 0 : -1}
          className="page-tab"
          onClick={() => onChange(tab.key)}
        >
          {tab.label}
          {tab.count ? ` (${tab.count})` : ''}
          {tab.note === undefined ? null : (
            <span className="page-tab-note" aria-hidden="true">
              {tab.note}
            </span>
          )}
        </button>
      ))}
    </div>
  );
  const panel = (
    <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${active}`} className="page-tabpanel">
      {children}
    </div>
  );
  if (frame) return frame(list, panel);
  return (
    <>
      <div className="page-tabs">
        {list}
        {extra}
      </div>
      {panel}
    </>
  );
}
