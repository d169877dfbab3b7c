import process from 'node:process';
import { getError, locales, ResponseError } from '@gantry/core';
import { type Argument, Command, CommanderError, Help, Option } from 'commander';
import { type Entry, findEntityEntry, hasVerb, isCommand, isPresent, ownEntries } from './commands/entries.ts';
import { expandAlias } from './commands/shell/expand-alias.ts';
import type { Listed } from './commands/shell/help-parts.ts';
import { type Context, createContext, findOutputForm, findPlace, type WrapClient } from './context/context.ts';
import { CliError, type ErrorReport, exitCodes, getExitStatus, type Place, toErrorReport } from './context/exit.ts';
import { parseSeconds } from './context/numbers.ts';
import {
  expandBareJson,
  expandVerb,
  follow,
  getCommandPath,
  getHelpTarget,
  type ParsedArgv,
  parseArgv,
} from './context/parse-argv.ts';
import { outputForms } from './output/print.ts';
import { joinNotes, toBrackets } from './output/punctuation.ts';
import { getTerminalColumns, setWide } from './output/table.ts';
import { measureWidth, wrapText } from './output/wrap-text.ts';
import { getTokenVariable } from './profile/env-token.ts';

/** The help text of an option or argument with its choices and its default. Commander's own form of it is English only. */
function describeParameter(
  { description, argChoices, defaultValue }: Option | Argument,
  { t, locale }: Context,
): string {
  const notes = [
    ...(argChoices ? [t('cli.oneOf', { values: argChoices.join(', ') })] : []),
    ...(typeof defaultValue === 'string' ? [t('cli.default', { value: defaultValue })] : []),
  ];
  return notes.length > 0 ? (description + toBrackets(joinNotes(notes, locale), locale)).trim() : description;
}

/** The width of help: that of the terminal, or 80 columns. */
function getHelpWidth(): number {
  const columns = getTerminalColumns();
  return columns < Number.MAX_SAFE_INTEGER ? columns : 80;
}

/** In narrower terminals, descriptions are printed below their terms, because two columns of text do not fit. */
const narrowHelp = 60;

const wrapHelp = (text: string, width: number) => wrapText(text, width, true).map((line) => line.trimEnd());

const formatItem: Help['formatItem'] = function (this: Help, term, termWidth, description, helper) {
  const width = this.helpWidth ?? 80;
  if (width >= narrowHelp || description === '')
    return Help.prototype.formatItem.call(this, term, termWidth, description, helper);
  return [`  ${term}`, ...wrapHelp(description, width - 6).map((line) => `      ${line}`)].join('\n');
};

function localizeHelp(command: Command, context: Context): void {
  const { t } = context;
  const titles: Record<string, string> = {
    'Usage:': t('cli.usage'),
    'Commands:': t('cli.commands'),
    'Options:': t('cli.options'),
    'Arguments:': t('cli.arguments'),
  };
  command
    .exitOverride()
    .configureOutput({
      outputError: () => undefined,
      writeErr: (text) => void process.stderr.write(text),
      writeOut: (text) => void process.stdout.write(text),
      getOutHelpWidth: getHelpWidth,
      getErrHelpWidth: getHelpWidth,
    })
    .configureHelp({
      displayWidth: measureWidth,
      boxWrap: (text, width) => wrapHelp(text, width).join('\n'),
      formatItem,
      // No space follows a full-width colon.
      formatHelp: (shown, helper) => Help.prototype.formatHelp.call(helper, shown, helper).replace('： ', '：'),
      styleTitle: (title) => titles[title] ?? title,
      optionDescription: (option) => describeParameter(option, context),
      argumentDescription: (argument) => describeParameter(argument, context),
    })
    .addHelpOption(new Option('-h, --help', t('cli.help')).helpGroup(t('cli.ofEvery')))
    .helpCommand(false)
    .enablePositionalOptions()
    .showSuggestionAfterError(true);
}

/**
 * Adds the options that every command takes. A command that defines an option of the same name keeps its own; the global one then
 * has to precede the command.
 */
function addGlobals(command: Command, context: Context): void {
  const { t } = context;
  const globals = [
    new Option('--server <url>', t('cli.server')),
    new Option('--profile <name>', t('cli.profile')),
    new Option('-o, --output <form>', t('cli.output')).choices([...outputForms, 'wide']),
    new Option('--json [fields]', t('cli.json')),
    new Option('--jq <filter>', t('cli.jq')),
    new Option('-y, --yes', t('cli.yes')),
    new Option('--step-up-stdin', t('cli.stepUpStdin')),
    new Option('--locale <locale>', t('cli.locale')).choices([...locales]),
    new Option('--color <when>', t('cli.color')).choices(['auto', 'always', 'never']),
    new Option('--timeout <seconds>', t('cli.timeout')),
    new Option('--max-wait <duration>', t('cli.maxWait')),
  ];
  const taken = command.options.map((option) => option.long);
  for (const option of globals) if (!taken.includes(option.long)) command.addOption(option.helpGroup(t('cli.ofEvery')));
}

/** Parses `90`, `90s`, `2m` or `1h`; returns milliseconds. */
function parseDuration(given: string, { t }: Context): number {
  const [, digits = '', unit = 's'] = /^(\d+)(s|m|h)?$/.exec(given) ?? [];
  if (digits === '')
    throw new CliError(t('cli.invalidValue', { name: '--max-wait', value: given }), exitCodes.usage, {
      hint: t('cli.durationExample'),
    });
  return Number(digits) * (unit === 'h' ? 3_600_000 : unit === 'm' ? 60_000 : 1_000);
}

async function applyGlobals(command: Command, context: Context): Promise<void> {
  const given = command.optsWithGlobals<Record<string, string | boolean | undefined>>();
  const timeout = given.timeout === undefined ? 30 : parseSeconds(String(given.timeout), '--timeout', 0, context);
  const text = (value: string | boolean | undefined) => (typeof value === 'string' && value !== '' ? value : null);
  if (given.json === '?')
    return (await import('./commands/shell/list-fields.ts')).listFields(getCommandPath(command), context);
  if (given.output === 'wide') setWide();
  const jq = text(given.jq);
  // Reject a filter with a syntax error before the command does anything.
  if (jq !== null) await (await import('./output/jq.ts')).checkFilter(jq);
  context.setOptions({
    server: text(given.server),
    profile: text(given.profile),
    form:
      given.json === undefined && jq === null
        ? findOutputForm(given.output === 'wide' ? 'table' : String(given.output ?? ''))
        : 'json',
    fields: text(given.json)?.split(',') ?? null,
    jq,
    yes: given.yes === true,
    stepUpStdin: given.stepUpStdin === true,
    timeout,
    maxWait: given.maxWait === undefined ? null : parseDuration(String(given.maxWait), context),
    color: text(given.color) ?? 'auto',
  });
}

/** Visits the commands without subcommands: they take the options, the groups above them only contain them. */
function visitLeaves(command: Command, visit: (leaf: Command) => void): void {
  if (command.commands.length === 0) visit(command);
  for (const child of command.commands) visitLeaves(child, visit);
}

/** Finds the requested command, so that nothing else is loaded, not even the names of the others. */
function findRequestedCommand({ command }: ParsedArgv, args: readonly string[], context: Context): Listed | null {
  if (command === undefined) return null;
  const own = ownEntries.find(({ name }) => name === command);
  const entry = own ?? (isPresent(command, args) ? findEntityEntry(command) : undefined);
  return entry ? { entry, description: own ? context.t(own.words) : '', group: '' } : null;
}

/** Fills a command. Only the requested subcommand gets the global options; all get them when none matches. */
async function fill(
  command: Command,
  { entry }: Listed,
  context: Context,
  requested: string | undefined,
): Promise<void> {
  await entry.fill(command, context, requested, buildProgram);
  const one = command.commands.find((child) => child.name() === requested);
  const leaf = one ?? (command.commands.length === 0 ? command : null);
  if (leaf && context.isHelp) (await import('./commands/shell/help-parts.ts')).addExamples(leaf, entry.name, context);
  visitLeaves(one ?? command, (leaf) => {
    addGlobals(leaf, context);
    leaf.hook('preAction', (_command, action) => applyGlobals(action, context));
  });
}

const hidden: Readonly<Record<string, Entry['fill']>> = {
  __complete: async (command, context, _sub, build) =>
    (await import('./commands/shell/completion.ts')).fillComplete(command, context, build),
  __snapshot: async (command, context, _sub, build) =>
    (await import('./commands/snapshot.ts')).fillSnapshot(command, context, build),
};

function getHiddenFill({ command = '' }: ParsedArgv): Entry['fill'] | undefined {
  return Object.hasOwn(hidden, command) ? hidden[command] : undefined;
}

/** Lists all commands, and adds the areas and the first steps to the help. */
async function listEverything(
  program: Command,
  context: Context,
  args: readonly string[],
  all: boolean,
): Promise<Listed[]> {
  const { formatAreas, formatFirstSteps, listAllCommands } = await import('./commands/shell/help-parts.ts');
  const listed = listAllCommands(context, args, all);
  if (!all) program.addHelpText('after', formatAreas(listed, context));
  program.addHelpText('after', formatFirstSteps(context));
  return listed;
}

/**
 * Builds the command tree. Only the requested command is added and filled. `all` adds and fills every command, for the
 * snapshot.
 */
export async function buildProgram(context: Context, args: readonly string[], all = false): Promise<Command> {
  const program = new Command('gantry');
  localizeHelp(program, context);
  addGlobals(program, context);
  program.description(context.t('cli.tagline')).version(context.version, '-V, --version', context.t('cli.version'));
  const requested = parseArgv(args);
  const fillHidden = getHiddenFill(requested);
  const only = all || fillHidden ? null : findRequestedCommand(requested, args, context);
  const listed = only ? [only] : all || !fillHidden ? await listEverything(program, context, args, all) : [];
  for (const one of listed) {
    const { entry, description, group, isEntity = false } = one;
    // Help lists the resources by area, which takes fewer lines.
    const hidden = isEntity && context.isHelp && !all;
    const command = program.command(entry.name, { hidden }).description(description).helpGroup(group);
    command.helpCommand(false);
    if (all || only) await fill(command, one, context, requested.sub);
  }
  if (fillHidden)
    await fillHidden(program.command(requested.command ?? '', { hidden: true }), context, requested.sub, buildProgram);
  return program;
}

/** Runs the plugin `gantry-NAME` for an unknown command. Returns its exit status; null when there is no such program. */
async function runPlugin([name = '', ...rest]: readonly string[]): Promise<number | null> {
  if (!/^[a-z]/i.test(name) || isCommand(name)) return null;
  const { findPlugin, runProgram } = await import('./commands/shell/plugins.ts');
  const path = findPlugin(name);
  return path === null ? null : runProgram(path, rest);
}

const needsStepUp = (error: unknown) => error instanceof ResponseError && error.code === getError('stepUpNeeded').code;

/** Wraps a client so that a call confirms the identity when the server requires it. A retry keeps its idempotency key. */
const getConfirmingClient: WrapClient = (context, client) => {
  const callWithStepUp = <T>(call: () => Promise<T>): Promise<T> =>
    call().catch(async (error: unknown) => {
      if (!needsStepUp(error)) throw error;
      const { confirmAfter } = await import('./prompts/step-up.ts');
      await confirmAfter(context, client, error);
      return call();
    });
  return {
    call: (path, body, options) => callWithStepUp(() => client.call(path, body, options)),
    send: (path, body, options) => callWithStepUp(() => client.send(path, body, options)),
  };
};

/** Runs one command line and returns its exit status. The only place that turns errors into text. */
export async function run(given: readonly string[], version: string): Promise<number> {
  const expanded = expandAlias(given);
  const args = expandBareJson(expandVerb(getHelpTarget(expanded), hasVerb));
  const context = await createContext(args, version, getConfirmingClient);
  let program: Command | null = null;
  try {
    const own = await runPlugin(expanded);
    if (own !== null) return own;
    if (args.length === 0) {
      await context.write((await import('./commands/shell/overview.ts')).formatOverview(context));
      return exitCodes.done;
    }
    program = await buildProgram(context, args);
    if (context.isHelp) assertKnown(program, parseArgv(args));
    await program.parseAsync([...args], { from: 'user' });
    return context.status();
  } catch (error) {
    const leaf = program && follow(program, Object.values(parseArgv(args)));
    if (error instanceof CommanderError) {
      const { reportParserError } = await import('./parser-errors.ts');
      return reportParserError(error, context, leaf, getFlags(leaf));
    }
    const localized = await toLocalizedError(error, context);
    const { describeMissingRecord } = await import('./commands/resource/missing-record.ts');
    const message = await describeMissingRecord(localized, leaf, context);
    const report = { ...toErrorReport(localized), ...(message === null ? {} : { message }) };
    const place = localized instanceof ResponseError ? await findPlace(context) : null;
    const hint = getHint({ error: localized, report, leaf, place }, context);
    context.complain({ ...report, hint, ...(place ? { place } : {}) }, getFlags(leaf));
    return getExitStatus(localized);
  } finally {
    await context.close();
  }
}

/** Rejects help on an unknown command like the command itself. */
function assertKnown(program: Command, { command, sub }: ParsedArgv): void {
  const found = program.commands.find((one) => one.name() === command);
  if (sub === undefined || !found || found.commands.length === 0) return;
  if (found.commands.every((one) => one.name() !== sub))
    throw new CommanderError(exitCodes.usage, 'commander.unknownCommand', `error: unknown command '${sub}'`);
}

const getFlags = (leaf: Command | null): string[] => (leaf?.options ?? []).flatMap(({ long }) => long ?? []);

interface Failure {
  readonly error: unknown;
  readonly report: ErrorReport;
  readonly leaf: Command | null;
  /** The server and profile of a call that the server rejected; null for any other error. */
  readonly place: Place | null;
}

/** The next step after an error: sign in, or read the help of the command. */
function getHint({ error, report, leaf, place }: Failure, { t }: Context): string | null {
  const variable = getTokenVariable();
  if (place && isSignInRequired(error)) {
    if (variable) return t('cli.badToken', { name: variable });
    const flag = place.profile === null ? '' : ` --profile ${place.profile}`;
    return t('cli.notSignedIn', { server: place.server, flag });
  }
  if (needsStepUp(error)) return t('cli.stepUpHint');
  const isInput = error instanceof ResponseError && Object.keys(report.errors).length > 0;
  return report.hint ?? (isInput ? t('cli.hint', { command: getCommandPath(leaf) }) : null);
}

/** Adds the server to the error of a call without a response, and translates file errors into the user's language. */
async function toLocalizedError(error: unknown, context: Context): Promise<unknown> {
  if (!(error instanceof ResponseError)) return toFileError(error, context);
  if (error.code !== null || error.httpStatus !== null) return error;
  const { describeConnectionError } = await import('./context/connection-errors.ts');
  return new CliError(
    context.t('cli.unreachable', {
      server: await context.server(),
      reason: describeConnectionError(error.message, context.t),
    }),
    exitCodes.unreachable,
    { hint: context.t('cli.unreachableHint') },
  );
}

/** Turns an error of a local file or folder, such as the folder of profiles, into a message with its path. */
async function toFileError(error: unknown, { t }: Context): Promise<unknown> {
  const { describeFileProblem } = await import('./context/file-problems.ts');
  const problem = describeFileProblem(error, t);
  if (!problem) return error;
  const { path, reason } = problem;
  return new CliError(path === null ? reason : t('cli.describeFileProblem', { file: path, reason }), exitCodes.failed);
}

/** Codes that reject a sign-in itself, where signing in is not useful advice. */
const signInRejections: readonly (number | null)[] = [40010, 40011, 40012];

function isSignInRequired(error: unknown): boolean {
  return (
    error instanceof ResponseError &&
    getExitStatus(error) === exitCodes.signIn &&
    !signInRejections.includes(error.code)
  );
}
