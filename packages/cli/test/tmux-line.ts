import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** A client of tmux that stays: a program started for each question takes twenty times the processor's time. */
export interface TmuxLine {
  /** Runs a command, after all those asked before, and gives what it prints. */
  prompt(...command: readonly string[]): Promise<string>;
}

interface Question {
  readonly answer: (text: string) => void;
  readonly fail: (error: Error) => void;
}

/** As tmux reads it within double quotes. */
const quoted = (word: string) => `"${word.replace(/[\\"$]/g, '\\$&').replaceAll('\n', '\\n')}"`;

/** Ends with the tmux server of the socket. It gets no output of the window, and does not change its size. */
export function openLine(socket: string): TmuxLine {
  const attach = ['-u', '-L', socket, '-C', 'attach-session', '-f', 'ignore-size,no-output'];
  const child = spawn('tmux', attach, { stdio: ['pipe', 'pipe', 'ignore'] });
  // The first answer is that of the attachment itself, which no question waits for.
  const waiting: Question[] = [{ answer: () => {}, fail: () => {} }];
  const end = () => {
    for (const { fail } of waiting.splice(0)) fail(new Error('tmux ended'));
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
      const question = waiting.shift();
      if (word === '%end') question?.answer(text);
      else question?.fail(new Error(text));
    }
  });
  return {
    prompt: (...command) =>
      new Promise((answer, fail) => {
        if (!child.stdin.writable) return fail(new Error('tmux ended'));
        waiting.push({ answer, fail });
        child.stdin.write(`${command.map(quoted).join(' ')}\n`);
      }),
  };
}
