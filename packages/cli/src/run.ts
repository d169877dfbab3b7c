import { getError, ResponseError } from '@gantry/core';
import { type Command, CommanderError } from 'commander';
import { isCommand } from './commands/entries.ts';
import { expandAlias } from './commands/shell/expand-alias.ts';
import { type Context, createContext, type WrapClient } from './context/context.ts';
import { CliError, type ErrorReport, exitCodes, getExitStatus, toErrorReport } from './context/exit.ts';
import { expandBareJson, follow, getCommandPath, getHelpTarget, parseArgv } from './context/parse-argv.ts';
import { getTokenVariable } from './profile/env-token.ts';
import { buildProgram } from './program.ts';

/** Runs `gantry-NAME` for a name that is no command, and gives its exit status; null where there is no such program. */
async function ownProgram([name = '', ...rest]: readonly string[]): Promise<number | null> {
  if (!/^[a-z]/i.test(name) || isCommand(name)) return null;
  const { findPlugin, runProgram } = await import('./commands/shell/own-program.ts');
  const path = findPlugin(name);
  return path === null ? null : runProgram(path, rest);
}

const wantsProof = (error: unknown) => error instanceof ResponseError && error.code === getError('stepUpNeeded').code;

/** A client whose calls ask for an identity confirmation when the server does; each keeps its idempotency key. */
const confirmingClient: WrapClient = (context, client) => {
  const confirmed = <T>(call: () => Promise<T>): Promise<T> =>
    call().catch(async (error: unknown) => {
      if (!wantsProof(error)) throw error;
      const { confirmAfter } = await import('./prompts/step-up.ts');
      await confirmAfter(context, client, error);
      return call();
    });
  return {
    call: (path, body, options) => confirmed(() => client.call(path, body, options)),
    send: (path, body, options) => confirmed(() => client.send(path, body, options)),
  };
};

/** Runs one command line and gives its exit status. The one place where an error becomes words. */
export async function run(given: readonly string[], version: string): Promise<number> {
  const expanded = expandAlias(given);
  const args = expandBareJson(getHelpTarget(expanded));
  const context = await createContext(args, version, confirmingClient);
  let program: Command | null = null;
  try {
    const own = await ownProgram(expanded);
    if (own !== null) return own;
    program = await buildProgram(context, args);
    await program.parseAsync([...args], { from: 'user' });
    return context.status();
  } catch (error) {
    const leaf = program && follow(program, Object.values(parseArgv(args)));
    if (error instanceof CommanderError) {
      const { reportParserError } = await import('./parser-words.ts');
      return reportParserError(error, context, leaf, flagsOf(leaf));
    }
    const said = await inWords(error, context);
    const report = toErrorReport(said);
    context.complain({ ...report, hint: hintFor(said, report, leaf, context) }, flagsOf(leaf));
    return getExitStatus(said);
  } finally {
    await context.close();
  }
}

const flagsOf = (leaf: Command | null): string[] => (leaf?.options ?? []).flatMap(({ long }) => long ?? []);

/** What to do about it: sign in, or read what the command takes. */
function hintFor(said: unknown, { hint, errors }: ErrorReport, leaf: Command | null, { t }: Context): string | null {
  const variable = getTokenVariable();
  if (isSignInRequired(said)) return variable ? t('cli.badToken', { name: variable }) : t('cli.notSignedIn');
  if (wantsProof(said)) return t('cli.stepUpHint');
  const isInput = said instanceof ResponseError && Object.keys(errors).length > 0;
  return hint ?? (isInput ? t('cli.hint', { command: getCommandPath(leaf) }) : null);
}

/** A call that got no answer is said with the server's address, what the system says of a file in the user's language. */
async function inWords(error: unknown, context: Context): Promise<unknown> {
  if (!(error instanceof ResponseError)) return fileInWords(error, context);
  if (error.code !== null || error.httpStatus !== null) return error;
  const { reachWords } = await import('./context/reach-words.ts');
  return new CliError(
    context.t('cli.unreachable', { server: await context.server(), reason: reachWords(error.message, context.t) }),
    exitCodes.unreachable,
  );
}

/** What a folder or file of one's own refused, such as the folder of profiles, is said with its path. */
async function fileInWords(error: unknown, { t }: Context): Promise<unknown> {
  const { describeFileProblem } = await import('./context/system-words.ts');
  const trouble = describeFileProblem(error, t);
  if (!trouble) return error;
  const { path, reason } = trouble;
  return new CliError(path === null ? reason : t('cli.describeFileProblem', { file: path, reason }), exitCodes.failed);
}

/** Refusals of a sign-in itself: to sign in is no advice then. */
const ofSigningIn: readonly (number | null)[] = [40010, 40011, 40012];

function isSignInRequired(error: unknown): boolean {
  return (
    error instanceof ResponseError && getExitStatus(error) === exitCodes.signIn && !ofSigningIn.includes(error.code)
  );
}
