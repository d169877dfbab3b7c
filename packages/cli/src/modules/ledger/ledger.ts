import { type LedgerVerifyAnswer, ledgerCalls } from '@gantry/core';
import type { Command } from 'commander';
import type { Context } from '../../context/context.ts';
import { exitCodes } from '../../context/exit.ts';
import { printAnswer } from '../../output/print.ts';
import { renderTable } from '../../output/table.ts';
import { escapeControls } from '../../output/wrap-text.ts';

function formatInvariants({ invariants }: LedgerVerifyAnswer, { t }: Context): string {
  const columns = [{ title: '#', right: true }, { title: t('cli.promise') }, { title: t('cli.result') }];
  const rows = invariants.map(({ no, name, ok, first }) => [
    String(no),
    name,
    ok ? t('cli.ok') : `${t('cli.broken')}: ${escapeControls(first ?? '')}`,
  ]);
  return renderTable(columns, rows);
}

/** Checks the invariants of the ledger. Exits with status 1 when one is violated. */
export function fillLedger(command: Command, context: Context): void {
  command
    .command('verify')
    .description(context.t('cli.ledgerVerify'))
    .action(async () => {
      const answer = await (await context.client()).call<LedgerVerifyAnswer>(ledgerCalls.ledgerVerify.path, {});
      const form = context.form('table');
      if (form === 'table') await context.write(formatInvariants(answer, context));
      else await printAnswer(context, answer, form);
      if (!answer.ok) context.setStatus(exitCodes.failed);
    });
}
