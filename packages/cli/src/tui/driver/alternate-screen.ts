import { writeSync } from 'node:fs';
import process from 'node:process';
import { errorMessage } from '@gantry/core';
import { exitNow } from '../../context/exit.ts';

/** The codes that are written on entering and on leaving, for each mode. */
const controlCodes = {
  screen: ['\u001b[?1049h\u001b[?2004h\u001b[2J\u001b[H', '\u001b[?2004l\u001b[?1049l\u001b[?25h'],
  // Output goes line by line below the shell's own; only bracketed paste is enabled.
  lines: ['\u001b[?2004h', '\u001b[?2004l'],
  nothing: ['', ''],
} as const;
/** The full screen, or lines below the existing output; `nothing` for a terminal without control codes. */
export type TerminalMode = keyof typeof controlCodes;

export interface AlternateScreen {
  /** Restores the terminal. Repeated calls do nothing. */
  leave(): void;
  /** Suspends the process as `^Z` does; `onResume` runs when the job is continued. */
  suspend(onResume: () => void): void;
}

function writeAll(codes: string): void {
  try {
    writeSync(1, codes);
  } catch {
    // The terminal is gone: there is nothing to restore.
  }
}

function setRaw(raw: boolean): void {
  try {
    process.stdin.setRawMode(raw);
  } catch {
    // The terminal is gone.
  }
}

/** Takes over the terminal, and restores it however the process ends: by a key, a signal, an error or a lost connection. */
export function enterAlternateScreen(mode: TerminalMode = 'screen'): AlternateScreen {
  const [enterCodes, leaveCodes] = controlCodes[mode];
  let entered = false;
  const enter = () => {
    entered = true;
    setRaw(true);
    writeAll(enterCodes);
  };
  const leave = () => {
    if (!entered) return;
    entered = false;
    setRaw(false);
    writeAll(leaveCodes);
  };
  const fail = (error: unknown) => {
    leave();
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : errorMessage(error)}\n`);
    exitNow(1);
  };
  enter();
  process.on('exit', leave);
  const signalNumbers = { SIGTERM: 15, SIGHUP: 1, SIGINT: 2 } as const;
  for (const [signal, number] of Object.entries(signalNumbers))
    process.once(signal, () => {
      leave();
      exitNow(128 + number);
    });
  process.stdout.on('error', () => exitNow(129));
  process.stdin.once('end', () => exitNow(129));
  process.once('uncaughtException', fail);
  process.once('unhandledRejection', fail);
  return {
    leave,
    suspend(onResume) {
      leave();
      process.once('SIGCONT', () => {
        enter();
        onResume();
      });
      process.kill(process.pid, 'SIGTSTP');
    },
  };
}
