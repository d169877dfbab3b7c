import { type AnyResource, getResourcePath, getWaitingText, getWritableFields, kebab, localize } from '@gantry/core';
import type { Command } from 'commander';
import type { Context } from '../../context/context.ts';
import { CliError, exitCodes } from '../../context/exit.ts';
import { printAnswer, printRecord } from '../../output/print.ts';
import { recordColumns, showOnce } from '../options/columns.ts';
import { addFieldFlags, listRequiredFlags, readValues } from '../options/field-flags.ts';
import { parsePositive } from '../options/filters.ts';
import { readId } from '../options/ids.ts';
import { assertRecordFields } from '../options/json-fields.ts';
import { offerUndo } from './undo.ts';

type DataRecord = Record<string, unknown>;

/** Writes a record and reports it, with a hint on how to undo it. */
async function write(
  verb: 'create' | 'update',
  body: DataRecord,
  resource: AnyResource,
  context: Context,
): Promise<void> {
  assertRecordFields(verb, resource, context);
  const key = crypto.randomUUID();
  const record = await (await context.client()).call<DataRecord>(getResourcePath(resource.name, verb), body, {
    idempotencyKey: key,
  });
  const form = context.options().form;
  const waits = getWaitingText(record);
  if (waits !== null) {
    if (form) await printAnswer(context, record, form);
    context.note(waits);
    return context.setStatus(exitCodes.partly);
  }
  if (form) await printRecord(context, record, await recordColumns(resource, record, context), form);
  else await context.write(`${String(record.id)}\n`);
  if (!form) await showOnce(context, resource, record);
  const words = verb === 'create' ? 'cli.created' : 'cli.updated';
  context.note(context.t(words, { label: localize(resource.label, context.locale), id: String(record.id) }));
  await offerUndo([key], context);
}

export function fillCreate(command: Command, resource: AnyResource, context: Context): void {
  const fields = getWritableFields(resource, 'create');
  const { t } = context;
  addFieldFlags(command, fields, context, { marksRequired: true });
  command.addHelpText(
    'after',
    `\n${t('cli.examples')}\n  gantry ${kebab(resource.name)} create${listRequiredFlags(fields)}`,
  );
  command.action(async (flags: DataRecord) => {
    await write('create', await readValues(flags, fields, context), resource, context);
  });
}

export function fillEdit(command: Command, resource: AnyResource, context: Context): void {
  const fields = getWritableFields(resource, 'update');
  const { t } = context;
  addFieldFlags(command.argument('<id>').option('--if-version <n>', t('cli.version2')), fields, context);
  const example = Object.keys(fields)[0] ?? 'name';
  command.addHelpText(
    'after',
    `\n${t('cli.examples')}\n  gantry ${kebab(resource.name)} edit 7 --${kebab(example)} ...`,
  );
  command.action(async (given: string, flags: DataRecord) => {
    const id = await readId(given, resource, context);
    const values = await readValues(flags, fields, context);
    if (Object.keys(values).length === 0)
      throw new CliError(t('cli.nothingToChange'), exitCodes.usage, {
        hint: t('cli.hint', { command: context.commandName() }),
      });
    const client = await context.client();
    const version =
      flags.ifVersion === undefined
        ? (await client.call<DataRecord>(getResourcePath(resource.name, 'get'), { id })).version
        : parsePositive(String(flags.ifVersion), '--if-version', context);
    await write('update', { id, version, ...values }, resource, context);
  });
}
