import {
  type Action,
  type AnyResource,
  actionPreviews,
  describeActionEffects,
  type Fields,
  formatResult,
  getInputFields,
  getResourcePath,
  getWaitingText,
  isReversible,
  kebab,
  localize,
  type Values,
} from '@gantry/core';
import type { Command } from 'commander';
import { type ConfirmRun, type PreviewRun, type RunTexts, runOnMany } from '../../bulk/run-on-many.ts';
import { generations } from '../../catalog/action-texts.ts';
import type { Context } from '../../context/context.ts';
import { exitCodes } from '../../context/exit.ts';
import { printAnswer, printRecord } from '../../output/print.ts';
import { printResult, toRows } from '../../output/print-result.ts';
import { confirm, confirmOnProduction } from '../../prompts/ask.ts';
import { applySite, loadFormatContext } from '../options/apply-site.ts';
import { recordColumns, showOnce } from '../options/columns.ts';
import { createExampleFilter } from '../options/example-values.ts';
import { addFieldFlags, listRequiredFlags, readValues } from '../options/field-flags.ts';
import { gather, parseConcurrency } from '../options/filters.ts';
import { readIds } from '../options/ids.ts';
import { assertActionFields } from '../options/json-fields.ts';
import { readSelection } from '../options/selection.ts';
import { describeQuestion, describeSample, describeTotal, readRecord } from './describe-target.ts';
import { offerUndo } from './undo.ts';

type Flags = Record<string, unknown> & {
  readonly where?: string[];
  readonly keyword?: string;
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
  const made = getCreatedId(resource, data, body);
  const label = localize(resource.label, context.locale);
  if (made !== null) {
    if (!context.options().form) await context.write(`${made}\n`);
    context.note(context.t('cli.created', { label, id: made }));
  } else context.note(formatDone(localize(action.label, context.locale), label, body, context));
  if (isReversible(action)) await offerUndo([key], context);
}

/** Whether a test failed: its response has `ok: false`. */
function hasFailed(data: unknown, { output }: Action): boolean {
  const isTestResult = output !== undefined && 'ok' in output;
  return isTestResult && typeof data === 'object' && data !== null && 'ok' in data && data.ok === false;
}

/** The message after an action, with the id of the record. */
function formatDone(action: string, label: string, { id }: Record<string, unknown>, { t }: Context): string {
  return typeof id === 'number' ? t('cli.doneTo', { action, label, id }) : t('cli.done', { action, count: 1 });
}

/** The id of a record that the action created; null when it changed an existing one. */
function getCreatedId(resource: AnyResource, data: unknown, body: Record<string, unknown>): string | null {
  const isRecord = typeof data === 'object' && data !== null && 'id' in data && resource.title in data;
  return isRecord && data.id !== body.id ? String(data.id) : null;
}

/** Prints one line for a changed record and the data otherwise. With `--output`, always prints the data. */
async function showResult(context: Context, resource: AnyResource, data: unknown, action: Action): Promise<void> {
  const form = context.options().form;
  const isRecord = typeof data === 'object' && data !== null && 'id' in data && resource.title in data;
  if (isRecord && form === 'table') {
    await applySite(resource, context);
    const record = data as Record<string, unknown>;
    return printRecord(context, record, await recordColumns(resource, record, context), form);
  }
  if (form && form !== 'table') return printAnswer(context, toRows(data, form), form);
  if (isRecord && !action.reads) return showOnce(context, resource, data as Record<string, unknown>);
  const reported = formatResult(data, action.output, await loadFormatContext(context));
  if (action.reads || (!isRecord && data !== null)) await printResult(context, reported);
}

/** Prints the effects of an action on the record before the confirmation. */
async function reportAction(context: Context, resource: AnyResource, action: Action, id: number): Promise<void> {
  if (!action.confirmationFields || context.options().yes) return;
  const client = await context.client();
  const record = await client.call<Record<string, unknown>>(getResourcePath(resource.name, 'get'), { id });
  context.note(describeActionEffects(resource, action, record, await loadFormatContext(context)));
}

/** Prints the preview of an action before the confirmation. */
async function showPreview(
  context: Context,
  resource: AnyResource,
  name: string,
  body: Readonly<Record<string, unknown>>,
): Promise<void> {
  const reads = actionPreviews[`${resource.name}.${name}`];
  const preview = reads === undefined ? undefined : resource.actions?.[reads];
  if (reads === undefined || !preview) return;
  const client = await context.client();
  const taken = ['id', ...Object.keys(getInputFields(resource, preview))].filter((field) => Object.hasOwn(body, field));
  const requested = Object.fromEntries(taken.map((field) => [field, body[field]]));
  const data = await client.call<unknown>(getResourcePath(resource.name, reads), requested);
  // Goes to stderr, like the question that follows.
  const printer = { ...context, write: async (text: string) => context.note(text.trimEnd()) };
  await printResult(printer, formatResult(data, preview.output, await loadFormatContext(context)));
}

const acceptsMany = (resource: AnyResource, action: Action) =>
  action.on !== 'collection' && resource.access.batch && !action.singleRecord && !action.reads;

function getExamples(resource: AnyResource, name: string, action: Action): string {
  const typed = `  gantry ${kebab(resource.name)} ${kebab(name)}`;
  const flags = listRequiredFlags(getInputFields(resource, action));
  if (action.on === 'collection') return typed + flags;
  const one = `${typed} 7${flags}`;
  if (!acceptsMany(resource, action)) return one;
  return `${one}\n${typed} --matching --where ${createExampleFilter(resource)} --dry-run${flags}`;
}

/** The running command of an action. */
interface Run {
  readonly resource: AnyResource;
  readonly name: string;
  readonly action: Action;
  readonly context: Context;
}

/** Prints the effects and the preview of an action on one record, then asks for confirmation if it is dangerous. */
async function confirmOne({ resource, name, action, context }: Run, id: number, params: Values): Promise<void> {
  await reportAction(context, resource, action, id);
  if (!context.options().yes && context.isTty) await showPreview(context, resource, name, { id, ...params });
  if (!action.danger) return;
  await confirm(context, async () => {
    const record = resource.access.get ? await readRecord(resource, id, context) : { id };
    return describeQuestion(resource, name, record, params, context);
  });
}

/**
 * The texts of an action on several records: what is selected and its total. Asks for confirmation when the action is dangerous,
 * uses a filter, or runs on production.
 */
function createRunTexts({ resource, name, action, context }: Run, params: Values, isFiltered: boolean): RunTexts {
  const previewRun: PreviewRun = async (count, ids) => {
    const [id] = ids;
    if (count === 1 && id !== undefined) await showPreview(context, resource, name, { id, ...params });
    const total = describeTotal(resource, name, params, count, context);
    return [...(await describeSample(resource, ids, count, context)), ...(total === null ? [] : [total])];
  };
  const confirmRun: ConfirmRun = async (count, ids) => {
    const ask = action.danger || isFiltered ? confirm : confirmOnProduction;
    await ask(context, async () => {
      for (const line of await previewRun(count, ids)) context.note(line);
      return describeQuestion(resource, name, count, params, context);
    });
  };
  return { confirmRun, previewRun };
}

/** Runs an action of the collection. When it creates many records, their total is printed first. */
async function runCollection(run: Run, flags: Flags, fields: Fields): Promise<void> {
  const { resource, name, action, context } = run;
  const params = await readValues(flags, fields, context);
  const describe = generations[`${resource.name}.${name}`];
  if (describe) for (const line of describe(params, context.locale)) context.note(line);
  if (flags.dryRun) return context.note(context.t('cli.dryDone'));
  if (!action.reads) {
    const ask = action.danger ? confirm : confirmOnProduction;
    await ask(context, () => describeQuestion(resource, name, null, params, context));
  }
  await runOnce(context, resource, name, params, action);
}

/** Adds the command of an action: on the collection, or on one, several or all matching records. */
export function fillAction(command: Command, resource: AnyResource, name: string, context: Context): void {
  const action = resource.actions?.[name];
  if (!action) return;
  const run = { resource, name, action, context };
  const fields = getInputFields(resource, action);
  const { t } = context;
  addFieldFlags(command, fields, context, { marksRequired: true });
  command.addHelpText('after', `\n${t('cli.examples')}\n${getExamples(resource, name, action)}`);
  if (action.on === 'collection') {
    if (generations[`${resource.name}.${name}`]) command.option('--dry-run', t('cli.dryRun'));
    command.action((flags: Flags) => runCollection(run, flags, fields));
    return;
  }
  command.argument('[ids...]', t('cli.ids'));
  if (acceptsMany(resource, action))
    command
      .option('-w, --where <field=value>', t('cli.where'), gather, [])
      .option('-k, --keyword <words>', t('cli.keyword'))
      .option('--matching', t('cli.matching'))
      .option('--dry-run', t('cli.dryRun'))
      .option('--concurrency <count>', t('cli.concurrencyOfIds'), '1');
  command.action(async (given: string[], flags: Flags) => {
    const ids = await readIds(given, resource, context);
    const selection = await readSelection(ids, flags, resource, context);
    const params = await readValues(flags, fields, context);
    const [id] = ids;
    if ('ids' in selection && ids.length === 1 && id !== undefined && !flags.dryRun) {
      await confirmOne(run, id, params);
      return runOnce(context, resource, name, { id, ...params }, action);
    }
    const call = { ...selection, action: name, params, dryRun: flags.dryRun === true };
    const width = parseConcurrency(flags.concurrency, context);
    const keys: string[] = [];
    try {
      const texts = createRunTexts(run, params, 'filters' in selection);
      await runOnMany(context, resource, call, width, texts, (key) => keys.push(key));
    } finally {
      if (isReversible(action)) await offerUndo(keys, context);
    }
  });
}
