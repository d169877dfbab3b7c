import { errorNamed, type UndoAnswer, undoCalls } from '@gantry/core';
import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { exitCodes } from '../exit.ts';
import { printAnswer } from '../output/print.ts';
import { safe } from '../output/safe.ts';
import { renderTable } from '../output/table.ts';
import { parseIds } from './filters.ts';

/** What was left as it is, with the reason. */
function leftTable({ items }: UndoAnswer, { t }: Context): string {
  const left = items.filter(({ code }) => code !== errorNamed('ok').code);
  const columns = [{ title: t('common.id'), right: true }, { title: t('cli.result') }];
  return renderTable(
    columns,
    left.map(({ id, message }) => [String(id), safe(message)]),
  );
}

/** Takes back what an entry of the audit log did; leaves status 3 when some of its records had to stay. */
export function fillUndo(command: Command, context: Context): void {
  command
    .command('undo')
    .description(context.t('cli.undo'))
    .argument('<id>')
    .option('--dry-run', context.t('cli.dryRun'))
    .action(async (given: string, { dryRun = false }: { dryRun?: boolean }) => {
      const [id] = parseIds([given], context);
      const client = await context.client();
      const answer = await client.call<UndoAnswer>(
        undoCalls.undoEntry.path,
        { id, dryRun },
        { idempotencyKey: crypto.randomUUID() },
      );
      const form = context.form('table');
      if (form !== 'table') await printAnswer(context, answer, form);
      else {
        context.note(context.t('cli.undone', { done: answer.affected, left: answer.failed }));
        if (answer.failed > 0) await context.write(leftTable(answer, context));
      }
      if (answer.failed > 0) context.setStatus(exitCodes.partly);
    });
}
