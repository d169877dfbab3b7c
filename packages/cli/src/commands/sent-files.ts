import type { Context } from '../context.ts';
import { exitCodes } from '../exit.ts';
import { printAnswer } from '../output/print.ts';
import { safe } from '../output/safe.ts';
import { renderTable } from '../output/table.ts';

/** What became of one of several files. */
export interface Sent {
  readonly file: string;
  /** Of the record that it became. */
  readonly id: number | null;
  /** Why it became none, in words. */
  readonly error: string | null;
}

function tableOf(sent: readonly Sent[], { t }: Context): string {
  const columns = [{ title: t('cli.file') }, { title: 'id', right: true }, { title: t('cli.result') }];
  return renderTable(
    columns,
    sent.map(({ file, id, error }) => [
      safe(file),
      id === null ? '' : String(id),
      error === null ? t('cli.ok') : safe(error),
    ]),
  );
}

/** A line for each file; the exit status is 3 when some of them failed, 1 when all did. */
export async function tellSent(context: Context, sent: readonly Sent[]): Promise<void> {
  const form = context.form('table');
  if (form === 'table') await context.write(tableOf(sent, context));
  else await printAnswer(context, { items: sent }, form);
  const failed = sent.filter(({ error }) => error !== null).length;
  if (failed > 0) context.setStatus(failed === sent.length ? exitCodes.failed : exitCodes.partly);
}
