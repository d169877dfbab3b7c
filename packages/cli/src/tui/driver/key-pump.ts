import type { Key } from './key.ts';
import { createKeyDecoder } from './key-decoder.ts';
import type { KeyHub } from './key-hub.ts';

/** How long a lone escape may be the start of a longer key, in ms: a slow line cuts keys in two. */
const escapeDelay = 40;

export interface KeyPumpDeps {
  readonly hub: KeyHub;
  /** Keys for the widgets of Ink. */
  readonly forward: (raw: string) => void;
  /** Keys that work everywhere: gives true when it took one. */
  readonly always: (key: Key) => boolean;
}

export interface KeyPump {
  push(chunk: string): void;
}

const tick = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Tasks that a key leaves, one after the other: a slow machine draws in one, and does in others what follows from it. */
const tasksOfKey = 6;

/** The screen has followed a key once the tasks that it left are run. */
async function settled(): Promise<void> {
  for (let left = 0; left < tasksOfKey; left += 1) await tick();
}

/** Typed characters that follow each other, as one key. */
function joined(queue: Key[]): Key {
  const first = queue.shift() as Key;
  if (first.text === '') return first;
  let text = first.text;
  let raw = first.raw;
  while (queue[0] && queue[0].text !== '') {
    text += queue[0].text;
    raw += queue[0].raw;
    queue.shift();
  }
  return text === first.text ? first : { name: 'text', text, raw };
}

/** Hands keys on one by one and lets the screen change between them: ten keys in one packet are ten moves. */
export function createKeyPump({ hub, forward, always }: KeyPumpDeps): KeyPump {
  const decoder = createKeyDecoder();
  const queue: Key[] = [];
  let running = false;
  let timer: NodeJS.Timeout | null = null;
  const drain = async () => {
    if (running) return;
    running = true;
    while (queue.length > 0) {
      const key = hub.wantsText() ? joined(queue) : (queue.shift() as Key);
      const leftTo = always(key) ? 'done' : hub.press(key);
      await settled();
      if (leftTo !== 'forward') continue;
      forward(key.raw);
      await settled();
    }
    running = false;
  };
  const add = (keys: readonly Key[]) => {
    queue.push(...keys);
    void drain();
  };
  return {
    push(chunk) {
      if (timer) clearTimeout(timer);
      add(decoder.push(chunk));
      timer = decoder.waiting() ? setTimeout(() => add(decoder.flush()), escapeDelay) : null;
    },
  };
}
