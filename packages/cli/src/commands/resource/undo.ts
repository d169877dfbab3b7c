import { getError, kebab, type UndoAnswer, undoCalls } from '@gantry/core';
import type { Command } from 'commander';
import { withMore } from '../../catalogue/index.ts';
import type { Context } from '../../context/context.ts';
import { CliError, exitCodes } from '../../context/exit.ts';
import { printAnswer } from '../../output/print.ts';
import { renderTable } from '../../output/table.ts';
import { escapeControls } from '../../output/wrap-text.ts';
import { createMissingArgumentError, parseId } from '../options/filters.ts';

/** More calls than these are found in the log. */
const named = 3;

/** Says how to take back what calls did, the last one first. */
export function printUndoHint(keys: readonly string[], context: Context): void {
  const command = `gantry ${kebab(withMore.undo)}`;
  const ways = keys.length > named ? ['list'] : [...keys].reverse().map((key) => `undo --call ${key}`);
  for (const way of ways) context.note(context.t('cli.undoHint', { command: `${command} ${way}` }));
}

/** The same, when the server knows a way back: it is asked once. Who asked for a form reads no hints. */
export async function offerUndo(keys: readonly string[], context: Context): Promise<void> {
  const [key] = keys;
  if (key === undefined || context.options().form) return;
  const client = await context.client();
  const requested = client.call<UndoAnswer>(undoCalls.undoCall.path, { key, dryRun: true }, { quiet: true });
  const isOffered = await requested.then(
    ({ affected }) => affected > 0,
    () => false,
  );
  if (isOffered) printUndoHint(keys, context);
}

/** What was left as it is, with the reason. */
function leftTable({ items }: UndoAnswer, { t }: Context): string {
  const left = items.filter(({ code }) => code !== getError('ok').code);
  const columns = [{ title: t('common.id'), right: true }, { title: t('cli.result') }];
  return renderTable(
    columns,
    left.map(({ id, message }) => [String(id), escapeControls(message)]),
  );
}

interface UndoFlags {
  readonly dryRun?: boolean;
  readonly call?: string;
}

/** What is to be taken back: an entry of the audit log, or a call of one's own by its key. */
function wanted(typed: string | undefined, { call, dryRun = false }: UndoFlags, context: Context) {
  const { t } = context;
  if (typed !== undefined && call !== undefined)
    throw new CliError(t('cli.invalidValue', { name: '--call', value: call }), exitCodes.usage);
  if (call !== undefined) return { path: undoCalls.undoCall.path, body: { key: call, dryRun } };
  if (typed === undefined) throw createMissingArgumentError('id', context);
  return { path: undoCalls.undoEntry.path, body: { id: parseId(typed, context), dryRun } };
}

/** Takes back what an entry of the audit log did; leaves status 3 when some of its records had to stay. */
export function fillUndo(command: Command, context: Context): void {
  command
    .command('undo')
    .description(context.t('cli.undo'))
    .argument('[id]')
    .option('--call <key>', context.t('cli.undoCall'))
    .option('--dry-run', context.t('cli.dryRun'))
    .action(async (typed: string | undefined, flags: UndoFlags) => {
      const { path, body } = wanted(typed, flags, context);
      const client = await context.client();
      const answer = await client.call<UndoAnswer>(path, body, { idempotencyKey: crypto.randomUUID() });
      const form = context.form('table');
      if (form !== 'table') await printAnswer(context, answer, form);
      else {
        context.note(context.t('cli.undone', { done: answer.affected, left: answer.failed }));
        if (answer.failed > 0) await context.write(leftTable(answer, context));
      }
      if (answer.failed > 0) context.setStatus(exitCodes.partly);
    });
}
