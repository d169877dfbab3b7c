import './toast.css';
import { IconCheckCircleFill, IconCloseCircleFill, IconInfoCircleFill } from '@arco-design/web-react/icon';
import { messageDuration } from '@gantry/core';
import {
  createContext,
  type ReactNode,
  type RefObject,
  use,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';

export type ToastKind = 'success' | 'error' | 'info';
/** An action in a toast, available while the toast is shown. */
export interface ToastAction {
  readonly label: string;
  readonly run: () => void;
}
interface Toast {
  readonly id: number;
  readonly kind: ToastKind;
  readonly text: string;
  readonly action: ToastAction | null;
}

/** How long a toast with an action is shown, in ms. */
const answerable = 10_000;

/**
 * Shows short messages. They disappear after five seconds unless the pointer or focus is on them. Equal messages are never shown
 * twice at a time.
 */
export interface Toasts {
  /** Returns a function that removes the toast early. */
  success(text: string, action?: ToastAction): () => void;
  error(text: string): void;
  info(text: string): void;
}

const ToastContext = createContext<Toasts | null>(null);
const icons: Readonly<Record<ToastKind, ReactNode>> = {
  success: <IconCheckCircleFill />,
  error: <IconCloseCircleFill />,
  info: <IconInfoCircleFill />,
};

export function ToastProvider({ children }: { readonly children: ReactNode }) {
  const [shown, setShown] = useState<readonly Toast[]>([]);
  const next = useRef(0);
  const remove = useCallback((id: number) => setShown((now) => now.filter((toast) => toast.id !== id)), []);
  const add = useCallback((kind: ToastKind, text: string, action: ToastAction | null = null) => {
    next.current += 1;
    const id = next.current;
    setShown((now) => [...now.filter((toast) => toast.text !== text), { id, kind, text, action }].slice(-5));
    return id;
  }, []);
  const toasts = useMemo<Toasts>(
    () => ({
      success: (text, action) => {
        const id = add('success', text, action);
        return () => remove(id);
      },
      error: (text) => void add('error', text),
      info: (text) => void add('info', text),
    }),
    [add, remove],
  );
  return (
    <ToastContext value={toasts}>
      {children}
      {createPortal(<ToastList shown={shown} onGone={remove} />, document.body)}
    </ToastContext>
  );
}

interface ToastProps {
  readonly toast: Toast;
  readonly onGone: (id: number) => void;
}

function ToastAnswer({ toast, onGone }: ToastProps) {
  const { action } = toast;
  if (!action) return null;
  const answer = () => {
    onGone(toast.id);
    action.run();
  };
  return (
    <button type="button" className="toast-action" onClick={answer}>
      {action.label}
    </button>
  );
}

/** Whether the pointer or focus is on an element. Its own mouse presses do not propagate. */
function useAttended(place: RefObject<HTMLElement | null>): boolean {
  const [isPointedAt, setPointedAt] = useState(false);
  const [isFocused, setFocused] = useState(false);
  useEffect(() => {
    const stop = new AbortController();
    const on = (event: string, handle: (event: Event) => void) =>
      place.current?.addEventListener(event, handle, { signal: stop.signal });
    on('pointerenter', () => setPointedAt(true));
    on('pointerleave', () => setPointedAt(false));
    on('focusin', () => setFocused(true));
    on('focusout', () => setFocused(false));
    // A press on a toast is not a press outside the popup that it belongs to: the popup stays open.
    on('mousedown', (event) => event.stopPropagation());
    return () => stop.abort();
  }, [place]);
  return isPointedAt || isFocused;
}

/** One toast. It stays while it has the pointer or the focus; its time restarts after that. */
function ToastRow({ toast, onGone }: ToastProps) {
  const { id, kind, text, action } = toast;
  const place = useRef<HTMLDivElement>(null);
  const waits = useAttended(place);
  useEffect(() => {
    if (waits) return;
    const timer = window.setTimeout(() => onGone(id), action ? answerable : messageDuration);
    return () => window.clearTimeout(timer);
  }, [waits, id, action, onGone]);
  return (
    <div ref={place} className={`toast ${kind}`} data-testid="toast">
      <span aria-hidden="true" className="toast-icon">
        {icons[kind]}
      </span>
      <span>{text}</span>
      <ToastAnswer toast={toast} onGone={onGone} />
    </div>
  );
}

interface ToastListProps {
  readonly shown: readonly Toast[];
  readonly onGone: (id: number) => void;
}

/** Two permanent live regions, so that screen readers announce what is added to them. */
function ToastList({ shown, onGone }: ToastListProps) {
  const getRow = (toast: Toast) => <ToastRow key={toast.id} toast={toast} onGone={onGone} />;
  return (
    <div className="toasts">
      <div role="alert">{shown.filter((toast) => toast.kind === 'error').map(getRow)}</div>
      <div role="status">{shown.filter((toast) => toast.kind !== 'error').map(getRow)}</div>
    </div>
  );
}

export function useToast(): Toasts {
  const toasts = use(ToastContext);
  if (!toasts) throw new Error('a toast is shown outside of ToastProvider');
  return toasts;
}
