import { createCharacterKey, type Key, type KeyHub } from './key-hub.ts';

const finals: Readonly<Record<string, string>> = {
  A: 'up',
  B: 'down',
  C: 'right',
  D: 'left',
  F: 'end',
  H: 'home',
  Z: 'shift-tab',
};
const tildes: Readonly<Record<string, string>> = {
  '1': 'home',
  '3': 'delete',
  '4': 'end',
  '5': 'pageup',
  '6': 'pagedown',
  '7': 'home',
  '8': 'end',
};
const controls: Readonly<Record<string, string>> = {
  '\r': 'enter',
  '\n': 'enter',
  '\t': 'tab',
  '\u007f': 'backspace',
  '\b': 'backspace',
};
const pasteStart = '\u001b[200~';
const pasteEnd = '\u001b[201~';
/** The answer of a terminal to a query about its colors. */
const report = /^\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)/;
const unfinishedReport = /^\u001b\](?:1(?:1(?:;[^\u0007\u001b]{0,40}\u001b?)?)?)?$/;
const sequence = /^\u001b(?:\[([0-9;?<>=]*)([@-~])|O([A-Za-z]))/;
const unfinished = /^\u001b(?:\[[0-9;?<>=]*|O)?$/;

function sequenceKey(raw: string, parameters: string, final: string): Key {
  const name = final === '~' ? tildes[parameters.split(';')[0] ?? ''] : finals[final];
  return { name: name ?? 'unknown', text: '', raw };
}

function controlKey(char: string): Key {
  const name = controls[char] ?? `ctrl-${String.fromCharCode((char.codePointAt(0) ?? 0) + 96)}`;
  return { name, text: '', raw: char };
}

/** The first key of some bytes, or null while it may still go on. */
function firstKey(bytes: string): Key | null {
  if (bytes.startsWith(pasteStart)) {
    const end = bytes.indexOf(pasteEnd);
    if (end < 0) return null;
    const text = bytes.slice(pasteStart.length, end).replaceAll('\r\n', '\n').replaceAll('\r', '\n');
    return { name: 'paste', text, raw: bytes.slice(0, end + pasteEnd.length) };
  }
  if (!bytes.startsWith('\u001b')) {
    const char = String.fromCodePoint(bytes.codePointAt(0) ?? 0);
    return char < ' ' || char === '\u007f' ? controlKey(char) : createCharacterKey(char);
  }
  const answer = report.exec(bytes);
  if (answer) return { name: 'report', text: '', raw: answer[0] };
  if (unfinishedReport.test(bytes)) return null;
  const found = sequence.exec(bytes);
  if (found) return sequenceKey(found[0], found[1] ?? '', found[2] ?? found[3] ?? '');
  if (unfinished.test(bytes)) return null;
  if (bytes.startsWith('\u001b\u001b')) return { name: 'escape', text: '', raw: '\u001b' };
  const char = String.fromCodePoint(bytes.codePointAt(1) ?? 0);
  return { name: `alt-${char}`, text: '', raw: `\u001b${char}` };
}

interface KeyDecoder {
  push(chunk: string): Key[];
  /** Something is held back that may be the start of a longer key. */
  waiting(): boolean;
  /** Nothing more came: a lone escape is the key Escape. */
  flush(): Key[];
}

/** Makes keys of what a terminal sends, whole bursts and pastes included. */
export function createKeyDecoder(): KeyDecoder {
  let held = '';
  const take = (): Key[] => {
    const keys: Key[] = [];
    while (held !== '') {
      const key = firstKey(held);
      if (!key) break;
      held = held.slice(key.raw.length);
      if (key.name !== 'unknown') keys.push(key);
    }
    return keys;
  };
  return {
    push(chunk) {
      held += chunk;
      return take();
    },
    waiting: () => held !== '' && !held.startsWith(pasteStart),
    flush() {
      if (held === '' || held.startsWith(pasteStart)) return [];
      held = held.slice(1);
      return [{ name: 'escape', text: '', raw: '\u001b' }, ...take()];
    },
  };
}

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
