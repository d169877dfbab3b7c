import process from 'node:process';
import { getError, locales, ResponseError } from '@gantry/core';
import { type Argument, Command, CommanderError, Option } from 'commander';
import { type Entry, findEntityEntry, isCommand, isPresent, ownEntries } from './commands/entries.ts';
import { expandAlias } from './commands/shell/expand-alias.ts';
import type { Listed } from './commands/shell/help-parts.ts';
import { type Context, createContext, findOutputForm, findPlace, type WrapClient } from './context/context.ts';
import { CliError, type ErrorReport, exitCodes, getExitStatus, type Place, toErrorReport } from './context/exit.ts';
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
import { setWide } from './output/table.ts';
import { measureWidth } from './output/wrap-text.ts';
import { getTokenVariable } from './profile/env-token.ts';

/** What may be given besides the words themselves; the parser's own way of saying it knows one language. */
function described({ description, argChoices, defaultValue }: Option | Argument, { t }: Context): string {
  const said = [
    ...(argChoices ? [t('cli.oneOf', { values: argChoices.join(', ') })] : []),
    ...(typeof defaultValue === 'string' ? [t('cli.default', { value: defaultValue })] : []),
  ];
  return said.length > 0 ? `${description} (${said.join('; ')})`.trim() : description;
}

function localise(command: Command, context: Context): void {
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
    })
    .configureHelp({
      displayWidth: measureWidth,
      styleTitle: (title) => titles[title] ?? title,
      optionDescription: (option) => described(option, context),
      argumentDescription: (argument) => described(argument, context),
    })
    .addHelpOption(new Option('-h, --help', t('cli.help')).helpGroup(t('cli.ofEvery')))
    .helpCommand(false)
    .enablePositionalOptions()
    .showSuggestionAfterError(true);
}

/** Options that stand on every command. A field of the same name goes before: then they stand ahead of the command. */
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

/** `90`, `90s`, `2m` or `1h` in ms. */
function durationOf(given: string, { t }: Context): number {
  const [, digits = '', unit = 's'] = /^(\d+)(s|m|h)?$/.exec(given) ?? [];
  if (digits === '') throw new CliError(t('cli.invalidValue', { name: '--max-wait', value: given }), exitCodes.usage);
  return Number(digits) * (unit === 'h' ? 3_600_000 : unit === 'm' ? 60_000 : 1_000);
}

async function applyGlobals(command: Command, context: Context): Promise<void> {
  const given = command.optsWithGlobals<Record<string, string | boolean | undefined>>();
  const timeout = given.timeout === undefined ? 30 : Number(given.timeout);
  if (!Number.isFinite(timeout) || timeout < 0)
    throw new CliError(
      context.t('cli.invalidValue', { name: '--timeout', value: String(given.timeout) }),
      exitCodes.usage,
    );
  const text = (value: string | boolean | undefined) => (typeof value === 'string' && value !== '' ? value : null);
  if (given.json === '?')
    return (await import('./commands/shell/list-fields.ts')).listFields(getCommandPath(command), context);
  if (given.output === 'wide') setWide();
  const jq = text(given.jq);
  // A filter that cannot be understood is rejected before the command does anything.
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
    maxWait: given.maxWait === undefined ? null : durationOf(String(given.maxWait), context),
    color: text(given.color) ?? 'auto',
  });
}

/** The leaf commands take the options; the groups above them only lead there. */
function eachLeaf(command: Command, visit: (leaf: Command) => void): void {
  if (command.commands.length === 0) visit(command);
  for (const child of command.commands) eachLeaf(child, visit);
}

/** The one command that is asked for: nothing else is loaded, not even the names of the others. */
function findRequestedCommand({ command }: ParsedArgv, args: readonly string[], context: Context): Listed | null {
  if (command === undefined) return null;
  const own = ownEntries.find(({ name }) => name === command);
  const entry = own ?? (isPresent(command, args) ? findEntityEntry(command) : undefined);
  return entry ? { entry, description: own ? context.t(own.words) : '', group: '' } : null;
}

/** Only the leaf that is asked for can run, so only it takes the options; whoever asks for help, or errs, sees all. */
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
  eachLeaf(one ?? command, (leaf) => {
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

function hiddenFill({ command = '' }: ParsedArgv): Entry['fill'] | undefined {
  return Object.hasOwn(hidden, command) ? hidden[command] : undefined;
}

/** All that there is, and what one does first with it. */
async function everything(
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

/** The tree of commands; only the one that is asked for is filled in, and it alone is there. `all` fills every one: for the snapshot. */
export async function buildProgram(context: Context, args: readonly string[], all = false): Promise<Command> {
  const program = new Command('gantry');
  localise(program, context);
  addGlobals(program, context);
  program.description(context.t('cli.tagline')).version(context.version, '-V, --version', context.t('cli.version'));
  const requested = parseArgv(args);
  const fillHidden = hiddenFill(requested);
  const only = all || fillHidden ? null : findRequestedCommand(requested, args, context);
  const listed = only ? [only] : all || !fillHidden ? await everything(program, context, args, all) : [];
  for (const one of listed) {
    const { entry, description, group, isEntity = false } = one;
    // Help lists the kinds of records by area, in fewer lines.
    const hidden = isEntity && context.isHelp && !all;
    const command = program.command(entry.name, { hidden }).description(description).helpGroup(group);
    command.helpCommand(false);
    if (all || only) await fill(command, one, context, requested.sub);
  }
  if (fillHidden)
    await fillHidden(program.command(requested.command ?? '', { hidden: true }), context, requested.sub, buildProgram);
  return program;
}

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
  const args = expandBareJson(expandVerb(getHelpTarget(expanded)));
  const context = await createContext(args, version, confirmingClient);
  let program: Command | null = null;
  try {
    const own = await ownProgram(expanded);
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
      const { reportParserError } = await import('./parser-words.ts');
      return reportParserError(error, context, leaf, flagsOf(leaf));
    }
    const said = await inWords(error, context);
    const { describeMissingRecord } = await import('./commands/resource/missing-record.ts');
    const message = await describeMissingRecord(said, leaf, context);
    const report = { ...toErrorReport(said), ...(message === null ? {} : { message }) };
    const place = said instanceof ResponseError ? await findPlace(context) : null;
    const hint = hintFor({ said, report, leaf, place }, context);
    context.complain({ ...report, hint, ...(place ? { place } : {}) }, flagsOf(leaf));
    return getExitStatus(said);
  } finally {
    await context.close();
  }
}

/** Help of an unknown command is rejected like the command itself. */
function assertKnown(program: Command, { command, sub }: ParsedArgv): void {
  const found = program.commands.find((one) => one.name() === command);
  if (sub === undefined || !found || found.commands.length === 0) return;
  if (found.commands.every((one) => one.name() !== sub))
    throw new CommanderError(exitCodes.usage, 'commander.unknownCommand', `error: unknown command '${sub}'`);
}

const flagsOf = (leaf: Command | null): string[] => (leaf?.options ?? []).flatMap(({ long }) => long ?? []);

interface Failure {
  readonly said: unknown;
  readonly report: ErrorReport;
  readonly leaf: Command | null;
  /** The call that the server rejected; null when it rejected none. */
  readonly place: Place | null;
}

/** What to do about it: sign in, or read what the command takes. */
function hintFor({ said, report, leaf, place }: Failure, { t }: Context): string | null {
  const variable = getTokenVariable();
  if (place && isSignInRequired(said)) {
    if (variable) return t('cli.badToken', { name: variable });
    const flag = place.profile === null ? '' : ` --profile ${place.profile}`;
    return t('cli.notSignedIn', { server: place.server, flag });
  }
  if (wantsProof(said)) return t('cli.stepUpHint');
  const isInput = said instanceof ResponseError && Object.keys(report.errors).length > 0;
  return report.hint ?? (isInput ? t('cli.hint', { command: getCommandPath(leaf) }) : null);
}

/** A call that got no answer is said with the server's address, what the system says of a file in the user's language. */
async function inWords(error: unknown, context: Context): Promise<unknown> {
  if (!(error instanceof ResponseError)) return fileInWords(error, context);
  if (error.code !== null || error.httpStatus !== null) return error;
  const { reachWords } = await import('./context/reach-words.ts');
  return new CliError(
    context.t('cli.unreachable', { server: await context.server(), reason: reachWords(error.message, context.t) }),
    exitCodes.unreachable,
    { hint: context.t('cli.unreachableHint') },
  );
}

/** An error of a local folder or file, such as the folder of profiles, is reported with its path. */
async function fileInWords(error: unknown, { t }: Context): Promise<unknown> {
  const { describeFileProblem } = await import('./context/system-words.ts');
  const trouble = describeFileProblem(error, t);
  if (!trouble) return error;
  const { path, reason } = trouble;
  return new CliError(path === null ? reason : t('cli.describeFileProblem', { file: path, reason }), exitCodes.failed);
}

/** Rejections of a sign-in itself, for which signing in is no advice. */
const ofSigningIn: readonly (number | null)[] = [40010, 40011, 40012];

function isSignInRequired(error: unknown): boolean {
  return (
    error instanceof ResponseError && getExitStatus(error) === exitCodes.signIn && !ofSigningIn.includes(error.code)
  );
}
