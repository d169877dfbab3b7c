/** A key binding as the footer and the help page show it. */
export interface ShownKey {
  readonly keys: readonly string[];
  readonly label: string;
  readonly footer: boolean;
}

/** Handles keys on one layer: 0 is the application, 1 the screen, 2 and above are overlays. */
export interface KeyHandler {
  readonly layer: number;
  readonly shown: readonly ShownKey[];
  /** Whether consecutive typed characters are passed as one key. */
  readonly text?: boolean;
  /** Whether keys that this handler does not handle go to Ink's widgets instead of the next handler. */
  readonly forward?: boolean;
  /** Returns false to pass the key to the next handler. */
  handle(key: Key): boolean;
}

export interface KeyHub {
  /** Adds a handler and returns the function that removes it. */
  add(handler: KeyHandler): () => void;
  press(key: Key): 'done' | 'forward' | 'unused';
  wantsText(): boolean;
  topLayer(): number;
  /** The key bindings that work now: those of the top layer and, below a screen, those of the application. */
  shown(): readonly ShownKey[];
  subscribe(listener: () => void): () => void;
}

/**
 * Dispatches every key: the newest handler of the top layer is first. Keys that a screen does not handle go to the application;
 * an overlay passes nothing on.
 */
export function createKeyHub(): KeyHub {
  let handlers: readonly KeyHandler[] = [];
  let shown: readonly ShownKey[] = [];
  const listeners = new Set<() => void>();
  const getTopLayer = () => Math.max(0, ...handlers.map((taker) => taker.layer));
  const getActiveLayers = () => (getTopLayer() === 1 ? [1, 0] : [getTopLayer()]);
  const getHandlersOn = (layer: number) => handlers.filter((taker) => taker.layer === layer);
  const getActiveHandlers = () => getActiveLayers().flatMap((layer) => getHandlersOn(layer).reverse());
  const setHandlers = (next: readonly KeyHandler[]) => {
    handlers = next;
    shown = getActiveLayers().flatMap((layer) => getHandlersOn(layer).flatMap((taker) => taker.shown));
    for (const listener of listeners) listener();
  };
  return {
    add(taker) {
      setHandlers([...handlers, taker]);
      return () => setHandlers(handlers.filter((other) => other !== taker));
    },
    press(key) {
      for (const taker of getActiveHandlers()) {
        if (taker.handle(key)) return 'done';
        if (taker.forward) return 'forward';
      }
      return 'unused';
    },
    wantsText: () => getActiveHandlers().some((taker) => taker.text === true),
    topLayer: getTopLayer,
    shown: () => shown,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** One key press, or text that was pasted or typed in one piece. */
export interface Key {
  /** `enter`, `escape`, `up`, `ctrl-s`, `space`, `paste`, or the character itself. */
  readonly name: string;
  /** The text that it inserts; empty for keys that insert nothing. */
  readonly text: string;
  /** The bytes that the terminal sent. */
  readonly raw: string;
}

export function createCharacterKey(text: string): Key {
  return { name: text === ' ' ? 'space' : text, text, raw: text };
}
