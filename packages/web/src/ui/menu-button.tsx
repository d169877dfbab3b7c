import '@arco-design/web-react/es/Dropdown/style/css.js';
import '@arco-design/web-react/es/Menu/style/css.js';
import { Dropdown, Menu } from '@arco-design/web-react';
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
import styles from './menu-button.module.css';

export interface MenuItem {
  readonly key: string;
  readonly label: ReactNode;
  readonly icon?: ReactNode;
  readonly disabled?: boolean;
  /** Why it is disabled, or what it does. */
  readonly title?: string;
  readonly danger?: boolean;
  /** Marks the item as the current one of several. */
  readonly checked?: boolean;
  /** Whether a separator precedes it. */
  readonly divided?: boolean;
  readonly onSelect: () => void;
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

/** Adds the keys that Arco's menu lacks: arrows move, Space selects, Escape and Tab close. */
function useMenuKeys(open: boolean, onDone: () => void) {
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
    } else if (event.key === ' ' || event.key === 'Enter') {
      // Arco selects on Enter; the key press must not reach the button that has the focus by then.
      event.preventDefault();
      if (event.key === ' ' && event.target instanceof HTMLElement) event.target.click();
    }
  };
  return { list, onKeyDown };
}

/** Renders an item of Arco's menu; a disabled one stays visible with its reason. */
function drawItem({ key, label, icon, disabled = false, title, danger, checked, divided }: MenuItem) {
  const role = checked === undefined ? { role: 'menuitem' } : { role: 'menuitemradio', 'aria-checked': checked };
  const className = [styles.item, danger ? styles.danger : '', divided ? styles.divided : ''].join(' ');
  return (
    <Menu.Item
      key={key}
      {...role}
      disabled={disabled}
      aria-disabled={disabled || undefined}
      tabIndex={-1}
      title={title}
      className={className}
      data-danger={danger || undefined}
      data-divided={divided || undefined}
    >
      {icon ? <span aria-hidden="true">{icon}</span> : null}
      <span className={styles.label}>{label}</span>
      {checked ? (
        <span className={styles.tick} aria-hidden="true">
          ✓
        </span>
      ) : null}
    </Menu.Item>
  );
}

interface MenuButtonProps {
  /** Accessible name of the menu. */
  readonly label: string;
  readonly items: readonly MenuItem[];
  /** The button that opens the menu: one element that takes a ref and a click handler. */
  readonly children: ReactElement<{ 'aria-haspopup'?: 'menu'; 'aria-expanded'?: boolean; id?: string }>;
  readonly position?: 'bl' | 'br' | 'bottom' | 'tl' | 'tr' | 'rt';
  /** Opens on a right click, at the pointer, instead of a click. */
  readonly context?: boolean;
  readonly className?: string;
}

/** A button with a menu below it. The focus moves into the menu and returns to the button. */
export function MenuButton({ label, items, children, position = 'br', context = false, className }: MenuButtonProps) {
  const [open, setOpen] = useState(false);
  const host = useRef<HTMLSpanElement>(null);
  const id = useId();
  const close = () => {
    setOpen(false);
    host.current?.querySelector<HTMLElement>('button, a')?.focus();
  };
  const { list, onKeyDown } = useMenuKeys(open, close);
  const choose = (key: string) => {
    close();
    items.find((item) => item.key === key)?.onSelect();
    // Closed first, so that the selected action finds the focus where it was before.
    return false;
  };
  return (
    <Dropdown
      trigger={context ? 'contextMenu' : 'click'}
      popupVisible={open}
      onVisibleChange={setOpen}
      triggerProps={{ escToClose: true, popupAlign: { bottom: 6, right: 6 }, position: context ? 'bl' : position }}
      droplist={
        <Menu
          ref={list}
          aria-label={label}
          className={styles.list ?? ''}
          onKeyDown={onKeyDown}
          onClickMenuItem={choose}
        >
          {items.map(drawItem)}
        </Menu>
      }
    >
      <span ref={host} id={id} className={className ?? styles.host} data-menu-host="">
        {context ? children : cloneElement(children, { 'aria-haspopup': 'menu', 'aria-expanded': open })}
      </span>
    </Dropdown>
  );
}
