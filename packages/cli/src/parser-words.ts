import type { Command, CommanderError } from 'commander';
import type { Context } from './context/context.ts';
import { exitCodes } from './context/exit.ts';
import { getCommandPath } from './context/parse-argv.ts';

const quoted = (text: string) => /'([^']+)'/.exec(text)?.[1] ?? text;

/** What is wrong with a value that is none of the choices, and the choices. */
function formatRejectedValue(message: string, { t }: Context): { readonly said: string; readonly hint: string | null } {
  const [, option = '', ofOption] = /option '([^']+)' argument '(.*)' is invalid/s.exec(message) ?? [];
  const [, ofArgument, argument = ''] = /value '(.*)' is invalid for argument '([^']+)'/s.exec(message) ?? [];
  const name = /--[\w-]+/.exec(option)?.[0] ?? (option || argument);
  const [, choices] = /Allowed choices are (.*)\.\s*$/s.exec(message) ?? [];
  return {
    said: t('cli.invalidValue', { name, value: ofOption ?? ofArgument ?? '' }),
    hint: choices === undefined ? null : t('cli.validValues', { values: choices }),
  };
}

/** A flag that ends as the unknown one does: whoever types `--reason` may mean `--ban-reason`. */
const endingAlike = (name: string, flags: readonly string[]) =>
  flags.find((flag) => flag.endsWith(name.replace(/^--/, '-')) || name.endsWith(flag.replace(/^--/, '-')));

/** What other tools call a verb, by what it is called here. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  list: ['ls', 'index', 'search', 'query'],
  get: ['show', 'view', 'describe', 'read', 'info', 'cat'],
  create: ['new', 'add', 'insert', 'make'],
  edit: ['update', 'modify', 'change', 'set', 'patch'],
  delete: ['rm', 'remove', 'del', 'destroy', 'drop'],
  import: ['load', 'upload'],
  export: ['dump', 'download', 'save'],
};

/** The command of a group that another common name refers to. */
function meantBy(name: string, leaf: Command | null): string | undefined {
  return leaf?.commands.map((child) => child.name()).find((known) => otherNames[known]?.includes(name));
}

/** What was given beyond what a command takes. */
function formatExcess(leaf: Command | null, { t }: Context): string {
  const more = leaf?.args.slice(leaf.registeredArguments.length) ?? [];
  return more.length > 0 ? `${t('cli.tooMany')}: ${more.join(' ')}` : t('cli.tooMany');
}

/**
 * The parser's error in the caller's language; a request for help is not an error.
 * @param leaf the command that was asked for, as far as there is one
 * @param flags those that it has
 */
export function reportParserError(
  error: CommanderError,
  context: Context,
  leaf: Command | null = null,
  flags: readonly string[] = [],
): number {
  const { t } = context;
  const name = quoted(error.message);
  if (error.exitCode === 0) return exitCodes.done;
  const words: Record<string, string> = {
    'commander.unknownCommand': t('cli.unknownCommand', { name }),
    'commander.unknownOption': t('cli.unknownOption', { name }),
    'commander.missingArgument': t('cli.missingArgument', { name }),
    'commander.optionMissingArgument': t('cli.missingOption', { name }),
    'commander.missingMandatoryOptionValue': t('cli.missingOption', { name }),
    'commander.excessArguments': formatExcess(leaf, context),
  };
  const alike = error.code === 'commander.unknownOption' ? endingAlike(name, flags) : meantBy(name, leaf);
  const suggestion = alike ?? /\(Did you mean (?:one of )?([^?]+)\?\)/.exec(error.message)?.[1];
  const rejected = error.code === 'commander.invalidArgument' ? formatRejectedValue(error.message, context) : null;
  const said = rejected?.said ?? words[error.code];
  if (said === undefined) return exitCodes.usage;
  const hint = suggestion
    ? t('cli.didYouMean', { name: suggestion })
    : (rejected?.hint ?? t('cli.hint', { command: getCommandPath(leaf) }).replace('  ', ' '));
  context.complain({ code: null, kind: 'usage', message: said, hint, errors: {}, requestId: null, retryable: false });
  return exitCodes.usage;
}
