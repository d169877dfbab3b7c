import { setFlagsFromString } from 'node:v8';
import { readCommandLine, UsageError } from './command-line.ts';
import { runCommand } from './commands/run-command.ts';
import { createTerminal, describeReason } from './commands/terminal.ts';
import { readConfig } from './config.ts';

// Everything that is written, such as the database and its keys, is accessible to its owner only.
process.umask(0o077);
// The server is mostly idle between bursts. A heap that is collected before it grows is a third smaller after an import.
setFlagsFromString('--optimize-for-size');
// It also releases the memory that a burst of short-lived objects needed.
setFlagsFromString('--semi-space-growth-factor=1');
// A closed reader of the output must not end the process.
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
