import process from 'node:process';
import { createContext } from './context.ts';
import { CliError, exitCodes, exitNow, reportOf } from './exit.ts';
import { reasonOf } from './system-words.ts';

/** Ends the process because standard output takes no more, and says why in the user's words. */
export async function outputFailed(error: Error, version: string): Promise<never> {
  const { t, complain } = await createContext(process.argv.slice(2), version);
  const message = t('cli.outputRefused', { reason: reasonOf(error, t) });
  complain(reportOf(new CliError(message, exitCodes.failed)));
  exitNow(exitCodes.failed);
}
