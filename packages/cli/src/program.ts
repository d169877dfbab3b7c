import process from 'node:process';
import {
  type AnyResource,
  auditLog,
  backup,
  catalogue,
  kebab,
  knowDoc,
  pdfDoc,
  presentCatalogue,
  say,
  usageRecord,
} from '@gantry/core';
import { Command, Option } from 'commander';
import { type CliKey, type Context, formNamed } from './context.ts';
import { CliError, exitCodes } from './exit.ts';
import { outputForms } from './output/forms.ts';
import { widthOf } from './output/width.ts';
import { knownFlags } from './profile/known-flags.ts';

/** A command by its words, and the room that fills it in when it is the one asked for. */
interface Entry {
  readonly name: string;
  readonly words: CliKey;
  fill(command: Command, context: Context): Promise<void>;
}

/** Commands that belong to no entity, in the order of help. */
const entries: readonly Entry[] = [
  {
    name: 'login',
    words: 'cli.login',
    fill: async (command, context) => (await import('./commands/session.ts')).fillLogin(command, context),
  },
  {
    name: 'logout',
    words: 'cli.logout',
    fill: async (command, context) => (await import('./commands/session.ts')).fillLogout(command, context),
  },
  {
    name: 'whoami',
    words: 'cli.whoami',
    fill: async (command, context) => (await import('./commands/session.ts')).fillWhoami(command, context),
  },
  {
    name: 'dashboard',
    words: 'cli.dashboard',
    fill: async (command, context) => (await import('./commands/dashboard.ts')).fillDashboard(command, context),
  },
  {
    name: 'system',
    words: 'cli.system',
    fill: async (command, context) => (await import('./commands/system.ts')).fillSystem(command, context),
  },
  {
    name: 'ledger',
    words: 'cli.ledger',
    fill: async (command, context) => (await import('./commands/ledger.ts')).fillLedger(command, context),
  },
  {
    name: 'simulate',
    words: 'cli.simulate',
    fill: async (command, context) => (await import('./commands/simulate.ts')).fillSimulate(command, context),
  },
  {
    name: 'tui',
    words: 'cli.tui',
    fill: async (command, context) => (await import('./commands/tui.ts')).fillTui(command, context),
  },
  {
    name: 'config',
    words: 'cli.config',
    fill: async (command, context) => (await import('./commands/config.ts')).fillConfig(command, context),
  },
  {
    name: 'api',
    words: 'cli.api',
    fill: async (command, context) => (await import('./commands/api.ts')).fillApi(command, context),
  },
  {
    name: 'completion',
    words: 'cli.completion',
    fill: async (command, context) => (await import('./commands/completion.ts')).fillCompletion(command, context),
  },
  {
    name: 'exit-codes',
    words: 'cli.exitCodes',
    fill: async (command, context) => (await import('./commands/exit-codes.ts')).fillExitCodes(command, context),
  },
];

function localise(command: Command, context: Context): void {
  const { t } = context;
  const titles: Record<string, string> = {
    'Usage:': t('cli.usage'),
    'Commands:': t('cli.commands'),
    'Options:': t('cli.options'),
    'Arguments:': t('cli.arguments'),
    'Global Options:': t('cli.options'),
  };
  command
    .exitOverride()
    .configureOutput({ writeErr: () => undefined, writeOut: (text) => void process.stdout.write(text) })
    .configureHelp({ displayWidth: widthOf, styleTitle: (title) => titles[title] ?? title })
    .helpOption('-h, --help', t('cli.help'))
    .helpCommand(false)
    .enablePositionalOptions()
    .showSuggestionAfterError(true);
}

const valueOptions = ['--server', '--profile', '-o', '--output', '--locale', '--color', '--timeout'];

/** The command's name among the arguments: the first word that is no option and no option's value. */
function askedCommand(args: readonly string[]): string | undefined {
  return args.find((arg, at) => !arg.startsWith('-') && !valueOptions.includes(args[at - 1] ?? ''));
}

/** The entities that there are: those of a flag only when the server is known to have set it; the snapshot names them all. */
function presentResources(asked: string | undefined, args: readonly string[]): readonly AnyResource[] {
  if (asked === '__snapshot') return catalogue.resources;
  const at = args.findIndex((arg) => arg === '--profile' || arg.startsWith('--profile='));
  const profile = at < 0 ? null : (args[at]?.split('=')[1] ?? args[at + 1] ?? null);
  return presentCatalogue(catalogue, knownFlags(profile)).resources;
}

/** Options that stand on every command. A field of the same name goes before: then they stand ahead of the command. */
function addGlobals(command: Command, context: Context): void {
  const { t } = context;
  const globals = [
    new Option('--server <url>', t('cli.server')),
    new Option('--profile <name>', t('cli.profile')),
    new Option('-o, --output <form>', t('cli.output')).choices([...outputForms]),
    new Option('--json', t('cli.json')),
    new Option('-y, --yes', t('cli.yes')),
    new Option('--locale <locale>', t('cli.locale')),
    new Option('--color <when>', t('cli.color')).choices(['auto', 'always', 'never']),
    new Option('--timeout <seconds>', t('cli.timeout')),
  ];
  const taken = command.options.map((option) => option.long);
  for (const option of globals) if (!taken.includes(option.long)) command.addOption(option);
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
  context.setOptions({
    server: text(given.server),
    profile: text(given.profile),
    form: given.json === true ? 'json' : formNamed(String(given.output ?? '')),
    yes: given.yes === true,
    timeout,
  });
  await (await import('./output/colour.ts')).applyColour(String(given.color ?? 'auto'));
}

/** The leaf commands take the options; the groups above them only lead there. */
function eachLeaf(command: Command, visit: (leaf: Command) => void): void {
  if (command.commands.length === 0) visit(command);
  for (const child of command.commands) eachLeaf(child, visit);
}

type FillMore = (command: Command, context: Context) => Promise<void>;

/** Commands beside those that a definition gives, by its resource. */
const moreOf: Readonly<Record<string, FillMore>> = {
  [auditLog.name]: async (command, context) => (await import('./commands/undo.ts')).fillUndo(command, context),
  [backup.name]: async (command, context) =>
    (await import('./commands/backup-download.ts')).fillBackupDownload(command, context),
  [knowDoc.name]: async (command, context) =>
    (await import('./commands/document-commands.ts')).fillKnowDocCommands(command, context),
  [pdfDoc.name]: async (command, context) =>
    (await import('./commands/document-commands.ts')).fillPdfDocCommands(command, context),
  [usageRecord.name]: async (command, context) =>
    (await import('./commands/usage-report.ts')).fillUsageReport(command, context),
};

function resourceEntry(resource: AnyResource): Omit<Entry, 'words'> {
  return {
    name: kebab(resource.name),
    fill: async (command, context) => {
      (await import('./commands/resource.ts')).fillResource(command, resource, context);
      await moreOf[resource.name]?.(command, context);
    },
  };
}

/** The tree of commands; only the one that is asked for is filled in. `all` fills every one: for the snapshot and completion. */
export async function buildProgram(context: Context, args: readonly string[], all = false): Promise<Command> {
  const program = new Command('gantry');
  localise(program, context);
  addGlobals(program, context);
  program.description(context.t('cli.tagline')).version(context.version, '-V, --version', context.t('cli.version'));
  const asked = askedCommand(args);
  const add = async (entry: Omit<Entry, 'words'>, description: string, group: string) => {
    const command = program.command(entry.name).description(description).helpGroup(group).helpCommand(false);
    if (!all && entry.name !== asked) return;
    await entry.fill(command, context);
    eachLeaf(command, (leaf) => {
      addGlobals(leaf, context);
      leaf.hook('preAction', (_command, action) => applyGlobals(action, context));
    });
  };
  for (const entry of entries) await add(entry, context.t(entry.words), context.t('cli.commands'));
  for (const resource of presentResources(asked, args)) {
    const area = catalogue.screens.find((screen) => screen.path === resource.path)?.label;
    await add(
      resourceEntry(resource),
      say(resource.help ?? resource.label, context.locale),
      area ? `${say(area, context.locale)}:` : context.t('cli.commands'),
    );
  }
  if (asked === '__complete')
    await addHidden(program, '__complete', async (command) =>
      (await import('./commands/completion.ts')).fillComplete(command, context, buildProgram),
    );
  if (asked === '__snapshot')
    await addHidden(program, '__snapshot', async (command) =>
      (await import('./commands/snapshot.ts')).fillSnapshot(command, context, buildProgram),
    );
  return program;
}

async function addHidden(program: Command, name: string, fill: (command: Command) => Promise<void>): Promise<void> {
  await fill(program.command(name, { hidden: true }));
}
