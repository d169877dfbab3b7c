import {
  type Action,
  type AnyResource,
  actionPreviews,
  describeActionEffects,
  formatResult,
  getInputFields,
  getResourcePath,
  getWaitingText,
  isReversible,
  kebab,
  localize,
} from '@gantry/core';
import type { Command } from 'commander';
import { runOnMany } from '../../bulk/run-on-many.ts';
import type { Context } from '../../context/context.ts';
import { exitCodes } from '../../context/exit.ts';
import { formatContext, printAnswer, printRecord } from '../../output/print.ts';
import { printResult, toRows } from '../../output/print-told.ts';
import { confirm } from '../../prompts/ask.ts';
import { recordColumns, showOnce } from '../options/columns.ts';
import { createExampleFilter } from '../options/example-values.ts';
import { addFieldFlags, listRequiredFlags, readValues } from '../options/field-flags.ts';
import { createMissingArgumentError, gather, parseConcurrency, readIds } from '../options/filters.ts';
import { assertActionFields } from '../options/json-fields.ts';
import { parseMatchingFilters } from '../options/where.ts';
import { offerUndo } from './undo.ts';

type Flags = Record<string, unknown> & {
  readonly where?: string[];
  readonly matching?: boolean;
  readonly dryRun?: boolean;
  readonly concurrency?: string;
};

async function runOnce(
  context: Context,
  resource: AnyResource,
  name: string,
  body: Record<string, unknown>,
  action: Action,
): Promise<void> {
  assertActionFields(resource, action, context);
  const key = crypto.randomUUID();
  const data = await (await context.client()).call(getResourcePath(resource.name, name), body, { idempotencyKey: key });
  const waits = getWaitingText(data);
  if (waits !== null) {
    if (context.options().form) await printAnswer(context, data, context.form('json'));
    context.note(waits);
    return context.setStatus(exitCodes.partly);
  }
  await showResult(context, resource, data, action);
  if (hasFailed(data, action)) return context.setStatus(exitCodes.failed);
  if (action.reads) return;
  const made = madeRecord(resource, data, body);
  const label = localize(resource.label, context.locale);
  if (made !== null) {
    if (!context.options().form) await context.write(`${made}\n`);
    context.note(context.t('cli.created', { label, id: made }));
  } else context.note(doneWords(localize(action.label, context.locale), label, body, context));
  if (isReversible(action)) await offerUndo([key], context);
}

/** What was tried did not work: the answer of a trial says whether it did as `ok`. */
function hasFailed(data: unknown, { output }: Action): boolean {
  const isTestResult = output !== undefined && 'ok' in output;
  return isTestResult && typeof data === 'object' && data !== null && 'ok' in data && data.ok === false;
}

/** What was done, and to which record. */
function doneWords(action: string, label: string, { id }: Record<string, unknown>, { t }: Context): string {
  return typeof id === 'number' ? t('cli.doneTo', { action, label, id }) : t('cli.done', { action, count: 1 });
}

/** The id of a record that the action made; null when it changed the one that it was asked of. */
function madeRecord(resource: AnyResource, data: unknown, body: Record<string, unknown>): string | null {
  const isRecord = typeof data === 'object' && data !== null && 'id' in data && resource.title in data;
  return isRecord && data.id !== body.id ? String(data.id) : null;
}

/** A changed record is said in a line, anything else is shown; a form that was asked for gets the data. */
async function showResult(context: Context, resource: AnyResource, data: unknown, action: Action): Promise<void> {
  const form = context.options().form;
  const isRecord = typeof data === 'object' && data !== null && 'id' in data && resource.title in data;
  if (isRecord && form === 'table') {
    const record = data as Record<string, unknown>;
    return printRecord(context, record, recordColumns(resource, record, context), form);
  }
  if (form && form !== 'table') return printAnswer(context, toRows(data, form), form);
  if (isRecord && !action.reads) return showOnce(context, resource, data as Record<string, unknown>);
  const reported = formatResult(data, action.output, formatContext(context.locale));
  if (action.reads || (!isRecord && data !== null)) await printResult(context, reported);
}

/** Says what the action wants known of the record before anybody agrees to it. */
async function reportAction(context: Context, resource: AnyResource, action: Action, id: number): Promise<void> {
  if (!action.notifies || context.options().yes) return;
  const client = await context.client();
  const record = await client.call<Record<string, unknown>>(getResourcePath(resource.name, 'get'), { id });
  context.note(describeActionEffects(resource, action, record, formatContext(context.locale)));
}

/** Shows what an action would come to before it is confirmed. */
async function showPreview(
  context: Context,
  resource: AnyResource,
  name: string,
  body: Readonly<Record<string, unknown>>,
): Promise<void> {
  const reads = actionPreviews[`${resource.name}.${name}`];
  const preview = reads === undefined ? undefined : resource.actions?.[reads];
  if (reads === undefined || !preview || context.options().yes || !context.isTty) return;
  const client = await context.client();
  const taken = ['id', ...Object.keys(getInputFields(resource, preview))].filter((field) => Object.hasOwn(body, field));
  const requested = Object.fromEntries(taken.map((field) => [field, body[field]]));
  const data = await client.call<unknown>(getResourcePath(resource.name, reads), requested);
  // On stderr, with the question that follows it.
  const printer = { ...context, write: async (text: string) => context.note(text.trimEnd()) };
  await printResult(printer, formatResult(data, preview.output, formatContext(context.locale)));
}

const takesMany = (resource: AnyResource, action: Action) =>
  action.on !== 'collection' && resource.access.batch && !action.only && !action.reads;

function examplesOf(resource: AnyResource, name: string, action: Action): string {
  const typed = `  gantry ${kebab(resource.name)} ${kebab(name)}`;
  const flags = listRequiredFlags(getInputFields(resource, action));
  if (action.on === 'collection') return typed + flags;
  const one = `${typed} 7${flags}`;
  if (!takesMany(resource, action)) return one;
  return `${one}\n${typed} --matching --where ${createExampleFilter(resource)} --dry-run${flags}`;
}

/** An action as a command: on the collection, or on one, several or all matching records. */
export function fillAction(command: Command, resource: AnyResource, name: string, context: Context): void {
  const action = resource.actions?.[name];
  if (!action) return;
  const fields = getInputFields(resource, action);
  const { t } = context;
  const words = { label: localize(resource.label, context.locale), action: localize(action.label, context.locale) };
  const question = (count: number) => confirm(context, t('cli.confirmAction', { count, ...words }));
  addFieldFlags(command, fields, context, { demands: true });
  command.addHelpText('after', `\n${t('cli.examples')}\n${examplesOf(resource, name, action)}`);
  if (action.on === 'collection') {
    command.action(async (flags: Flags) => {
      if (action.danger) await question(1);
      await runOnce(context, resource, name, await readValues(flags, fields, context), action);
    });
    return;
  }
  command.argument('[ids...]', t('cli.ids'));
  if (takesMany(resource, action))
    command
      .option('-w, --where <field=value>', t('cli.where'), gather, [])
      .option('--matching', t('cli.matching'))
      .option('--dry-run', t('cli.dryRun'))
      .option('--concurrency <count>', t('cli.concurrencyOfIds'), '1');
  command.action(async (given: string[], flags: Flags) => {
    const ids = await readIds(given, resource, context);
    const params = await readValues(flags, fields, context);
    if (!flags.matching && ids.length === 0) throw createMissingArgumentError('id', context);
    if (!flags.matching && ids.length === 1 && !flags.dryRun) {
      await reportAction(context, resource, action, ids[0] ?? 0);
      await showPreview(context, resource, name, { id: ids[0], ...params });
      if (action.danger) await question(1);
      return runOnce(context, resource, name, { id: ids[0], ...params }, action);
    }
    const selection = flags.matching
      ? { filters: await parseMatchingFilters(flags.where ?? [], resource, context) }
      : { ids };
    const requests = action.danger || flags.matching ? question : async () => undefined;
    const call = { ...selection, action: name, params, dryRun: flags.dryRun === true };
    const width = parseConcurrency(flags.concurrency, context);
    const keys: string[] = [];
    try {
      await runOnMany(context, resource, call, width, requests, (key) => keys.push(key));
    } finally {
      if (isReversible(action)) await offerUndo(keys, context);
    }
  });
}
