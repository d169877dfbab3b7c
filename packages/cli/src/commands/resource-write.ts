import { type AnyResource, kebab, resourcePath, say, writableFields } from '@gantry/core';
import type { Command } from 'commander';
import { runOnMany } from '../bulk/run-on-many.ts';
import type { Context } from '../context.ts';
import { CliError, exitCodes } from '../exit.ts';
import { printRecord } from '../output/print.ts';
import { confirm } from '../prompts/ask.ts';
import { callWithStepUp } from '../prompts/step-up.ts';
import { recordColumns, showOnce } from './columns.ts';
import { addFieldFlags, demandedFlags, valuesFrom } from './field-flags.ts';
import { gather, parseIds, parseWhere } from './filters.ts';

type DataRecord = Record<string, unknown>;

async function show(
  record: DataRecord,
  resource: AnyResource,
  words: 'cli.created' | 'cli.updated',
  context: Context,
): Promise<void> {
  const form = context.options().form;
  if (form) await printRecord(context, record, recordColumns(resource, record, context), form);
  else await context.write(`${String(record.id)}\n`);
  if (!form) await showOnce(context, resource, record);
  context.note(context.t(words, { label: say(resource.label, context.locale), id: String(record.id) }));
}

export function fillCreate(command: Command, resource: AnyResource, context: Context): void {
  const fields = writableFields(resource, 'create');
  const { t } = context;
  addFieldFlags(command, fields, context, { demands: true });
  command.addHelpText(
    'after',
    `\n${t('cli.examples')}\n  gantry ${kebab(resource.name)} create${demandedFlags(fields)}`,
  );
  command.action(async (flags: DataRecord) => {
    const values = await valuesFrom(flags, fields, context);
    const record = await callWithStepUp<DataRecord>(
      context,
      resourcePath(resource.name, 'create'),
      values,
      crypto.randomUUID(),
    );
    await show(record, resource, 'cli.created', context);
  });
}

export function fillEdit(command: Command, resource: AnyResource, context: Context): void {
  const fields = writableFields(resource, 'update');
  const { t } = context;
  addFieldFlags(command.argument('<id>').option('--if-version <n>', t('cli.version2')), fields, context);
  const example = Object.keys(fields)[0] ?? 'name';
  command.addHelpText(
    'after',
    `\n${t('cli.examples')}\n  gantry ${kebab(resource.name)} edit 7 --${kebab(example)} ...`,
  );
  command.action(async (given: string, flags: DataRecord) => {
    const [id] = parseIds([given], context);
    const values = await valuesFrom(flags, fields, context);
    if (Object.keys(values).length === 0)
      throw new CliError(t('cli.missingOption', { name: `--${kebab(example)}` }), exitCodes.usage);
    const client = await context.client();
    const version =
      flags.ifVersion === undefined
        ? (await client.call<DataRecord>(resourcePath(resource.name, 'get'), { id })).version
        : Number(flags.ifVersion);
    const record = await callWithStepUp<DataRecord>(
      context,
      resourcePath(resource.name, 'update'),
      { id, version, ...values },
      crypto.randomUUID(),
    );
    await show(record, resource, 'cli.updated', context);
  });
}

interface DeleteFlags {
  readonly where: string[];
  readonly matching?: boolean;
  readonly dryRun?: boolean;
}

export function fillDelete(command: Command, resource: AnyResource, context: Context): void {
  const { t } = context;
  command
    .argument('[ids...]', t('cli.ids'))
    .option('-w, --where <field=value>', t('cli.where'), gather, [])
    .option('--matching', t('cli.matching'))
    .option('--dry-run', t('cli.dryRun'))
    .action(async (given: string[], flags: DeleteFlags) => {
      const ids = parseIds(given, context);
      const label = say(resource.label, context.locale);
      const selection = flags.matching ? { filters: parseWhere(flags.where, resource, context) } : { ids };
      if (!flags.matching && ids.length === 0)
        throw new CliError(t('cli.missingArgument', { name: 'id' }), exitCodes.usage);
      const asks = (count: number) => confirm(context, t('cli.confirmDelete', { count, label }));
      if (ids.length === 1 && !flags.matching && !flags.dryRun) {
        await asks(1);
        const client = await context.client();
        const record = await client.call<DataRecord>(resourcePath(resource.name, 'get'), { id: ids[0] });
        const body = 'version' in record ? { id: ids[0], version: record.version } : { id: ids[0] };
        const data = await callWithStepUp(context, resourcePath(resource.name, 'delete'), body, crypto.randomUUID());
        if (context.options().form) await context.write(`${JSON.stringify(data)}\n`);
        context.note(t('cli.deleted', { count: 1, label }));
        return;
      }
      await runOnMany(context, resource, { ...selection, action: 'delete', dryRun: flags.dryRun === true }, asks);
    });
}
