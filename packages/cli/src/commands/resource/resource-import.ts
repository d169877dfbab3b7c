import {
  type AnyResource,
  getDefault,
  getWritableFields,
  importFormats,
  kebab,
  localize,
  onConflicts,
  type Values,
} from '@gantry/core';
import { type Command, Option } from 'commander';
import type { Journal } from '../../bulk/journal.ts';
import type { Rejections } from '../../bulk/rejections.ts';
import type { ImportFormat } from '../../bulk/row-entry.ts';
import type { Counted, RowFile } from '../../bulk/row-file.ts';
import type { SendOptions, Sent } from '../../bulk/send-rows.ts';
import type { Context } from '../../context/context.ts';
import { CliError, exitCodes } from '../../context/exit.ts';
import { printJson } from '../../output/print.ts';
import { joinNotes, toBrackets, toLabeled } from '../../output/punctuation.ts';
import { save } from '../../output/save-or-write.ts';
import { escapeControls } from '../../output/wrap-text.ts';
import { isRequired, readValue } from '../options/field-flags.ts';
import { createMissingArgumentError, gather, parseConcurrency } from '../options/filters.ts';

interface ImportFlags {
  readonly onConflict: SendOptions['onConflict'];
  readonly dryRun?: boolean;
  readonly format?: ImportFormat;
  readonly encoding?: string;
  readonly sheet?: string;
  readonly errors?: string;
  readonly template?: boolean;
  readonly concurrency: string;
  readonly set: readonly string[];
}

/** Prints the first rejections, how many more there are, and how to get them all. */
function reportRejections(rejections: Rejections, isStored: boolean, { t, locale, note }: Context): void {
  for (const row of rejections.first)
    note(
      toLabeled(
        t('cli.line', { line: row.line }),
        escapeControls(joinNotes(Object.values(row.errors).flat(), locale)),
        locale,
      ),
    );
  const more = rejections.count - rejections.first.length;
  if (more > 0) note(t(isStored ? 'cli.moreRejected' : 'cli.moreRejectedKeep', { count: more }));
}

/** Joins lines into chunks of bytes. */
async function* joinLines(lines: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  let buffer = '';
  for await (const line of lines) {
    buffer += line;
    if (buffer.length < 65_536) continue;
    yield Buffer.from(buffer);
    buffer = '';
  }
  yield Buffer.from(buffer);
}

/** Opens the file for rejected rows before anything is sent. Only the owner may read it, because rows may contain secrets. */
async function createRejectionsFile(file: string | undefined, format: ImportFormat, context: Context) {
  if (file === undefined) return null;
  const { getFailedFormat, writeFailedRows } = await import('../../bulk/failed-rows.ts');
  const form = getFailedFormat(file, format);
  if (form === null) {
    const rejected = context.t('cli.invalidValue', { name: '--errors', value: file });
    throw new CliError(rejected, exitCodes.usage, {
      hint: context.t('cli.errorsForm', { format: getFailedFormat('', format) ?? format }),
    });
  }
  return async (rejections: Rejections, read: RowFile) => {
    const lines = () => writeFailedRows(rejections.all(), { head: read.head, entries: read.entries() }, form);
    await save(async () => joinLines(lines()), { file, force: true }, context);
  };
}

interface Outcome {
  readonly sent: Sent;
  readonly rejections: Rejections;
  readonly total: number;
  readonly dryRun: boolean;
}

/** Reports the outcome and sets the exit status: 0 all, 3 some, 2 none of the rows were accepted, 130 interrupted. */
async function finish(context: Context, { sent, rejections, total, dryRun }: Outcome): Promise<void> {
  const { created, updated, skipped, interrupted } = sent;
  const failed = rejections.count;
  const sums = { rows: total, created, updated, skipped, failed };
  if (context.options().form) {
    const errors = rejections.first;
    await printJson(context, { ...sums, interrupted, errors, errorsLeftOut: failed - errors.length });
  }
  context.note(context.t('cli.imported', sums));
  if (dryRun) context.note(context.t('cli.dryDone'));
  if (interrupted) {
    context.note(context.t('cli.interrupted', { done: sent.done }));
    context.setStatus(exitCodes.interrupted);
  } else if (failed > 0) {
    context.setStatus(created + updated + skipped > 0 ? exitCodes.partly : exitCodes.usage);
  }
}

interface ImportJob {
  readonly read: RowFile;
  readonly counted: Counted;
  readonly options: SendOptions;
  readonly journal: Journal | null;
  readonly saveRejections: Awaited<ReturnType<typeof createRejectionsFile>>;
  readonly width: number;
  readonly values: Values;
}

/** Sends the rows and reports the outcome. */
async function importRows(context: Context, resource: AnyResource, work: ImportJob): Promise<void> {
  const { read, counted, options, journal, saveRejections, width, values } = work;
  const [{ Rejections }, { sendRows }] = await Promise.all([
    import('../../bulk/rejections.ts'),
    import('../../bulk/send-rows.ts'),
  ]);
  const rejections = new Rejections(journal?.extra ?? null);
  let canContinue = true;
  try {
    const sent = await sendRows(context, resource, {
      ...counted,
      file: read,
      options,
      journal,
      rejections,
      width,
      values,
    });
    reportRejections(rejections, saveRejections !== null, context);
    await saveRejections?.(rejections, read);
    // When the rejected rows could not be saved, the next run reports them again. It sends no row twice.
    canContinue = sent.interrupted;
    if (!canContinue) journal?.finish();
    await finish(context, { sent, rejections, total: counted.rows + counted.bad, dryRun: options.dryRun });
  } finally {
    rejections.close(canContinue);
  }
}

/** The columns that a file may have; required ones with a mark. */
function getColumnNames(resource: AnyResource, mark = ''): string[] {
  const fields = Object.entries(getWritableFields(resource, 'create'));
  return fields.map(([name, field]) => (isRequired(field) ? name + mark : name));
}

/** Whether records contain amounts, whose unit depends on the format of a file. */
export const hasMoney = ({ fields }: AnyResource) => Object.values(fields).some(({ kind }) => kind === 'money');

/** The choices of each column and their labels, one per line. */
function describeChoices(resource: AnyResource, { t, locale }: Context): string[] {
  return Object.entries(getWritableFields(resource, 'create')).flatMap(([name, field]) => {
    if (!('options' in field)) return [];
    const values = t(field.kind === 'choices' ? 'cli.someOf' : 'cli.oneOf', {
      values: Object.keys(field.options).join(', '),
    });
    const usual = getDefault(field);
    const notes = typeof usual === 'string' ? [values, t('cli.default', { value: usual })] : [values];
    const column = `  ${name}${toBrackets(joinNotes(notes, locale), locale)}`;
    return [field.help ? toLabeled(column, localize(field.help, locale), locale) : column];
  });
}

/** The values of `--set name=value`, which apply to all rows unless the file has that column. */
async function readSetValues(given: readonly string[], resource: AnyResource, context: Context): Promise<Values> {
  const fields = getWritableFields(resource, 'create');
  const values: Values = {};
  for (const part of given) {
    const at = part.indexOf('=');
    const name = part.slice(0, Math.max(at, 0));
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    const text = part.slice(at + 1);
    const isChoice = field !== undefined && 'options' in field && field.kind !== 'choices';
    if (!field || (isChoice && !Object.hasOwn(field.options, text))) {
      const options = isChoice ? Object.keys(field.options) : getColumnNames(resource);
      throw new CliError(context.t('cli.invalidValue', { name: '--set', value: part }), exitCodes.usage, {
        hint: context.t('cli.oneOf', { values: options.join(', ') }),
      });
    }
    values[name] = await readValue(text, field, context);
  }
  return values;
}

export function fillImport(command: Command, resource: AnyResource, context: Context): void {
  const { t } = context;
  const entity = kebab(resource.name);
  command
    .argument('[file]', t('cli.file'))
    .option('--template', t('cli.template'))
    .addOption(new Option('--on-conflict <what>', t('cli.onConflict')).choices([...onConflicts]).default('error'))
    .option('--dry-run', t('cli.dryRun'))
    .addOption(new Option('--format <format>', t('cli.format')).choices([...importFormats]))
    .option('--encoding <name>', t('cli.encoding'))
    .option('--sheet <name>', t('cli.sheet'))
    .option('--errors <file>', t('cli.errorsFile'))
    .option('--set <column=value>', t('cli.setColumn'), gather, [])
    .option('--concurrency <count>', t('cli.concurrency'), '1')
    .addHelpText('after', () =>
      [
        `\n${t('cli.columnsOf', { names: getColumnNames(resource, '*').join(' ') })}`,
        ...describeChoices(resource, context),
        t('cli.idColumn'),
        ...(hasMoney(resource) ? [t('cli.moneyUnits')] : []),
      ].join('\n'),
    )
    .addHelpText(
      'after',
      `\n${t('cli.examples')}\n  gantry ${entity} import rows.csv --dry-run\n  gantry ${entity} import rows.xlsx --dry-run\n  gantry ${entity} import rows.csv --on-conflict skip --errors bad.csv --max-wait 10m\n  cat rows.ndjson | gantry ${entity} import -`,
    )
    .action(async (file: string | undefined, flags: ImportFlags) => {
      if (flags.template) return context.write(`${getColumnNames(resource).join(',')}\n`);
      if (file === undefined) throw createMissingArgumentError('file', context);
      const width = parseConcurrency(flags.concurrency, context);
      const { openRowFile } = await import('../../bulk/row-file.ts');
      const { createDigest, openUserJournal } = await import('../../bulk/journal.ts');
      const { format: requested = null, encoding = null, sheet = null } = flags;
      const read = await openRowFile({ file, format: requested, encoding, sheet }, resource, context);
      try {
        const { format } = read;
        const saveRejections = await createRejectionsFile(flags.errors, format, context);
        const values = await readSetValues(flags.set, resource, context);
        const options: SendOptions = { onConflict: flags.onConflict, dryRun: flags.dryRun === true };
        const set = flags.set.length > 0 ? JSON.stringify(values) : '';
        const parts = [entity, format, options.onConflict, set, encoding ?? '', sheet ?? ''];
        const digest = createDigest([await context.server(), ...parts]);
        const counted = await read.count(digest);
        for (const note of read.notes()) context.note(note);
        const journal = options.dryRun ? null : openUserJournal(context, digest);
        await importRows(context, resource, { read, counted, options, journal, saveRejections, width, values });
      } finally {
        await read.close();
      }
    });
}
