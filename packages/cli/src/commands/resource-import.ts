import { Readable } from 'node:stream';
import { type AnyResource, kebab, onConflicts, writableFields } from '@gantry/core';
import { type Command, Option } from 'commander';
import type { BadRow, FileRows, ImportFormat } from '../bulk/read-rows.ts';
import { type SendOptions, type Sent, sendRows } from '../bulk/send-rows.ts';
import type { Context } from '../context.ts';
import { CliError, exitCodes } from '../exit.ts';
import { fileBytes, rowsText } from '../input-file.ts';
import { printJson } from '../output/print.ts';
import { safe } from '../output/safe.ts';
import { save } from '../output/save-or-write.ts';
import { readStdinBytes } from '../prompts/ask.ts';
import { concurrency } from './concurrency.ts';
import { isDemanded } from './field-flags.ts';
import { missingArgument } from './filters.ts';

interface ImportFlags {
  readonly onConflict: SendOptions['onConflict'];
  readonly dryRun?: boolean;
  readonly format?: ImportFormat;
  readonly errors?: string;
  readonly template?: boolean;
  readonly concurrency: string;
}

function sayBadRows(bad: readonly BadRow[], context: Context): void {
  const lines = bad.map(
    (row) => `${context.t('cli.line', { line: row.line })}: ${safe(Object.values(row.errors).flat().join('; '))}`,
  );
  for (const line of lines) context.note(line);
}

/** Where refused rows go, known before anything is sent: they may hold secrets, so that only their owner reads them. */
async function keeperOf(file: string | undefined, format: ImportFormat, context: Context) {
  if (file === undefined) return null;
  const { failedForm, failedRows } = await import('../bulk/failed-rows.ts');
  const form = failedForm(file, format);
  if (form === null) {
    const refused = context.t('cli.invalidValue', { name: '--errors', value: file });
    throw new CliError(refused, exitCodes.usage, { hint: context.t('cli.errorsForm', { format }) });
  }
  return async (bad: readonly BadRow[], read: FileRows) => {
    const rows = Readable.from([Buffer.from(failedRows(bad, read, form))]);
    await save(async () => rows, { file, force: true }, context);
  };
}

/** The outcome as words, data and exit status: 0 all, 3 some, 2 none of the lines could be taken, 130 interrupted. */
interface Ended {
  readonly sent: Sent;
  readonly bad: readonly BadRow[];
  readonly total: number;
  readonly dryRun: boolean;
}

async function finish(context: Context, { sent, bad, total, dryRun }: Ended): Promise<void> {
  const failed = bad.length;
  const report = {
    rows: total,
    created: sent.created,
    updated: sent.updated,
    skipped: sent.skipped,
    failed,
    interrupted: sent.interrupted,
    errors: bad,
  };
  if (context.options().form) await printJson(context, report);
  context.note(
    context.t('cli.imported', {
      rows: total,
      created: sent.created,
      updated: sent.updated,
      skipped: sent.skipped,
      failed,
    }),
  );
  if (dryRun) context.note(context.t('cli.dryDone'));
  if (sent.interrupted) {
    context.note(context.t('cli.interrupted', { done: sent.done }));
    context.setStatus(exitCodes.interrupted);
  } else if (failed > 0) {
    context.setStatus(sent.created + sent.updated + sent.skipped > 0 ? exitCodes.partly : exitCodes.usage);
  }
}

/** The columns that a file may have, those that none may lack with a mark. */
function columnNames(resource: AnyResource, mark = ''): string[] {
  const fields = Object.entries(writableFields(resource, 'create'));
  return fields.map(([name, field]) => (isDemanded(field) ? name + mark : name));
}

export function fillImport(command: Command, resource: AnyResource, context: Context): void {
  const { t } = context;
  const entity = kebab(resource.name);
  command
    .argument('[file]', t('cli.file'))
    .option('--template', t('cli.template'))
    .addOption(new Option('--on-conflict <what>', t('cli.onConflict')).choices([...onConflicts]).default('error'))
    .option('--dry-run', t('cli.dryRun'))
    .addOption(new Option('--format <format>', t('cli.format')).choices(['csv', 'txt', 'ndjson', 'json']))
    .option('--errors <file>', t('cli.errorsFile'))
    .option('--concurrency <count>', t('cli.concurrency'), '1')
    .addHelpText('after', () => `\n${t('cli.columnsOf', { names: columnNames(resource, '*').join(' ') })}`)
    .addHelpText(
      'after',
      `\n${t('cli.examples')}\n  gantry ${entity} import rows.csv --dry-run\n  gantry ${entity} import rows.csv --on-conflict skip --errors bad.csv --max-wait 10m\n  cat rows.ndjson | gantry ${entity} import -`,
    )
    .action(async (file: string | undefined, flags: ImportFlags) => {
      if (flags.template) return context.write(`${columnNames(resource).join(',')}\n`);
      if (file === undefined) throw missingArgument('file', context);
      const width = concurrency(flags.concurrency, context);
      const { guessFormat, readRows } = await import('../bulk/read-rows.ts');
      const { journalHere } = await import('../bulk/journal.ts');
      const text = rowsText(file === '-' ? await readStdinBytes() : fileBytes(file, context), context);
      const format = flags.format ?? guessFormat(file, text, resource);
      const keep = await keeperOf(flags.errors, format, context);
      const read = readRows(text, format, resource, context);
      const { rows, bad } = read;
      const options: SendOptions = { onConflict: flags.onConflict, dryRun: flags.dryRun === true };
      const journal = options.dryRun
        ? null
        : journalHere(context, [await context.server(), entity, format, options.onConflict, text]);
      const sent = await sendRows(context, resource, rows, options, journal, width);
      const all = [...bad, ...sent.errors].sort((a, b) => a.line - b.line);
      sayBadRows(all, context);
      await keep?.(all, read);
      // Rows that could not be kept are told again by the next run, which sends none of them twice.
      if (!sent.interrupted) journal?.finish();
      await finish(context, { sent, bad: all, total: rows.length + bad.length, dryRun: options.dryRun });
    });
}
