import { type AnyResource, localize } from '@gantry/core';
import type { Command } from 'commander';
import { entities, loadEntity, withMore } from '../catalog/index.ts';
import type { CliKey, Context } from '../context/context.ts';
import { isEntityAvailable } from '../profile/known-flags.ts';
import type { BuildProgram } from './build-program.ts';
import { fillResource } from './resource/resource.ts';

/** A command, and the function that adds its arguments and options when it is requested. */
export interface Entry {
  readonly name: string;
  /** `sub` is the requested subcommand: only its options are added; of the others only the names are needed. */
  fill(command: Command, context: Context, sub: string | undefined, buildProgram: BuildProgram): Promise<void>;
}

/** Commands that do not belong to an entity, in the order of help. */
export const ownEntries: readonly (Entry & { readonly words: CliKey })[] = [
  {
    name: 'login',
    words: 'cli.login',
    fill: async (command, context) => (await import('./session/session.ts')).fillLogin(command, context),
  },
  {
    name: 'logout',
    words: 'cli.logout',
    fill: async (command, context) => (await import('./session/session.ts')).fillLogout(command, context),
  },
  {
    name: 'whoami',
    words: 'cli.whoami',
    fill: async (command, context) => (await import('./session/session.ts')).fillWhoami(command, context),
  },
  {
    name: 'profile',
    words: 'cli.profiles',
    fill: async (command, context) => (await import('./session/profile.ts')).fillProfile(command, context),
  },
  {
    name: 'token',
    words: 'cli.tokens',
    fill: async (command, context) => (await import('./session/token.ts')).fillToken(command, context),
  },
  {
    name: 'find',
    words: 'cli.find',
    fill: async (command, context) => (await import('./resource/find.ts')).fillFind(command, context),
  },
  {
    name: 'dashboard',
    words: 'cli.dashboard',
    fill: async (command, context) =>
      (await import('../modules/workplace/dashboard.ts')).fillDashboard(command, context),
  },
  {
    name: 'system',
    words: 'cli.system',
    fill: async (command, context) => (await import('./system.ts')).fillSystem(command, context),
  },
  {
    name: 'ledger',
    words: 'cli.ledger',
    fill: async (command, context) => (await import('../modules/ledger/ledger.ts')).fillLedger(command, context),
  },
  {
    name: 'tui',
    words: 'cli.tui',
    fill: async (command, context) => (await import('./tui.ts')).fillTui(command, context),
  },
  {
    name: 'config',
    words: 'cli.config',
    fill: async (command, context) => (await import('./config/config.ts')).fillConfig(command, context),
  },
  {
    name: 'content',
    words: 'cli.content',
    fill: async (command, context) => (await import('./content.ts')).fillContent(command, context),
  },
  {
    name: 'apply',
    words: 'cli.apply',
    fill: async (command, context) => (await import('./apply/apply.ts')).fillApply(command, context),
  },
  {
    name: 'diff',
    words: 'cli.diff',
    fill: async (command, context) => (await import('./apply/apply.ts')).fillDiff(command, context),
  },
  {
    name: 'api',
    words: 'cli.api',
    fill: async (command, context) => (await import('./api.ts')).fillApi(command, context),
  },
  {
    name: 'alias',
    words: 'cli.alias',
    fill: async (command, context) => (await import('./shell/alias.ts')).fillAlias(command, context),
  },
  {
    name: 'completion',
    words: 'cli.completion',
    fill: async (command, context) => (await import('./shell/completion.ts')).fillCompletion(command, context),
  },
  {
    name: 'man',
    words: 'cli.man',
    fill: async (command, context, _sub, buildProgram) =>
      (await import('./shell/man.ts')).fillMan(command, context, buildProgram),
  },
  {
    name: 'exit-codes',
    words: 'cli.exitCodes',
    fill: async (command, context) => (await import('./shell/exit-codes.ts')).fillExitCodes(command, context),
  },
];

/** Whether a word is a command on any server. */
export function isCommand(word: string): boolean {
  return word === 'help' || ownEntries.some(({ name }) => name === word) || Object.hasOwn(entities, word);
}

/** Verbs of records that commands of no entity have as well. */
const otherVerbs: Readonly<Record<string, readonly string[]>> = {
  profile: ['list', 'delete'],
  alias: ['list', 'delete'],
  token: ['list'],
};

/** Whether a command may have a verb of records. */
export function hasVerb(command: string, verb: string): boolean {
  return otherVerbs[command]?.includes(verb) ?? Object.hasOwn(entities, command);
}

type FillMore = (command: Command, context: Context, resource: AnyResource) => Promise<void>;

/** Commands of an entity beyond those that its definition provides. One file may add several, such as that of archives. */
const extraCommands: Readonly<Record<string, FillMore>> = {
  [withMore.undo]: async (command, context) => (await import('./resource/undo.ts')).fillUndo(command, context),
  [withMore.download]: async (command, context) =>
    (await import('../modules/backup/backup-download.ts')).fillBackupDownload(command, context),
  [withMore.upload]: async (command, context, resource) =>
    (await import('../modules/knowledge/document-commands.ts')).fillDocumentCommands(
      command,
      resource,
      'know',
      context,
    ),
  [withMore.pdf]: async (command, context, resource) =>
    (await import('../modules/knowledge/document-commands.ts')).fillDocumentCommands(command, resource, 'pdf', context),
  [withMore.contract]: async (command, context, resource) =>
    (await import('../modules/distribution/attach-contract.ts')).fillContractCommands(command, resource, context),
  [withMore.archive]: async (command, context, resource) =>
    (await import('../modules/knowledge/upload-archive.ts')).fillArchiveUpload(command, resource, context),
  [withMore.icons]: async (command, context, resource) =>
    (await import('../modules/content/icon-import.ts')).fillIconImport(command, resource, context),
  [withMore.packed]: async (command, context, resource) =>
    (await import('../modules/knowledge/document-download.ts')).fillDocumentDownload(command, resource, context),
  [withMore.calendar]: async (command, context, resource) =>
    (await import('../modules/content/lesson-calendar.ts')).fillCalendar(command, resource, context),
  [withMore.material]: async (command, context, resource) =>
    (await import('../modules/content/course-material.ts')).fillMaterialCommands(command, resource, context),
  [withMore.report]: async (command, context) =>
    (await import('../modules/usage/usage-report.ts')).fillUsageReport(command, context),
};

/** Whether an entity exists on the server of the profile that a command line names. */
export function isPresent(command: string, args: readonly string[]): boolean {
  const at = args.findIndex((arg) => arg === '--profile' || arg.startsWith('--profile='));
  const profile = at < 0 ? null : (args[at]?.split('=')[1] ?? args[at + 1] ?? null);
  return isEntityAvailable(command, profile);
}

export function findEntityEntry(command: string): Entry | undefined {
  const place = Object.hasOwn(entities, command) ? entities[command] : undefined;
  if (!place) return undefined;
  return {
    name: command,
    fill: async (parent, context, sub) => {
      const resource = await loadEntity(place.name);
      parent.description(localize(resource.help ?? resource.label, context.locale));
      await fillResource(parent, resource, context, sub);
      const isDefined = parent.commands.some((child) => child.name() === sub);
      if (!isDefined || place.name === withMore.archive) await extraCommands[place.name]?.(parent, context, resource);
    },
  };
}
