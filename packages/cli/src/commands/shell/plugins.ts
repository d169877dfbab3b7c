import { spawn } from 'node:child_process';
import { accessSync, constants, readdirSync, statSync } from 'node:fs';
import { constants as system } from 'node:os';
import { delimiter, join } from 'node:path';
import process from 'node:process';
import { exitCodes } from '../../context/exit.ts';

const prefix = 'gantry-';

/** The folders of PATH. An empty entry means the current folder and is ignored. */
const getFolders = () => (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Finds the first `gantry-NAME` in PATH, which runs for `gantry NAME` when there is no such command; null when there is none. */
export function findPlugin(name: string): string | null {
  if (!/^[a-z][\w-]*$/i.test(name)) return null;
  const paths = getFolders().map((folder) => join(folder, prefix + name));
  return paths.find(isProgram) ?? null;
}

/** The names of all plugins, for completion. */
export function listPlugins(): string[] {
  const found = getFolders().flatMap((folder) => namesIn(folder).filter((name) => name.startsWith(prefix)));
  return [...new Set(found.map((name) => name.slice(prefix.length)))].filter((name) => findPlugin(name) !== null);
}

/**
 * Runs a program in place of this one, with the same terminal, and returns its exit status. Ctrl-C is left to the program while
 * it runs; signals that end this process are passed on to it.
 */
export function runProgram(path: string, args: readonly string[]): Promise<number> {
  const child = spawn(path, [...args], { stdio: 'inherit' });
  const hold = () => undefined;
  const pass = (signal: NodeJS.Signals) => void child.kill(signal);
  const received = { SIGINT: hold, SIGTERM: pass, SIGHUP: pass } as const;
  for (const [signal, handle] of Object.entries(received)) process.on(signal, handle);
  return new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve(code ?? 128 + (signal ? system.signals[signal] : exitCodes.failed)));
  }).finally(() => {
    for (const [signal, handle] of Object.entries(received)) process.removeListener(signal, handle);
  });
}
