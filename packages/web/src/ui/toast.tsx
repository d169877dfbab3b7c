import './toast.css';
import { IconCheckCircleFill, IconCloseCircleFill, IconInfoCircleFill } from '@arco-design/web-react/icon';
import { messageDuration } from '@gantry/core';
import { createContext, type ReactNode, use, useCallback, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';

export type ToastKind = 'success' | 'error' | 'info';
interface Toast {
  readonly id: number;
  readonly kind: ToastKind;
  readonly text: string;
}

/** Tells something in passing; gone after five seconds. The same words are never on the screen twice. */
export interface Toasts {
  success(text: string): void;
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
  const add = useCallback((kind: ToastKind, text: string) => {
    next.current += 1;
    const id = next.current;
    setShown((now) => [...now.filter((toast) => toast.text !== text), { id, kind, text }].slice(-5));
    window.setTimeout(() => setShown((now) => now.filter((toast) => toast.id !== id)), messageDuration);
  }, []);
  const toasts = useMemo<Toasts>(
    () => ({
      success: (text) => add('success', text),
      error: (text) => add('error', text),
      info: (text) => add('info', text),
    }),
    [add],
  );
  return (
    <ToastContext value={toasts}>
      {children}
      {createPortal(<ToastList shown={shown} />, document.body)}
    </ToastContext>
  );
}

/** Two live regions that are always there, so that a screen reader hears what comes into them. */
function ToastList({ shown }: { readonly shown: readonly Toast[] }) {
  const row = (toast: Toast) => (
    <div key={toast.id} className={`toast ${toast.kind}`} data-testid="toast">
      <span aria-hidden="true" className="toast-icon">
        {icons[toast.kind]}
      </span>
      <span>{toast.text}</span>
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
