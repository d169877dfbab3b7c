import type { CommandLine } from '../command-line.ts';
import type { ServerConfig } from '../config.ts';
import { readVersion } from '../version.ts';
import { backupCommand, restoreCommand } from './copies.ts';
import { createAdminCommand } from './create-admin.ts';
import { migrateCommand, verifyAudit } from './database-commands.ts';
import { rotateSecretsCommand } from './rotate-secrets.ts';
import { serve } from './serve.ts';
import { snapshot } from './snapshot.ts';
import type { Terminal } from './terminal.ts';

type Run = (line: CommandLine, config: () => ServerConfig, terminal: Terminal) => Promise<void>;

const commands: Readonly<Record<string, Run>> = {
  serve: (_line, config, terminal) => serve(config(), terminal),
  'admin create': ({ flags }, config, terminal) => createAdminCommand(config(), flags, terminal),
  migrate: (_line, config, terminal) => migrateCommand(config(), terminal),
  backup: ({ words: [file = ''] }, config, terminal) => backupCommand(config(), file, terminal),
  restore: ({ words: [file = ''], flags }, config, terminal) =>
    restoreCommand(config(), file, flags.has('force'), terminal),
  'audit verify': (_line, config, terminal) => verifyAudit(config(), terminal),
  'secrets rotate': ({ flags }, config, terminal) => rotateSecretsCommand(config(), flags.has('resume'), terminal),
  version: async (_line, _config, terminal) => terminal.print(readVersion()),
  'snapshot schema': ({ command }, _config, terminal) => snapshot(command, '', terminal),
  'snapshot routes': ({ command }, _config, terminal) => snapshot(command, '', terminal),
  'snapshot migration': ({ command, words: [name = ''] }, _config, terminal) => snapshot(command, name, terminal),
};

/** Runs what was typed; throws what stops it. The configuration is read only by who needs it. */
export async function runCommand(line: CommandLine, config: () => ServerConfig, terminal: Terminal): Promise<void> {
  if (line.flags.has('help')) return terminal.say('server.help');
  const run = commands[line.command];
  if (!run) throw new Error(`no command is named ${line.command}`);
  await run(line, config, terminal);
}
