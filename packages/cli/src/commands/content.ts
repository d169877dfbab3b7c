import { type OnConflict, onConflicts } from '@gantry/core';
import { Argument, type Command, Option } from 'commander';
import { content } from '../catalog/content.ts';
import type { Context } from '../context/context.ts';

/** `content export` and `content import`: move content from one server to another in one file. */
export function fillContent(command: Command, context: Context): void {
  fillExport(command.command('export'), context);
  fillImport(command.command('import'), context);
}

const getOnlyOption = ({ t }: Context) => new Option('--only <entities>', t('content.only'));

/** Splits `help-doc,prompt` at commas and spaces. */
const splitNames = (given: string | undefined) => (given ?? '').split(/[\s,]+/).filter((name) => name !== '');

interface ExportFlags {
  readonly only?: string;
  readonly withReferences?: boolean;
  readonly file?: string;
  readonly force?: boolean;
}

function fillExport(command: Command, context: Context): void {
  const { t } = context;
  const entities = new Argument('[entities...]', t('content.entity')).choices(content.map((one) => one.command));
  command
    .description(t('content.export'))
    .addArgument(entities)
    .addOption(getOnlyOption(context))
    .option('--with-references', t('content.references'))
    .option('-f, --file <file>', t('content.file'))
    .option('--force', t('cli.overwrite'))
    .addHelpText(
      'after',
      `\n${t('cli.examples')}\n  gantry content export -f content.ndjson --profile staging\n  gantry content export ai-model menu-group menu-item > menus.ndjson\n  gantry content export --only agent,write-template --with-references -f agents.ndjson\n  gantry content export --profile staging | gantry content import - --profile production --dry-run`,
    )
    .action(async (names: readonly string[], flags: ExportFlags) => {
      const { exportContent } = await import('../content/export-content.ts');
      const options = { file: flags.file ?? '-', force: flags.force === true };
      const withReferences = flags.withReferences === true;
      await exportContent([...names, ...splitNames(flags.only)], { ...options, withReferences }, context);
    });
}

interface ImportFlags {
  readonly only?: string;
  readonly onConflict: OnConflict;
  readonly dryRun?: boolean;
  readonly withState?: boolean;
}

function fillImport(command: Command, context: Context): void {
  const { t } = context;
  command
    .description(t('content.import'))
    .argument('<file>', t('cli.file'))
    .addOption(getOnlyOption(context))
    .option('--dry-run', t('cli.dryRun'))
    .addOption(new Option('--on-conflict <what>', t('content.onConflict')).choices([...onConflicts]).default('error'))
    .option('--with-state', t('content.state'))
    .addHelpText(
      'after',
      `\n${t('cli.examples')}\n  gantry content import content.ndjson --profile production --dry-run\n  gantry content import content.ndjson --profile production --on-conflict update\n  gantry content import content.ndjson --only help-doc,notice --with-state -o json`,
    )
    .action(async (file: string, flags: ImportFlags) => {
      const { importFile } = await import('../content/import-file.ts');
      const options = { dryRun: flags.dryRun === true, withState: flags.withState === true };
      const only = splitNames(flags.only);
      await importFile(file, { onConflict: flags.onConflict, only, ...options }, context);
    });
}
