import { fileURLToPath } from 'node:url';
import { errorMessage } from '@gantry/core';
import { UsageError } from '../../server/src/command-line.ts';
import { createTerminal } from '../../server/src/commands/terminal.ts';
import { type ProgressLine, runDemo } from './run-demo.ts';

process.umask(0o077);

/** Written over in place on a terminal; elsewhere a line for each quarter. */
function progressOn(stream: NodeJS.WriteStream): ProgressLine {
  let quarter = -1;
  return {
    show(text, share) {
      if (stream.isTTY) {
        stream.write(`\r\u{1b}[K${text}`);
        return;
      }
      const reached = Math.floor(share * 4);
      if (reached !== quarter) stream.write(`${text}\n`);
      quarter = reached;
    },
    end() {
      if (stream.isTTY) stream.write('\r\u{1b}[K');
    },
  };
}

const terminal = createTerminal(process.env);
try {
  const done = await runDemo(process.argv.slice(2), {
    terminal,
    progress: progressOn(process.stdout),
    env: process.env,
    cli: fileURLToPath(new URL('../../cli/dist/gantry.mjs', import.meta.url)),
  });
  if (!done) process.exitCode = 2;
} catch (error) {
  const isUsage = error instanceof UsageError;
  if (isUsage) terminal.complain(error.key, error.params);
  else terminal.complain('server.failed', { reason: errorMessage(error) });
  process.exitCode = isUsage ? 2 : 1;
}
