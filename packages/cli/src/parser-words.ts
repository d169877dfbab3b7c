import type { CommanderError } from 'commander';
import type { Context } from './context.ts';
import { exitCodes } from './exit.ts';

const quoted = (text: string) => /'([^']+)'/.exec(text)?.[1] ?? text;

/** The parser's refusal in the caller's language; asking for help is no refusal. */
export function parserWords(error: CommanderError, context: Context): number {
  const { t } = context;
  const name = quoted(error.message);
  if (error.exitCode === 0) return exitCodes.done;
  const words: Record<string, string> = {
    'commander.unknownCommand': t('cli.unknownCommand', { name }),
    'commander.unknownOption': t('cli.unknownOption', { name }),
    'commander.missingArgument': t('cli.missingArgument', { name }),
    'commander.optionMissingArgument': t('cli.missingOption', { name }),
    'commander.missingMandatoryOptionValue': t('cli.missingOption', { name }),
    'commander.excessArguments': t('cli.tooMany'),
  };
  const suggestion = /\(Did you mean (?:one of )?([^?]+)\?\)/.exec(error.message)?.[1];
  const said = words[error.code];
  if (said === undefined) return exitCodes.usage;
  const hint = suggestion
    ? t('cli.didYouMean', { name: suggestion })
    : t('cli.hint', { command: context.commandName() }).replace('  ', ' ');
  context.complain({ code: null, message: said, hint, errors: {}, requestId: null, retryable: false });
  return exitCodes.usage;
}
