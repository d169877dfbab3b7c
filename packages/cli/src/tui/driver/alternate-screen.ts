import { writeSync } from 'node:fs';
import process from 'node:process';
import { errorMessage } from '@gantry/core';
import { exitNow } from '../../context/exit.ts';

/** What is written when the terminal is taken and given back. */
const codes = {
  screen: ['\u001b[?1049h\u001b[?2004h\u001b[2J\u001b[H', '\u001b[?2004l\u001b[?1049l\u001b[?25h'],
  // Line after line below the shell's own: pastes alone are told from typing.
  lines: ['\u001b[?2004h', '\u001b[?2004l'],
  nothing: ['', ''],
} as const;
/** The whole screen, or lines below what is there; `nothing` for a terminal that knows no codes. */
export type TerminalUse = keyof typeof codes;

export interface AlternateScreen {
  /** Gives the terminal back as it was found; again does nothing. */
  leave(): void;
  /** Steps aside for the shell; `resumed` runs when the job is brought back. */
  suspend(resumed: () => void): void;
}

function writeAll(codes: string): void {
  try {
    writeSync(1, codes);
  } catch {
    // The terminal is gone: there is nothing to give back.
  }
}

function setRaw(raw: boolean): void {
  try {
    process.stdin.setRawMode(raw);
  } catch {
    // As above.
  }
}

/** Takes the terminal, and gives it back whatever ends the process: a key, a signal, an error, a lost line. */
export function enterAlternateScreen(use: TerminalUse = 'screen'): AlternateScreen {
  const [enterCodes, leaveCodes] = codes[use];
  let inside = false;
  const enter = () => {
    inside = true;
    setRaw(true);
    writeAll(enterCodes);
  };
  const leave = () => {
    if (!inside) return;
    inside = false;
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
  const numbers = { SIGTERM: 15, SIGHUP: 1, SIGINT: 2 } as const;
  for (const [signal, number] of Object.entries(numbers))
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
    suspend(resumed) {
      leave();
      process.once('SIGCONT', () => {
        enter();
        resumed();
      });
      process.kill(process.pid, 'SIGTSTP');
    },
  };
}
