import '@arco-design/web-react/es/Tabs/style/css.js';
import './page-tabs.css';
import { Tabs } from '@arco-design/web-react';
import {
  cloneElement,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  useId,
  useLayoutEffect,
  useRef,
} from 'react';

export interface PageTab {
  readonly key: string;
  readonly label: ReactNode;
  /** A number next to the label. */
  readonly count?: number;
  /** The visible form of the number, which is not part of the tab's accessible name. */
  readonly note?: string | undefined;
}

interface PageTabsProps {
  /** Accessible name of the tab list. */
  readonly label: string;
  readonly tabs: readonly PageTab[];
  readonly active: string;
  readonly onChange: (key: string) => void;
  /** Shown at the end of the row. */
  readonly extra?: ReactNode;
  /** Places the row and its panel separately; by default the panel follows the row. */
  readonly frame?: (row: ReactNode, panel: ReactNode) => ReactNode;
  /** Content of the active tab. */
  readonly children: ReactNode;
}

const moves: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/**
 * Tabs of a page. Arco renders the row; this adds the missing accessibility: a named tab list with one tab stop, arrow keys, Home
 * and End, and a panel that is labeled by its tab wherever it is.
 */
export function PageTabs({ label, tabs, active, onChange, extra, frame, children }: PageTabsProps) {
  const id = useId();
  const row = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const list = row.current?.querySelector('.arco-tabs-header');
    list?.setAttribute('role', 'tablist');
    list?.setAttribute('aria-label', label);
  }, [label]);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      event.currentTarget.click();
      return;
    }
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
    <div ref={row} className="page-tabs-row">
      <Tabs
        activeTab={active}
        size={frame ? 'small' : 'default'}
        headerPadding={false}
        extra={frame ? undefined : extra}
        onChange={onChange}
        renderTabTitle={(title, { key, isActive }) =>
          cloneElement(title as ReactElement<Record<string, unknown>>, {
            id: `${id}-${key}`,
            'aria-controls': `${id}-panel`,
            tabIndex: isActive ? 0 : -1,
            onKeyDown,
          })
        }
      >
        {tabs.map(({ key, label: name, count, note }) => (
          <Tabs.TabPane
            key={key}
            title={
              <>
                {name}
                {count ? ` (${count})` : ''}
                {note === undefined ? null : (
                  <span className="page-tab-note" aria-hidden="true">
                    {note}
                  </span>
                )}
              </>
            }
          />
        ))}
      </Tabs>
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
      {list}
      {panel}
    </>
  );
}
