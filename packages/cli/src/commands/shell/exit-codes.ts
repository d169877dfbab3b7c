import { errorCatalogue } from '@gantry/core';
import type { Command } from 'commander';
import type { Context } from '../../context/context.ts';
import { exitCodes } from '../../context/exit.ts';
import { printRecords } from '../../output/print.ts';

/** Prints the meaning of every exit status, with the API error codes that lead to it. */
export function fillExitCodes(command: Command, context: Context): void {
  command.action(async () => {
    const { words } =
      context.locale === 'zh-CN'
        ? await import('@gantry/core/words/zh-CN/man')
        : await import('@gantry/core/words/en-US/man');
    const records = Object.entries(exitCodes).map(([name, status]) => ({
      status,
      name,
      meaning: words.man.statuses[name as keyof typeof exitCodes],
      codes: errorCatalogue
        .filter((row) => row.exit === status)
        .map((row) => row.code)
        .join(' '),
    }));
    const columns = ['status', 'name', 'meaning', 'codes'].map((name) => ({
      name,
      title: name,
      format: (value: unknown) => String(value ?? ''),
    }));
    await printRecords(context, records, columns, context.form('table'), records);
  });
}
