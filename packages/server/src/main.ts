import { setFlagsFromString } from 'node:v8';
import { readCommandLine, UsageError } from './command-line.ts';
import { runCommand } from './commands/run-command.ts';
import { createTerminal, describeReason } from './commands/terminal.ts';
import { readConfig } from './config.ts';

// Whatever is written, the database and its keys first of all, is for its owner alone.
process.umask(0o077);
// A console's server is mostly idle between bursts: a heap that is collected before it grows holds a third less after an import.
setFlagsFromString('--optimize-for-size');
// Nor does it keep the room that a burst of short-lived objects took.
setFlagsFromString('--semi-space-growth-factor=1');
// A reader of the output that left must not end the process.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
const terminal = createTerminal(process.env);
try {
  const line = readCommandLine(process.argv.slice(2));
  await runCommand(line, () => readConfig(line.flags, process.env), terminal);
} catch (error) {
  if (error instanceof UsageError) {
    terminal.complain(error.key, error.params);
    process.exitCode = 2;
  } else {
    terminal.complain('server.failed', { reason: describeReason(error, terminal) });
    process.exitCode = 1;
  }
}
