import process from 'node:process';
import { createContext } from './context.ts';
import { CliError, exitCodes, exitNow, toErrorReport } from './exit.ts';
import { describeReason } from './file-problems.ts';

/** Ends the process because standard output cannot be written, and reports the reason in the user's language. */
export async function exitOnOutputError(error: Error, version: string): Promise<never> {
  const { t, complain } = await createContext(process.argv.slice(2), version);
  const message = t('cli.outputRejected', { reason: describeReason(error, t) });
  complain(toErrorReport(new CliError(message, exitCodes.failed)));
  exitNow(exitCodes.failed);
}
