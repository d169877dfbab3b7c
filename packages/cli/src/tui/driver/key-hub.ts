/** A key as the footer and help show it. */
export interface ShownKey {
  readonly keys: readonly string[];
  readonly words: string;
  readonly footer: boolean;
}

/** Who takes keys, and on which layer: 0 the application, 1 the screen, 2 and up what is opened over it. */
export interface KeyTaker {
  readonly layer: number;
  readonly shown: readonly ShownKey[];
  /** Typed text is wanted in one piece. */
  readonly text?: boolean;
  /** What this taker does not handle goes on to the widgets of Ink. */
  readonly forward?: boolean;
  /** False lets the key go on to the next taker. */
  handle(key: Key): boolean;
}

export interface KeyHub {
  /** Gives the function that takes it away again. */
  add(taker: KeyTaker): () => void;
  press(key: Key): 'done' | 'forward' | 'unused';
  wantsText(): boolean;
  topLayer(): number;
  /** Keys of the top layer, and of the application below a screen. */
  shown(): readonly ShownKey[];
  subscribe(listener: () => void): () => void;
}

/** One place through which every key goes: the newest taker of the top layer first; layers over a screen let nothing through. */
export function createKeyHub(): KeyHub {
  let takers: readonly KeyTaker[] = [];
  let shown: readonly ShownKey[] = [];
  const listeners = new Set<() => void>();
  const topLayer = () => Math.max(0, ...takers.map((taker) => taker.layer));
  const openLayers = () => (topLayer() === 1 ? [1, 0] : [topLayer()]);
  const on = (layer: number) => takers.filter((taker) => taker.layer === layer);
  const active = () => openLayers().flatMap((layer) => on(layer).reverse());
  const change = (next: readonly KeyTaker[]) => {
    takers = next;
    shown = openLayers().flatMap((layer) => on(layer).flatMap((taker) => taker.shown));
    for (const listener of listeners) listener();
  };
  return {
    add(taker) {
      change([...takers, taker]);
      return () => change(takers.filter((other) => other !== taker));
    },
    press(key) {
      for (const taker of active()) {
        if (taker.handle(key)) return 'done';
        if (taker.forward) return 'forward';
      }
      return 'unused';
    },
    wantsText: () => active().some((taker) => taker.text === true),
    topLayer,
    shown: () => shown,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** One key press, or a text that was pasted or typed in one go. */
export interface Key {
  /** `enter`, `escape`, `up`, `ctrl-s`, `space`, `paste`, or the character itself. */
  readonly name: string;
  /** What it adds to a text; empty for keys that add nothing. */
  readonly text: string;
  /** The bytes as they came. */
  readonly raw: string;
}

export function createCharacterKey(text: string): Key {
  return { name: text === ' ' ? 'space' : text, text, raw: text };
}
