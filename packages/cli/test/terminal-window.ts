import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { hardlyCompiled } from '../../server/test/server-process.ts';
import type { Gantry } from './gantry.ts';
import { program } from './gantry.ts';
import { openLine } from './tmux-line.ts';

/** A real terminal of so many columns and lines with a shell in it, driven by keys and read as text. */
export interface TerminalWindow {
  /** Sends keys by their tmux names, one by one; none so soon after Escape that the two would be one key. */
  press(...keys: string[]): Promise<void>;
  /** Sends a text in one packet. */
  type(text: string): void;
  text(): string;
  /** Waits until the screen shows something, and gives it. */
  shows(what: string | RegExp): Promise<string>;
  /** Goes to a list or page by the palette, from the workplace that comes first, and waits until it shows something. */
  openList(place: string, waitFor: string | RegExp): Promise<string>;
  /** Waits until the shell has the terminal again. */
  left(): Promise<void>;
  resize(columns: number, rows: number): void;
  /** What tmux knows of the terminal: `alternate_on`, `cursor_flag`... */
  state(name: string): string;
  /** The process that runs in the shell. */
  programPid(): number;
  close(): void;
}

export interface WindowOptions {
  readonly columns: number;
  readonly rows: number;
  readonly locale?: 'zh-CN' | 'en-US';
  readonly env?: Readonly<Record<string, string>>;
}

/** How long anything may take on a machine that is busy with something else, in ms. */
const timeoutMs = 60_000;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

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
  const { columns, rows, locale = 'en-US', env = {} } = options;
  const settings = {
    GANTRY_CONFIG_DIR: gantry.directory,
    LANG: 'C.UTF-8',
    LC_ALL: '',
    NO_COLOR: '',
    COLORTERM: 'truecolor',
    TZ: 'Asia/Shanghai',
    ...env,
  };
  const given = Object.entries(settings).flatMap(([name, value]) => ['-e', `${name}=${value}`]);
  const size = ['-x', String(columns), '-y', String(rows)];
  tmux(socket, 'new-session', '-d', ...size, ...given, 'bash --norc --noprofile');
  const line = openLine(socket);
  const send = (...keys: string[]) => line.prompt('send-keys', ...keys);
  // Whoever looks at the screen next is told that the terminal is gone.
  const sendUnasked = (...keys: string[]) => void send(...keys).catch(() => undefined);
  const text = () => tmux(socket, 'capture-pane', '-p');
  const state = (name: string) => tmux(socket, 'display-message', '-p', `#{${name}}`).trim();
  const shows = async (what: string | RegExp) => {
    const limit = Date.now() + timeoutMs;
    for (;;) {
      const seen = await line.prompt('capture-pane', '-p');
      if (typeof what === 'string' ? seen.includes(what) : what.test(seen)) return seen;
      if (Date.now() > limit) throw new Error(`The screen never showed ${String(what)}:\n${seen}`);
      await pause(40);
    }
  };
  // A build server's CI takes a terminal's colours away, and a person's terminal has none.
  const node = [process.execPath, ...hardlyCompiled].join(' ');
  sendUnasked('-l', `env -u CI ${node} ${program} tui --server ${server} --locale ${locale}`);
  sendUnasked('Enter');
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) {
      await send(key);
      await pause(key === 'Escape' ? 120 : 40);
    }
  };
  return {
    press,
    async openList(place, waitFor) {
      await shows('q Quit');
      await press(':');
      await send('-l', place);
      await press('Enter');
      return shows(waitFor);
    },
    type: (words) => sendUnasked('-l', words),
    text,
    shows,
    async left() {
      const limit = Date.now() + timeoutMs;
      while ((await line.prompt('display-message', '-p', '#{alternate_on}')).trim() === '1') {
        if (Date.now() > limit) throw new Error(`The terminal was never given back:\n${text()}`);
        await pause(40);
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
