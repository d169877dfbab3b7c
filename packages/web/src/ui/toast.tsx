import './toast.css';
import { IconCheckCircleFill, IconCloseCircleFill, IconInfoCircleFill } from '@arco-design/web-react/icon';
import { messageDuration } from '@gantry/core';
import { createContext, type ReactNode, use, useCallback, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';

export type ToastKind = 'success' | 'error' | 'info';
/** A way to answer a toast, as long as it is there. */
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

/** How long a toast stays that one may answer, in ms. */
const answerable = 10_000;

/** Tells something in passing; gone after five seconds. The same words are never on the screen twice. */
export interface Toasts {
  success(text: string, action?: ToastAction): void;
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
  const add = useCallback(
    (kind: ToastKind, text: string, action: ToastAction | null = null) => {
      next.current += 1;
      const id = next.current;
      setShown((now) => [...now.filter((toast) => toast.text !== text), { id, kind, text, action }].slice(-5));
      window.setTimeout(() => remove(id), action ? answerable : messageDuration);
    },
    [remove],
  );
  const toasts = useMemo<Toasts>(
    () => ({
      success: (text, action) => add('success', text, action),
      error: (text) => add('error', text),
      info: (text) => add('info', text),
    }),
    [add],
  );
  return (
    <ToastContext value={toasts}>
      {children}
      {createPortal(<ToastList shown={shown} onAnswer={remove} />, document.body)}
    </ToastContext>
  );
}

function ToastAnswer({ toast, onAnswer }: { readonly toast: Toast; readonly onAnswer: (id: number) => void }) {
  const { action } = toast;
  if (!action) return null;
  const answer = () => {
    onAnswer(toast.id);
    action.run();
  };
  return (
    <button type="button" className="toast-action" onClick={answer}>
      {action.label}
    </button>
  );
}

interface ToastListProps {
  readonly shown: readonly Toast[];
  readonly onAnswer: (id: number) => void;
}

/** Two live regions that are always there, so that a screen reader hears what comes into them. */
function ToastList({ shown, onAnswer }: ToastListProps) {
  const row = (toast: Toast) => (
    <div key={toast.id} className={`toast ${toast.kind}`} data-testid="toast">
      <span aria-hidden="true" className="toast-icon">
        {icons[toast.kind]}
      </span>
      <span>{toast.text}</span>
      <ToastAnswer toast={toast} onAnswer={onAnswer} />
    </div>
  );
  return (
    <div className="toasts">
      <div role="alert">{shown.filter((toast) => toast.kind === 'error').map(row)}</div>
      <div role="status">{shown.filter((toast) => toast.kind !== 'error').map(row)}</div>
    </div>
  );
}

export function useToast(): Toasts {
  const toasts = use(ToastContext);
  if (!toasts) throw new Error('a toast is shown outside of ToastProvider');
  return toasts;
}
