import { spawn } from 'node:child_process';
import process from 'node:process';

/** Of a machine that has none nothing is said. */
const standard = 'less';

/** The program that shows what is longer than the screen; null where none is wanted. */
function pagerNamed(): string | null {
  const { GANTRY_PAGER, PAGER } = process.env;
  const named = GANTRY_PAGER ?? PAGER ?? standard;
  return named === '' || named === 'cat' ? null : named;
}

/** Hands a text to the pager; false when there is none. Ctrl-C is the pager's as long as it runs. */
function handTo(pager: string, text: string): Promise<boolean> {
  const { LESS = 'FIRX', LESSCHARSET = 'utf-8' } = process.env;
  const held = () => undefined;
  process.on('SIGINT', held);
  return new Promise<boolean>((resolve) => {
    const env = { ...process.env, LESS, LESSCHARSET };
    const child = spawn(pager, { shell: pager !== standard, stdio: ['pipe', 'inherit', 'inherit'], env });
    child.once('error', () => resolve(false));
    // A shell ends with 127 when it does not find the program.
    child.once('close', (code) => resolve(code !== 127));
    child.stdin.on('error', held);
    child.stdin.end(text);
  }).finally(() => process.removeListener('SIGINT', held));
}

/** Writes a text; at a terminal one that is longer than the screen goes through a pager. */
export async function writePaged({ write }: { write(text: string): Promise<void> }, text: string): Promise<void> {
  const { isTTY, rows } = process.stdout;
  const pager = isTTY && text.split('\n').length > (rows || 24) ? pagerNamed() : null;
  if (pager === null || !(await handTo(pager, text))) await write(text);
}
