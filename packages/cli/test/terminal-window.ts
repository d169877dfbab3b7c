import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { hardlyCompiled } from '../../server/test/server-process.ts';
import type { Gantry } from './gantry.ts';
import { program } from './gantry.ts';
import { openTmuxClient } from './tmux-client.ts';

/** A real terminal with a shell in it, driven by keys and read as text. */
export interface TerminalWindow {
  /** Sends keys by their tmux names, one at a time; waits after Escape, so that it is not joined with the next key. */
  press(...keys: string[]): Promise<void>;
  /** Sends text in one packet. */
  type(text: string): void;
  text(): string;
  /** Waits until the screen contains or matches `what`, and returns the screen. */
  waitFor(what: string | RegExp): Promise<string>;
  /** Opens a list or page from the workplace by the command bar, and waits until the screen shows `expected`. */
  openList(target: string, expected: string | RegExp): Promise<string>;
  /** Waits until the interface has left the alternate screen. */
  waitForExit(): Promise<void>;
  resize(columns: number, rows: number): void;
  /** The value of a tmux format variable of the terminal, such as `alternate_on` or `cursor_flag`. */
  state(name: string): string;
  /** The ID of the process that runs in the shell. */
  programPid(): number;
  close(): void;
}

export interface WindowOptions {
  readonly columns: number;
  readonly rows: number;
  readonly locale?: 'zh-CN' | 'en-US';
  readonly env?: Readonly<Record<string, string>>;
  /** A program that all output passes through on its way to the terminal. */
  readonly filter?: string;
}

/** Timeout for anything that a test waits for, in ms; long enough for a busy machine. */
const timeoutMs = 60_000;

const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function tmux(socket: string, ...args: string[]): string {
  try {
    return execFileSync('tmux', ['-L', socket, '-f', '/dev/null', ...args], { encoding: 'utf8' });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw new Error('These tests drive a real terminal and need tmux; on Debian: apt-get install tmux');
    throw error;
  }
}

/** Opens a terminal and starts `gantry tui` in its shell. */
export function openTui(gantry: Gantry, server: string, options: WindowOptions): TerminalWindow {
  const socket = `gantry-${randomUUID()}`;
  const { columns, rows, locale = 'en-US', env = {}, filter } = options;
  const settings = {
    GANTRY_CONFIG_DIR: gantry.directory,
    LANG: 'C.UTF-8',
    LC_ALL: '',
    NO_COLOR: '',
    COLORTERM: 'truecolor',
    TZ: 'Asia/Shanghai',
    ...env,
  };
  const environment = Object.entries(settings).flatMap(([name, value]) => ['-e', `${name}=${value}`]);
  const size = ['-x', String(columns), '-y', String(rows)];
  tmux(socket, 'new-session', '-d', ...size, ...environment, 'bash --norc --noprofile');
  const client = openTmuxClient(socket);
  const send = (...keys: string[]) => client.run('send-keys', ...keys);
  // When the terminal is gone, the next read of the screen fails and reports it.
  const sendWithoutWaiting = (...keys: string[]) => void send(...keys).catch(() => undefined);
  const text = () => tmux(socket, 'capture-pane', '-p');
  const state = (name: string) => tmux(socket, 'display-message', '-p', `#{${name}}`).trim();
  const waitFor = async (what: string | RegExp) => {
    const limit = Date.now() + timeoutMs;
    for (;;) {
      const screen = await client.run('capture-pane', '-p');
      if (typeof what === 'string' ? screen.includes(what) : what.test(screen)) return screen;
      if (Date.now() > limit) throw new Error(`The screen never showed ${String(what)}:\n${screen}`);
      await delay(40);
    }
  };
  // The variable CI of a build server would turn colors off; terminals of users do not have it.
  const node = [process.execPath, ...hardlyCompiled].join(' ');
  const command = `env -u CI ${node} ${program} tui --server ${server} --locale ${locale}`;
  sendWithoutWaiting('-l', filter === undefined ? command : `script -qefc '${command}' /dev/null | ${filter}`);
  sendWithoutWaiting('Enter');
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) {
      await send(key);
      await delay(key === 'Escape' ? 120 : 40);
    }
  };
  return {
    press,
    async openList(target, expected) {
      await waitFor('q Quit');
      await press(':');
      await send('-l', target);
      await press('Enter');
      return waitFor(expected);
    },
    type: (input) => sendWithoutWaiting('-l', input),
    text,
    waitFor,
    async waitForExit() {
      const limit = Date.now() + timeoutMs;
      while ((await client.run('display-message', '-p', '#{alternate_on}')).trim() === '1') {
        if (Date.now() > limit) throw new Error(`The alternate screen was never left:\n${text()}`);
        await delay(40);
      }
    },
    resize: (width, height) => void tmux(socket, 'resize-window', '-x', String(width), '-y', String(height)),
    state,
    programPid() {
      const shell = tmux(socket, 'display-message', '-p', '#{pane_pid}').trim();
      const children = execFileSync('ps', ['-o', 'pid=', '--ppid', shell], { encoding: 'utf8' });
      return Number(children.trim().split(/\s+/)[0]);
    },
    close: () => void tmux(socket, 'kill-server'),
  };
}
