import type { Command, CommanderError } from 'commander';
import type { Context } from './context/context.ts';
import { exitCodes } from './context/exit.ts';
import { getCommandPath } from './context/parse-argv.ts';
import { toLabeled } from './output/punctuation.ts';

const getQuotedText = (text: string) => /'([^']+)'/.exec(text)?.[1] ?? text;

/** Describes a value that is not one of the choices, and lists the choices. */
function formatRejectedValue(
  message: string,
  { t }: Context,
): { readonly message: string; readonly hint: string | null } {
  const [, option = '', ofOption] = /option '([^']+)' argument '(.*)' is invalid/s.exec(message) ?? [];
  const [, ofArgument, argument = ''] = /value '(.*)' is invalid for argument '([^']+)'/s.exec(message) ?? [];
  const name = /--[\w-]+/.exec(option)?.[0] ?? (option || argument);
  const [, choices] = /Allowed choices are (.*)\.\s*$/s.exec(message) ?? [];
  return {
    message: t('cli.invalidValue', { name, value: ofOption ?? ofArgument ?? '' }),
    hint: choices === undefined ? null : t('cli.validValues', { values: choices }),
  };
}

/** Finds a flag with the same ending as an unknown one: `--reason` suggests `--ban-reason`. */
const findFlagWithSameEnding = (name: string, flags: readonly string[]) =>
  flags.find((flag) => flag.endsWith(name.replace(/^--/, '-')) || name.endsWith(flag.replace(/^--/, '-')));

/** Names that other tools use for a verb, by its name here. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  list: ['ls', 'index', 'search', 'query'],
  get: ['show', 'view', 'describe', 'read', 'info', 'cat'],
  create: ['new', 'add', 'insert', 'make'],
  edit: ['update', 'modify', 'change', 'set', 'patch'],
  delete: ['rm', 'remove', 'del', 'destroy', 'drop'],
  revoke: ['rm', 'remove', 'delete'],
  import: ['load', 'upload'],
  export: ['dump', 'download', 'save'],
};

/** Finds the command of a group that is known by another common name. */
function findByOtherName(name: string, leaf: Command | null): string | undefined {
  return leaf?.commands.map((child) => child.name()).find((known) => otherNames[known]?.includes(name));
}

/** The error for arguments beyond those that a command takes. */
function formatExcess(leaf: Command | null, { t, locale }: Context): string {
  const more = leaf?.args.slice(leaf.registeredArguments.length) ?? [];
  return more.length > 0 ? toLabeled(t('cli.tooMany'), more.join(' '), locale) : t('cli.tooMany');
}

/**
 * Reports an error of the parser in the caller's language. A request for help is not an error.
 * @param leaf the requested command, as far as it was found
 * @param flags the flags of that command
 */
export function reportParserError(
  error: CommanderError,
  context: Context,
  leaf: Command | null = null,
  flags: readonly string[] = [],
): number {
  const { t } = context;
  const name = getQuotedText(error.message);
  if (error.exitCode === 0) return exitCodes.done;
  const words: Record<string, string> = {
    'commander.unknownCommand': t('cli.unknownCommand', { name }),
    'commander.unknownOption': t('cli.unknownOption', { name }),
    'commander.missingArgument': t('cli.missingArgument', { name }),
    'commander.optionMissingArgument': t('cli.missingOption', { name }),
    'commander.missingMandatoryOptionValue': t('cli.missingOption', { name }),
    'commander.excessArguments': formatExcess(leaf, context),
  };
  const alike =
    error.code === 'commander.unknownOption' ? findFlagWithSameEnding(name, flags) : findByOtherName(name, leaf);
  const suggestion = alike ?? /\(Did you mean (?:one of )?([^?]+)\?\)/.exec(error.message)?.[1];
  const rejected = error.code === 'commander.invalidArgument' ? formatRejectedValue(error.message, context) : null;
  const message = rejected?.message ?? words[error.code];
  if (message === undefined) return exitCodes.usage;
  const hint = suggestion
    ? t('cli.didYouMean', { name: suggestion })
    : (rejected?.hint ?? t('cli.hint', { command: getCommandPath(leaf) }).replace('  ', ' '));
  context.complain({
    code: null,
    kind: 'usage',
    message: message,
    hint,
    errors: {},
    requestId: null,
    retryable: false,
  });
  return exitCodes.usage;
}
