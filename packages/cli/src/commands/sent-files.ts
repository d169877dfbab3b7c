import type { Context } from '../context/context.ts';
import { exitCodes } from '../context/exit.ts';
import { printAnswer } from '../output/print.ts';
import { createProgress } from '../output/progress.ts';
import { renderTable } from '../output/table.ts';
import { escapeControls } from '../output/wrap-text.ts';

/** The result of sending one file. */
export interface Sent {
  readonly file: string;
  /** The id of the new record; null when the file failed. */
  readonly id: number | null;
  /** The reason of a failure. */
  readonly error: string | null;
}

function formatTable(sent: readonly Sent[], { t }: Context): string {
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
 * Sends files in sequence and prints the result of each. Sets the exit status to 3 when some of them failed, 1 when all did.
 * @param send sends one file; its `onSent` receives the share that is sent so far, from 0 to 1
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
      let shareSent = 0;
      const onSent = (share: number) => {
        progress.step(share - shareSent);
        shareSent = share;
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
  if (form === 'table') await context.write(formatTable(sent, context));
  else await printAnswer(context, { items: sent }, form);
  const failed = sent.filter(({ error }) => error !== null).length;
  if (failed > 0) context.setStatus(failed === sent.length ? exitCodes.failed : exitCodes.partly);
}
