import '@arco-design/web-react/es/Message/style/css.js';
import { Message } from '@arco-design/web-react';
import { messageDuration } from '@gantry/core';
import { createContext, type ReactNode, type RefObject, use, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Button } from './button.tsx';

export type ToastKind = 'success' | 'error' | 'info';
/** A way to answer a toast, as long as it is there. */
export interface ToastAction {
  readonly label: string;
  readonly run: () => void;
}
/** How long a toast stays that one may answer, in ms. */
const answerable = 10_000;

/** Most toasts that are on the screen. */
const maxCount = 5;

/** Tells something in passing; gone after five seconds, unless it is pointed at or focused. The same words are never on the screen twice. */
export interface Toasts {
  /** Gives a way to take it off the screen before its time. */
  success(text: string, action?: ToastAction): () => void;
  error(text: string): void;
  info(text: string): void;
}

const ToastContext = createContext<Toasts | null>(null);

/** Arco's messages. When one goes is decided here, since Arco's own time runs while the focus is in a message. */
export function ToastProvider({ children }: { readonly children: ReactNode }) {
  const [messages, holder] = Message.useMessage({ maxCount, duration: 0 });
  // Arco makes these anew with each drawing, and those of a later one know nothing of the messages shown before.
  const [toasts] = useState(() => createToasts(messages));
  return (
    <ToastContext value={toasts}>
      {children}
      {createPortal(holder, document.body)}
    </ToastContext>
  );
}

type Messages = ReturnType<typeof Message.useMessage>[0];

function createToasts(messages: Messages): Toasts {
  let shown = 0;
  const byText = new Map<string, () => void>();
  const show = (kind: ToastKind, text: string, action: ToastAction | null = null) => {
    byText.get(text)?.();
    shown += 1;
    const close = () => {
      if (byText.get(text) === close) byText.delete(text);
      remove?.();
    };
    const body = <ToastBody text={text} action={action} onGone={close} />;
    const remove = messages[kind]?.({ id: `toast-${shown}`, content: body, closable: false });
    byText.set(text, close);
    return close;
  };
  return {
    success: (text, action) => show('success', text, action ?? null),
    error: (text) => void show('error', text),
    info: (text) => void show('info', text),
  };
}

interface ToastBodyProps {
  readonly text: string;
  readonly action: ToastAction | null;
  readonly onGone: () => void;
}

/** What a toast says. It stays while it has the pointer or the focus; its time starts again after that. */
function ToastBody({ text, action, onGone }: ToastBodyProps) {
  const place = useRef<HTMLSpanElement>(null);
  const isAttended = useAttended(place);
  useEffect(() => {
    if (isAttended) return;
    const timer = window.setTimeout(onGone, action ? answerable : messageDuration);
    return () => window.clearTimeout(timer);
  }, [isAttended, action, onGone]);
  const answer = () => {
    onGone();
    action?.run();
  };
  return (
    <span ref={place} data-testid="toast">
      {text}
      {action ? (
        <Button type="text" size="mini" onClick={answer}>
          {action.label}
        </Button>
      ) : null}
    </span>
  );
}

/** Whether the message around something is pointed at, or the focus is in it; the message keeps its presses to itself. */
function useAttended(place: RefObject<HTMLElement | null>): boolean {
  const [isPointedAt, setPointedAt] = useState(false);
  const [isFocused, setFocused] = useState(false);
  useEffect(() => {
    const stop = new AbortController();
    const message = place.current?.closest('.arco-message');
    const on = (event: string, handle: (event: Event) => void) =>
      message?.addEventListener(event, handle, { signal: stop.signal });
    on('pointerenter', () => setPointedAt(true));
    on('pointerleave', () => setPointedAt(false));
    on('focusin', () => setFocused(true));
    on('focusout', () => setFocused(false));
    // A press on a toast is no press outside of the popup that it tells of: that stays, and shows what came back.
    on('mousedown', (event) => event.stopPropagation());
    return () => stop.abort();
  }, [place]);
  return isPointedAt || isFocused;
}

export function useToast(): Toasts {
  const toasts = use(ToastContext);
  if (!toasts) throw new Error('a toast is shown outside of ToastProvider');
  return toasts;
}
