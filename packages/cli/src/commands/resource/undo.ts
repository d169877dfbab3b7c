import { getError, type UndoAnswer, undoCalls } from '@gantry/core';
import type { Command } from 'commander';
import type { Context } from '../../context/context.ts';
import { CliError, exitCodes } from '../../context/exit.ts';
import { printAnswer } from '../../output/print.ts';
import { escapeControls } from '../../output/safe.ts';
import { renderTable } from '../../output/table.ts';
import { createMissingArgumentError, parseId } from '../options/filters.ts';

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
