import { getError, kebab, type UndoAnswer, undoCalls } from '@gantry/core';
import type { Command } from 'commander';
import { withMore } from '../../catalog/index.ts';
import type { Context } from '../../context/context.ts';
import { CliError, exitCodes } from '../../context/exit.ts';
import { printAnswer } from '../../output/print.ts';
import { renderTable } from '../../output/table.ts';
import { escapeControls } from '../../output/wrap-text.ts';
import { createMissingArgumentError } from '../options/filters.ts';
import { parseId } from '../options/ids.ts';

/** Prints how to undo a command. Several calls are stored under one number. */
export async function printUndoHint(keys: readonly string[], context: Context): Promise<void> {
  const [key, ...more] = keys;
  if (key === undefined) return;
  const command = `gantry ${kebab(withMore.undo)} undo`;
  const flag =
    more.length === 0
      ? `--call ${key}`
      : `--command ${(await import('../../profile/undo-log.ts')).rememberCalls(await context.server(), keys)}`;
  context.note(context.t('cli.undoHint', { command: `${command} ${flag}` }));
}

/** Prints the same hint if the server can undo the call. Not printed for `--output`. */
export async function offerUndo(keys: readonly string[], context: Context): Promise<void> {
  const [key] = keys;
  if (key === undefined || context.options().form) return;
  const client = await context.client();
  const requested = client.call<UndoAnswer>(undoCalls.undoCall.path, { key, dryRun: true }, { quiet: true });
  const isOffered = await requested.then(
    ({ affected }) => affected > 0,
    () => false,
  );
  if (isOffered) await printUndoHint(keys, context);
}

/** Lists the records that were not undone, with the reason. */
function formatRemaining({ items }: UndoAnswer, { t }: Context): string {
  const remaining = items.filter(({ code }) => code !== getError('ok').code);
  const columns = [{ title: t('common.id'), right: true }, { title: t('cli.result') }];
  return renderTable(
    columns,
    remaining.map(({ id, message }) => [String(id), escapeControls(message)]),
  );
}

interface UndoFlags {
  readonly dryRun?: boolean;
  readonly call?: string;
  readonly command?: string;
}

/** A call that undoes something. */
interface UndoStep {
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** What to undo: an entry of the audit log, an own call by its key, or all calls of a command, the last one first. */
async function resolveSteps(
  typed: string | undefined,
  { call, command, dryRun = false }: UndoFlags,
  context: Context,
): Promise<UndoStep[]> {
  const { t } = context;
  const named = [typed, call, command].filter((one) => one !== undefined);
  if (named.length > 1) throw new CliError(t('undo.oneOf'), exitCodes.usage);
  const createUndoRequest = (key: string) => ({ path: undoCalls.undoCall.path, body: { key, dryRun } });
  if (call !== undefined) return [createUndoRequest(call)];
  if (command !== undefined) {
    const { recallCalls } = await import('../../profile/undo-log.ts');
    const keys = recallCalls(await context.server(), command);
    if (keys === null)
      throw new CliError(t('cli.invalidValue', { name: '--command', value: command }), exitCodes.notFound, {
        hint: t('undo.forgotten'),
      });
    return [...keys].reverse().map(createUndoRequest);
  }
  if (typed === undefined) throw createMissingArgumentError('id', context);
  return [{ path: undoCalls.undoEntry.path, body: { id: parseId(typed, context), dryRun } }];
}

/** Runs the steps in order and adds up their results. */
async function runSteps(steps: readonly UndoStep[], context: Context): Promise<UndoAnswer> {
  const client = await context.client();
  const answers: UndoAnswer[] = [];
  for (const { path, body } of steps)
    answers.push(await client.call<UndoAnswer>(path, body, { idempotencyKey: crypto.randomUUID() }));
  const [first, ...more] = answers;
  if (first && more.length === 0) return first;
  const sum = (name: 'affected' | 'failed') => answers.reduce((all, one) => all + one[name], 0);
  return { affected: sum('affected'), failed: sum('failed'), items: answers.flatMap(({ items }) => items) };
}

/** Undoes an entry of the audit log or a command. Exits with status 3 when some records were not undone. */
export function fillUndo(command: Command, context: Context): void {
  command
    .command('undo')
    .description(context.t('cli.undo'))
    .argument('[id]')
    .option('--call <key>', context.t('undo.call'))
    .option('--command <number>', context.t('undo.command'))
    .option('--dry-run', context.t('cli.dryRun'))
    .action(async (typed: string | undefined, flags: UndoFlags) => {
      const answer = await runSteps(await resolveSteps(typed, flags, context), context);
      const form = context.form('table');
      if (form !== 'table') await printAnswer(context, answer, form);
      else {
        const words = flags.dryRun ? 'undo.wouldUndo' : 'undo.undone';
        context.note(context.t(words, { done: answer.affected, left: answer.failed }));
        if (answer.failed > 0) await context.write(formatRemaining(answer, context));
        if (flags.dryRun) context.note(context.t('cli.dryDone'));
      }
      if (answer.failed > 0) context.setStatus(exitCodes.partly);
    });
}
