import type { Command } from 'commander';
import type { Context } from '../../context/context.ts';
import { CliError, exitCodes } from '../../context/exit.ts';
import { printRecords } from '../../output/print.ts';
import { readAliases, writeAliases } from '../../profile/aliases.ts';
import { isCommand } from '../entries.ts';

/** Formats words as a shell command line, quoted where needed. */
const formatCommand = (words: readonly string[]) =>
  words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(' ');

function fillSet(command: Command, context: Context): void {
  const { t } = context;
  command
    .description(t('shell.aliasSet'))
    .argument('<name>')
    .argument('<words...>', t('shell.aliasWords'))
    .allowUnknownOption()
    .passThroughOptions()
    .addHelpText(
      'after',
      `\n${t('cli.examples')}\n  gantry alias set stuck order list --quick undelivered\n  gantry stuck -o id | gantry order retry-fulfillment -`,
    )
    .action(async (name: string, words: string[]) => {
      const createAliasError = (value: string) =>
        new CliError(t('cli.invalidValue', { name: 'alias', value }), exitCodes.usage, { hint: t('shell.aliasRule') });
      if (!/^[a-z][\w-]*$/i.test(name) || isCommand(name)) throw createAliasError(name);
      if (!isCommand(words[0] ?? '')) throw createAliasError(words.join(' '));
      const stored = words.map((word) => (word === '--json=' ? '--json' : word));
      writeAliases({ ...readAliases(), [name]: stored });
      context.note(`${name}: gantry ${formatCommand(stored)}`);
    });
}

function fillDelete(command: Command, context: Context): void {
  const { t } = context;
  command
    .description(t('shell.aliasDelete'))
    .argument('<name>')
    .action((name: string) => {
      const { [name]: gone, ...rest } = readAliases();
      if (!gone) throw new CliError(t('cli.nothingToDo'), exitCodes.notFound);
      writeAliases(rest);
    });
}

function fillList(command: Command, context: Context): void {
  command.description(context.t('shell.aliasList')).action(async () => {
    const records = Object.entries(readAliases()).map(([name, words]) => ({ name, command: formatCommand(words) }));
    const columns = ['name', 'command'].map((name) => ({ name, title: name, format: String }));
    await printRecords(context, records, columns, context.form('table'), records);
  });
}

export function fillAlias(command: Command, context: Context): void {
  fillList(command.command('list'), context);
  fillSet(command.command('set'), context);
  fillDelete(command.command('delete'), context);
}
