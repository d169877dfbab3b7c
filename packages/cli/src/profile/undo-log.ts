import { randomInt } from 'node:crypto';
import Conf from 'conf';
import { getConfigDirectory, makeFolder } from './config-directory.ts';

/** The calls of a command that needed several. */
interface RememberedCommand {
  readonly number: string;
  readonly server: string;
  readonly keys: readonly string[];
}

/** How many commands are stored; the oldest is dropped first. The server can undo calls for a few days only. */
const maxCommands = 50;

interface UndoLog {
  commands: readonly RememberedCommand[];
}

function openLog(): Conf<UndoLog> {
  const directory = getConfigDirectory();
  makeFolder(directory);
  return new Conf<UndoLog>({
    cwd: directory,
    configName: 'undo',
    projectName: 'gantry',
    configFileMode: 0o600,
    clearInvalidConfig: true,
    defaults: { commands: [] },
  });
}

/** Stores the calls of a command and returns the number to find them again. */
export function rememberCalls(server: string, keys: readonly string[]): string {
  const log = openLog();
  const commands = log.get('commands');
  const taken = new Set(commands.map(({ number }) => number));
  let number = '';
  do number = String(randomInt(10_000, 100_000));
  while (taken.has(number));
  log.set('commands', [...commands, { number, server, keys }].slice(-maxCommands));
  return number;
}

/** The calls of a command to this server; null when the number is unknown. */
export function recallCalls(server: string, number: string): readonly string[] | null {
  const found = openLog()
    .get('commands')
    .find((one) => one.number === number && one.server === server);
  return found?.keys ?? null;
}
