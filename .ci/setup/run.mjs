import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/**
 * @typedef {object} RunOptions
 * @property {string} [cwd]
 * @property {NodeJS.ProcessEnv} [env]
 * @property {boolean} [quiet] keep the child's stdout to ourselves: a caller's output may be read by a program
 */

/**
 * Runs a command in the foreground, forwards signals to it, and returns its exit code (128 + n for signal n).
 * @param {string} command
 * @param {string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<number>}
 */
export async function run(command, args, { cwd, env, quiet = false } = {}) {
  const child = spawn(command, args, { cwd, env, stdio: ['inherit', quiet ? 2 : 'inherit', 'inherit'] });
  const stopForwarding = forwardSignals(child);
  try {
    return await exitCodeOf(child);
  } finally {
    stopForwarding();
  }
}

/**
 * Forwards signals to a child. A terminal sends Ctrl-C to the entire process group, so forwarding it would count as a second one.
 * Under npm, a signal kills the shell between npm and this process; that is noticed by a change of the parent process.
 * @param {import('node:child_process').ChildProcess} child
 */
function forwardSignals(child) {
  /** @type {NodeJS.Signals[]} */
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  const handler = (/** @type {NodeJS.Signals} */ signal) => {
    if (signal === 'SIGINT' && process.stdin.isTTY) return;
    child.kill(signal);
  };
  for (const signal of signals) process.on(signal, handler);
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.env.npm_lifecycle_event && process.ppid !== parent) child.kill('SIGTERM');
  }, 250);
  return () => {
    clearInterval(watch);
    for (const signal of signals) process.off(signal, handler);
  };
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<number>}
 */
export function exitCodeOf(child) {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)));
  });
}

/**
 * Runs npm: the one that started this process, else the one on the PATH.
 * @param {string[]} args
 * @param {RunOptions} options
 */
export function npm(args, options) {
  const started = process.env.npm_execpath;
  if (started?.endsWith('.js')) return run(process.execPath, [started, ...args], options);
  return run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, options);
}
