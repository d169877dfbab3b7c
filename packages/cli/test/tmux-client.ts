import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** A tmux client that stays connected: starting a process for each command takes twenty times the processor time. */
export interface TmuxClient {
  /** Runs a command after all earlier ones, and returns its output. */
  run(...command: readonly string[]): Promise<string>;
}

interface PendingCommand {
  readonly resolve: (text: string) => void;
  readonly reject: (error: Error) => void;
}

/** Quotes a word for tmux. */
const quote = (word: string) => `"${word.replace(/[\\"$]/g, '\\$&').replaceAll('\n', '\\n')}"`;

/**
 * Connects to the tmux server of a socket until that server ends. The client receives no window output and does not resize it.
 */
export function openTmuxClient(socket: string): TmuxClient {
  const attach = ['-u', '-L', socket, '-C', 'attach-session', '-f', 'ignore-size,no-output'];
  const child = spawn('tmux', attach, { stdio: ['pipe', 'pipe', 'ignore'] });
  // The first response is that of `attach-session` itself.
  const pending: PendingCommand[] = [{ resolve: () => {}, reject: () => {} }];
  const end = () => {
    for (const { reject } of pending.splice(0)) reject(new Error('tmux ended'));
  };
  child.once('error', end);
  child.once('close', end);
  child.stdin.on('error', end);
  let block: { readonly name: string; readonly lines: string[] } | null = null;
  createInterface({ input: child.stdout }).on('line', (line) => {
    const [word = '', ...name] = line.split(' ');
    if (!block) {
      if (word === '%begin') block = { name: name.join(' '), lines: [] };
    } else if (!/^%(end|error)$/.test(word) || name.join(' ') !== block.name) block.lines.push(line);
    else {
      const text = `${block.lines.join('\n')}\n`;
      block = null;
      const command = pending.shift();
      if (word === '%end') command?.resolve(text);
      else command?.reject(new Error(text));
    }
  });
  return {
    run: (...command) =>
      new Promise((resolve, reject) => {
        if (!child.stdin.writable) return reject(new Error('tmux ended'));
        pending.push({ resolve, reject });
        child.stdin.write(`${command.map(quote).join(' ')}\n`);
      }),
  };
}
