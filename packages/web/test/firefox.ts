import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { WebSocket } from 'undici';

const executablePath = process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr';
/** Timeout of every wait, in ms, for a busy machine. */
const timeoutMs = 60_000;

/** Whether Firefox is installed; logs the searched paths when it is not. */
export function hasFirefox(): boolean {
  const isThere = existsSync(executablePath);
  if (!isThere) process.stderr.write(`No Firefox at ${executablePath}: its journeys do not run. Set FIREFOX_PATH.\n`);
  return isThere;
}

/** A page in a headless Firefox, controlled with WebDriver BiDi, which Firefox supports without a driver. */
export interface FirefoxPage {
  goto(url: string): Promise<void>;
  /** Returns the value of an expression in the page. */
  evaluate<T>(expression: string): Promise<T>;
  /** Waits until an expression is true in the page. */
  waitFor(expression: string): Promise<void>;
  /** Clicks the first element with the selector and text. */
  click(selector: string, text?: string): Promise<void>;
  /** Focuses an input, replaces its content, and types. */
  type(selector: string, text: string): Promise<void>;
  /** Errors of the page so far: script errors and console messages. */
  readonly problems: readonly string[];
  close(): Promise<void>;
}

interface Reply {
  readonly id?: number;
  readonly type: string;
  readonly method?: string;
  readonly message?: string;
  readonly result?: unknown;
  readonly params?: { readonly level?: string; readonly text?: string };
}

/** Starts Firefox with a temporary profile, and returns the URL for commands. */
async function launch() {
  const profile = mkdtempSync(path.join(tmpdir(), 'gantry-firefox-'));
  const options = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'];
  const program = spawn(executablePath, options, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, HOME: profile },
  });
  const ended = new Promise<void>((resolve) => program.once('exit', () => resolve()));
  const address = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('Firefox did not say where it takes commands')), timeoutMs);
    createInterface(program.stderr).on('line', (line) => {
      const [, found] = /WebDriver BiDi listening on (ws:\S+)/.exec(line) ?? [];
      if (found === undefined) return;
      clearTimeout(timer);
      resolve(found);
    });
  });
  const stop = async () => {
    program.kill();
    await ended;
    rmSync(profile, { recursive: true, force: true });
  };
  return { address, stop };
}

/** Sends commands over a socket; responses are matched by ID. */
async function connect(address: string, onEvent: (event: Reply) => void) {
  const socket = new WebSocket(`${address}/session`);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', reject);
  });
  const waiting = new Map<number, (reply: Reply) => void>();
  socket.addEventListener('message', ({ data }) => {
    const reply = JSON.parse(String(data)) as Reply;
    if (reply.id === undefined) onEvent(reply);
    else waiting.get(reply.id)?.(reply);
  });
  let last = 0;
  return async <T>(method: string, params: object): Promise<T> => {
    last += 1;
    const id = last;
    const replied = new Promise<Reply>((resolve) => waiting.set(id, resolve));
    socket.send(JSON.stringify({ id, method, params }));
    const reply = await replied;
    if (reply.type === 'error') throw new Error(`${method}: ${reply.message}`);
    return reply.result as T;
  };
}

/** Returns the center of an element once it exists, is enabled and uncovered; null until then. */
const getMiddle = (selector: string, text: string) => `(() => {
  const found = [...document.querySelectorAll(${JSON.stringify(selector)})]
    .find((one) => one.textContent.includes(${JSON.stringify(text)}) && !one.disabled);
  if (!found) return null;
  found.scrollIntoView({ block: 'center' });
  const { x, y, width, height } = found.getBoundingClientRect();
  const at = { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
  const top = document.elementFromPoint(at.x, at.y);
  return found.contains(top) || top?.contains(found) ? JSON.stringify(at) : null;
})()`;

export async function openFirefox(width = 1440, height = 900): Promise<FirefoxPage> {
  const { address, stop } = await launch();
  const problems: string[] = [];
  const send = await connect(address, ({ method, params }) => {
    if (method === 'log.entryAdded' && params?.level === 'error') problems.push(params.text ?? '');
  });
  await send('session.new', { capabilities: {} });
  await send('session.subscribe', { events: ['log.entryAdded'] });
  const tree = await send<{ contexts: { context: string }[] }>('browsingContext.getTree', {});
  const context = tree.contexts[0]?.context ?? '';
  await send('browsingContext.setViewport', { context, viewport: { width, height } });
  const evaluate = async <T>(expression: string): Promise<T> => {
    const params = { expression, target: { context }, awaitPromise: true };
    const { result, exceptionDetails } = await send<{ result?: { value?: T }; exceptionDetails?: { text: string } }>(
      'script.evaluate',
      params,
    );
    if (exceptionDetails) throw new Error(exceptionDetails.text);
    return result?.value as T;
  };
  /** Polls until the expression has a value. A page that is navigating away returns nothing. */
  const poll = async (expression: string): Promise<string> => {
    const until = Date.now() + timeoutMs;
    while (Date.now() < until) {
      const value = await evaluate<string | boolean | null>(expression).catch(() => null);
      if (value) return String(value);
      await delay(50);
    }
    throw new Error(`never true in Firefox: ${expression}`);
  };
  const perform = (source: object) => send('input.performActions', { context, actions: [source] });
  const click = async (selector: string, text = '') => {
    const at = JSON.parse(await poll(getMiddle(selector, text))) as { x: number; y: number };
    const actions = [
      { type: 'pointerMove', ...at },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ];
    await perform({ type: 'pointer', id: 'mouse', actions });
  };
  return {
    problems,
    evaluate,
    click,
    goto: async (url) => void (await send('browsingContext.navigate', { context, url, wait: 'complete' })),
    waitFor: async (expression) => void (await poll(expression)),
    type: async (selector, text) => {
      await click(selector);
      await evaluate(`document.querySelector(${JSON.stringify(selector)}).select()`);
      const actions = [...text].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]);
      await perform({ type: 'key', id: 'keys', actions });
    },
    close: stop,
  };
}
