import { spawn } from 'node:child_process';
import process from 'node:process';

/** The default pager. It is skipped silently on a machine without it. */
const defaultPager = 'less';

/** The pager to use for texts that are longer than the screen; null when paging is disabled. */
function getPager(): string | null {
  const { GANTRY_PAGER, PAGER } = process.env;
  const named = GANTRY_PAGER ?? PAGER ?? defaultPager;
  return named === '' || named === 'cat' ? null : named;
}

/** Passes a text to the pager; resolves to false when there is none. Ctrl-C is left to the pager while it runs. */
function runPager(pager: string, text: string): Promise<boolean> {
  const { LESS = 'FIRX', LESSCHARSET = 'utf-8' } = process.env;
  const ignoreInterrupt = () => undefined;
  process.on('SIGINT', ignoreInterrupt);
  return new Promise<boolean>((resolve) => {
    const env = { ...process.env, LESS, LESSCHARSET };
    const child = spawn(pager, { shell: pager !== defaultPager, stdio: ['pipe', 'inherit', 'inherit'], env });
    child.once('error', () => resolve(false));
    // A shell exits with 127 when it does not find the program.
    child.once('close', (code) => resolve(code !== 127));
    child.stdin.on('error', ignoreInterrupt);
    child.stdin.end(text);
  }).finally(() => process.removeListener('SIGINT', ignoreInterrupt));
}

/** Writes a text. On a terminal, a text that is longer than the screen goes through a pager. */
export async function writePaged({ write }: { write(text: string): Promise<void> }, text: string): Promise<void> {
  const { isTTY, rows } = process.stdout;
  const pager = isTTY && text.split('\n').length > (rows || 24) ? getPager() : null;
  if (pager === null || !(await runPager(pager, text))) await write(text);
}
