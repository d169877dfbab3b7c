import { createCharacterKey, type Key, type KeyHub } from './key-hub.ts';

const namesByFinalByte: Readonly<Record<string, string>> = {
  A: 'up',
  B: 'down',
  C: 'right',
  D: 'left',
  F: 'end',
  H: 'home',
  Z: 'shift-tab',
};
const namesByNumber: Readonly<Record<string, string>> = {
  '1': 'home',
  '3': 'delete',
  '4': 'end',
  '5': 'pageup',
  '6': 'pagedown',
  '7': 'home',
  '8': 'end',
};
const namesByControl: Readonly<Record<string, string>> = {
  '\r': 'enter',
  '\n': 'enter',
  '\t': 'tab',
  '\u007f': 'backspace',
  '\b': 'backspace',
};
const pasteStart = '\u001b[200~';
const pasteEnd = '\u001b[201~';
/** The response of a terminal to a query about its colors. */
const colorReport = /^\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)/;
const partialColorReport = /^\u001b\](?:1(?:1(?:;[^\u0007\u001b]{0,40}\u001b?)?)?)?$/;
const sequence = /^\u001b(?:\[([0-9;?<>=]*)([@-~])|O([A-Za-z]))/;
const partialSequence = /^\u001b(?:\[[0-9;?<>=]*|O)?$/;

function createSequenceKey(raw: string, parameters: string, final: string): Key {
  const name = final === '~' ? namesByNumber[parameters.split(';')[0] ?? ''] : namesByFinalByte[final];
  return { name: name ?? 'unknown', text: '', raw };
}

function createControlKey(char: string): Key {
  const name = namesByControl[char] ?? `ctrl-${String.fromCharCode((char.codePointAt(0) ?? 0) + 96)}`;
  return { name, text: '', raw: char };
}

/** Reads the first key. Returns null while more bytes are needed to complete it. */
function readFirstKey(bytes: string): Key | null {
  if (bytes.startsWith(pasteStart)) {
    const end = bytes.indexOf(pasteEnd);
    if (end < 0) return null;
    const text = bytes.slice(pasteStart.length, end).replaceAll('\r\n', '\n').replaceAll('\r', '\n');
    return { name: 'paste', text, raw: bytes.slice(0, end + pasteEnd.length) };
  }
  if (!bytes.startsWith('\u001b')) {
    const char = String.fromCodePoint(bytes.codePointAt(0) ?? 0);
    return char < ' ' || char === '\u007f' ? createControlKey(char) : createCharacterKey(char);
  }
  const answer = colorReport.exec(bytes);
  if (answer) return { name: 'report', text: '', raw: answer[0] };
  if (partialColorReport.test(bytes)) return null;
  const found = sequence.exec(bytes);
  if (found) return createSequenceKey(found[0], found[1] ?? '', found[2] ?? found[3] ?? '');
  if (partialSequence.test(bytes)) return null;
  if (bytes.startsWith('\u001b\u001b')) return { name: 'escape', text: '', raw: '\u001b' };
  const char = String.fromCodePoint(bytes.codePointAt(1) ?? 0);
  return { name: `alt-${char}`, text: '', raw: `\u001b${char}` };
}

interface KeyDecoder {
  push(chunk: string): Key[];
  /** Whether bytes are buffered that may be the start of a longer key. */
  isWaiting(): boolean;
  /** Decodes the buffered bytes as they are: a lone escape character is the Escape key. */
  flush(): Key[];
}

/** Decodes the bytes that a terminal sends into keys, including bursts and pastes. */
export function createKeyDecoder(): KeyDecoder {
  let buffer = '';
  const takeKeys = (): Key[] => {
    const keys: Key[] = [];
    while (buffer !== '') {
      const key = readFirstKey(buffer);
      if (!key) break;
      buffer = buffer.slice(key.raw.length);
      if (key.name !== 'unknown') keys.push(key);
    }
    return keys;
  };
  return {
    push(chunk) {
      buffer += chunk;
      return takeKeys();
    },
    isWaiting: () => buffer !== '' && !buffer.startsWith(pasteStart),
    flush() {
      if (buffer === '' || buffer.startsWith(pasteStart)) return [];
      buffer = buffer.slice(1);
      return [{ name: 'escape', text: '', raw: '\u001b' }, ...takeKeys()];
    },
  };
}

/** How long to wait after an escape character for the rest of a key, in ms: a slow connection may split a key. */
const escapeDelayMs = 40;

export interface KeyPumpDeps {
  readonly hub: KeyHub;
  /** Sends a key to Ink's widgets. */
  readonly forwardToInk: (raw: string) => void;
  /** Handles keys that work everywhere, before the hub. Returns true when the key was handled. */
  readonly handleGlobalKey: (key: Key) => boolean;
}

export interface KeyPump {
  push(chunk: string): void;
}

const waitOneTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Number of event loop turns to wait after a key: on a slow machine, rendering and its effects take several turns. */
const tasksPerKey = 6;

/** Waits until the screen has been updated after a key. */
async function waitForScreen(): Promise<void> {
  for (let left = 0; left < tasksPerKey; left += 1) await waitOneTurn();
}

/** Removes the next key from the queue; consecutive typed characters are merged into one key. */
function takeTypedText(queue: Key[]): Key {
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

/** Dispatches keys one at a time and lets the screen update between them, so that ten keys in one packet are ten moves. */
export function createKeyPump({ hub, forwardToInk, handleGlobalKey }: KeyPumpDeps): KeyPump {
  const decoder = createKeyDecoder();
  const queue: Key[] = [];
  let running = false;
  let timer: NodeJS.Timeout | null = null;
  const drain = async () => {
    if (running) return;
    running = true;
    while (queue.length > 0) {
      const key = hub.wantsText() ? takeTypedText(queue) : (queue.shift() as Key);
      const result = handleGlobalKey(key) ? 'done' : hub.press(key);
      await waitForScreen();
      if (result !== 'forward') continue;
      forwardToInk(key.raw);
      await waitForScreen();
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
      timer = decoder.isWaiting() ? setTimeout(() => add(decoder.flush()), escapeDelayMs) : null;
    },
  };
}
