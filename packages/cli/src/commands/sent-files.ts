import type { Context } from '../context/context.ts';
import { exitCodes } from '../context/exit.ts';
import { printAnswer } from '../output/print.ts';
import { createProgress } from '../output/progress.ts';
import { renderTable } from '../output/table.ts';
import { escapeControls } from '../output/wrap-text.ts';

/** What became of one of several files. */
export interface Sent {
  readonly file: string;
  /** Of the record that it became. */
  readonly id: number | null;
  /** Why it became none, in words. */
  readonly error: string | null;
}

function tableOf(sent: readonly Sent[], { t }: Context): string {
  const columns = [{ title: t('cli.sentFile') }, { title: 'id', right: true }, { title: t('cli.result') }];
  return renderTable(
    columns,
    sent.map(({ file, id, error }) => [
      escapeControls(file),
      id === null ? '' : String(id),
      error === null ? t('cli.ok') : escapeControls(error),
    ]),
  );
}

/**
 * Sends files one after the other and tells what became of each; the exit status is 3 when some of them failed, 1 when all did.
 * @param send `onSent` is told how much of the file has gone, from 0 to 1
 */
export async function sendFiles(
  context: Context,
  files: readonly string[],
  send: (file: string, onSent: (share: number) => void) => Promise<Sent>,
): Promise<void> {
  const progress = createProgress(files.length, context, (done) => String(Math.floor(done)));
  const sent: Sent[] = [];
  try {
    for (const file of files) {
      let gone = 0;
      const onSent = (share: number) => {
        progress.step(share - gone);
        gone = share;
      };
      sent.push(await send(file, onSent));
      onSent(1);
    }
  } finally {
    progress.end();
  }
  await reportSent(context, sent);
}

async function reportSent(context: Context, sent: readonly Sent[]): Promise<void> {
  const form = context.form('table');
  if (form === 'table') await context.write(tableOf(sent, context));
  else await printAnswer(context, { items: sent }, form);
  const failed = sent.filter(({ error }) => error !== null).length;
  if (failed > 0) context.setStatus(failed === sent.length ? exitCodes.failed : exitCodes.partly);
}
