import type { CommandLine } from '../command-line.ts';
import type { ServerConfig } from '../config.ts';
import { readVersion } from '../version.ts';
import type { Terminal } from './terminal.ts';

type Run = (line: CommandLine, config: () => ServerConfig, terminal: Terminal) => Promise<void>;

const showSnapshot: Run = async ({ command, words: [name = ''] }, _config, terminal) =>
  (await import('./snapshot.ts')).snapshot(command, name, terminal);

/** Each command loads only what it needs, so that help and usage errors are immediate. */
const commands: Readonly<Record<string, Run>> = {
  serve: async (_line, config, terminal) => (await import('./serve.ts')).serve(config(), terminal),
  'admin create': async ({ flags }, config, terminal) =>
    (await import('./create-admin.ts')).createAdminCommand(config(), flags, terminal),
  'console export': async ({ words: [folder = ''], flags }, config, terminal) =>
    (await import('./export-console.ts')).exportConsoleCommand(config().basePath, folder, flags, terminal),
  migrate: async (_line, config, terminal) =>
    (await import('./database-commands.ts')).migrateCommand(config(), terminal),
  backup: async ({ words: [file = ''] }, config, terminal) =>
    (await import('./copies.ts')).runBackupCommand(config(), file, terminal),
  restore: async ({ words: [file = ''], flags }, config, terminal) =>
    (await import('./copies.ts')).restoreCommand(config(), file, flags.has('force'), terminal),
  copy: async ({ flags }, _config, terminal) =>
    (await import('./copy-database.ts')).copyDatabaseCommand(flags, terminal),
  'audit verify': async (_line, config, terminal) =>
    (await import('./database-commands.ts')).verifyAudit(config(), terminal),
  'secrets rotate': async ({ flags }, config, terminal) =>
    (await import('./rotate-secrets.ts')).rotateSecretsCommand(config(), flags.has('resume'), terminal),
  version: async (_line, _config, terminal) => terminal.print(readVersion()),
  help: async (_line, _config, terminal) => terminal.localize('server.help'),
  'snapshot schema': showSnapshot,
  'snapshot tables': showSnapshot,
  'snapshot routes': showSnapshot,
  'snapshot migration': showSnapshot,
};

/** Runs a command line. Errors are thrown. Only commands that need the configuration read it. */
export async function runCommand(line: CommandLine, config: () => ServerConfig, terminal: Terminal): Promise<void> {
  const run = commands[line.command];
  if (!run) throw new Error(`no command is named ${line.command}`);
  await run(line, config, terminal);
}
