import './menu-button.css';
import {
  cloneElement,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { Trigger } from './trigger.tsx';

export interface MenuItem {
  readonly key: string;
  readonly label: ReactNode;
  readonly icon?: ReactNode;
  readonly disabled?: boolean;
  /** Why it is disabled, or what it does. */
  readonly title?: string;
  readonly danger?: boolean;
  /** A tick: the item is the current one of several. */
  readonly checked?: boolean;
  /** A line above it. */
  readonly divided?: boolean;
  readonly onSelect: () => void;
}

interface MenuListProps {
  readonly label: string;
  readonly items: readonly MenuItem[];
  /** False while it fades away: then it leaves the focus where it went. */
  readonly open: boolean;
  readonly onDone: () => void;
}

function focusItem(list: HTMLElement | null, step: number | 'first' | 'last') {
  const items = [...(list?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])];
  const at = items.indexOf(document.activeElement as HTMLElement);
  const next = step === 'first' ? 0 : step === 'last' ? items.length - 1 : (at + step + items.length) % items.length;
  items[next]?.focus();
}

const steps: Readonly<Record<string, number | 'first' | 'last'>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  Home: 'first',
  End: 'last',
};

/** The list of a menu: arrows move, Escape and Tab leave, and a disabled item keeps its place and its reason. */
function MenuList({ label, items, open, onDone }: MenuListProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!open) return;
    const frame = requestAnimationFrame(() => focusItem(list.current, 'first'));
    return () => cancelAnimationFrame(frame);
  }, [open]);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step !== undefined) {
      event.preventDefault();
      focusItem(list.current, step);
    } else if (event.key === 'Escape' || event.key === 'Tab') {
      event.preventDefault();
      event.stopPropagation();
      onDone();
    }
  };
  return (
    <div className="menu-list" role="menu" aria-label={label} ref={list} onKeyDown={onKeyDown}>
      {items.map((item) => (
        <MenuRow key={item.key} item={item} onDone={onDone} />
      ))}
    </div>
  );
}

function MenuRow({ item, onDone }: { readonly item: MenuItem; readonly onDone: () => void }) {
  const choose = () => {
    if (item.disabled) return;
    onDone();
    item.onSelect();
  };
  const role =
    item.checked === undefined ? { role: 'menuitem' } : { role: 'menuitemradio', 'aria-checked': item.checked };
  return (
    <div role="none" className={item.divided ? 'menu-row divided' : 'menu-row'}>
      <button
        type="button"
        {...role}
        aria-disabled={item.disabled ?? undefined}
        tabIndex={-1}
        title={item.title}
        className={item.danger ? 'menu-item danger' : 'menu-item'}
        onClick={choose}
      >
        {item.icon ? <span aria-hidden="true">{item.icon}</span> : null}
        <span className="menu-item-label">{item.label}</span>
        {item.checked ? (
          <span className="menu-tick" aria-hidden="true">
            ✓
          </span>
        ) : null}
      </button>
    </div>
  );
}

interface MenuButtonProps {
  /** Names the menu. */
  readonly label: string;
  readonly items: readonly MenuItem[];
  /** One element that takes a ref and a click: the button that opens the menu. */
  readonly children: ReactElement<{ 'aria-haspopup'?: 'menu'; 'aria-expanded'?: boolean; id?: string }>;
  readonly position?: 'bl' | 'br' | 'bottom' | 'tl' | 'tr' | 'rt';
  /** Opens on a right click, at the pointer, instead of a click. */
  readonly context?: boolean;
  readonly className?: string;
}

/** A button with a menu under it. Focus goes into the menu and comes back to the button. */
export function MenuButton({ label, items, children, position = 'br', context = false, className }: MenuButtonProps) {
  const [open, setOpen] = useState(false);
  const host = useRef<HTMLSpanElement>(null);
  const id = useId();
  const close = () => {
    setOpen(false);
    host.current?.querySelector<HTMLElement>('button, a')?.focus();
  };
  return (
    <Trigger
      trigger={context ? 'contextMenu' : 'click'}
      alignPoint={context}
      position={context ? 'bl' : position}
      popupAlign={{ bottom: 6, right: 6 }}
      popupVisible={open}
      onVisibleChange={setOpen}
      escToClose
      unmountOnExit
      classNames="slideDynamicOrigin"
      popup={() => <MenuList label={label} items={items} open={open} onDone={close} />}
    >
      <span ref={host} id={id} className={className ?? 'menu-host'}>
        {context ? children : cloneElement(children, { 'aria-haspopup': 'menu', 'aria-expanded': open })}
      </span>
    </Trigger>
  );
}
