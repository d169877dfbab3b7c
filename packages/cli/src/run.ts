import { ApiError } from '@gantry/core';
import { CommanderError } from 'commander';
import { helpAsked } from './commands/asked.ts';
import { type Context, createContext } from './context.ts';
import { CliError, exitCodes, reportOf, statusOf } from './exit.ts';
import { parserWords } from './parser-words.ts';
import { buildProgram } from './program.ts';

/** Runs one command line and gives its exit status. The one place where an error becomes words. */
export async function run(given: readonly string[], version: string): Promise<number> {
  const args = helpAsked(given);
  const context = await createContext(args, version);
  try {
    const program = await buildProgram(context, args);
    await program.parseAsync([...args], { from: 'user' });
    return context.status();
  } catch (error) {
    if (error instanceof CommanderError) return parserWords(error, context);
    const said = await inWords(error, context);
    context.complain(asksSignIn(said) ? { ...reportOf(said), hint: context.t('cli.notSignedIn') } : reportOf(said));
    return statusOf(said);
  } finally {
    await context.close();
  }
}

/** A call that got no answer is said with the server's address. */
async function inWords(error: unknown, context: Context): Promise<unknown> {
  if (!(error instanceof ApiError) || error.code !== null || error.httpStatus !== null) return error;
  return new CliError(
    context.t('cli.unreachable', { server: await context.server(), reason: error.message }),
    exitCodes.unreachable,
  );
}

/** Refusals of a sign-in itself: to sign in is no advice then. */
const ofSigningIn: readonly (number | null)[] = [40010, 40011, 40012];

function asksSignIn(error: unknown): boolean {
  return error instanceof ApiError && statusOf(error) === exitCodes.signIn && !ofSigningIn.includes(error.code);
}
