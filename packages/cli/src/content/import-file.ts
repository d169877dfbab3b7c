import { createHash, randomUUID } from 'node:crypto';
import { openJournalHere } from '../bulk/journal.ts';
import { watchInterrupt } from '../bulk/watch-interrupt.ts';
import type { Context } from '../context/context.ts';
import { createProgress } from '../output/progress.ts';
import { getConfigDirectory } from '../profile/config-directory.ts';
import { type ContentFile, type RecordLine, readContent } from './content-file.ts';
import { openOwedMoves } from './deferred-transitions.ts';
import { ContentImport, type ImportOptions } from './import-content.ts';
import { presentContent, selectContent } from './movable.ts';
import { ImageReferences } from './picture-places.ts';
import { readPictures } from './pictures.ts';
import { readItems } from './read-items.ts';
import { report } from './report.ts';

/** What the same work is told by when it is sent again. */
function digestOf({ records }: ContentFile): string {
  return createHash('sha256').update(JSON.stringify(records)).digest('hex');
}

/** Takes a file of content into the server; sent again, it goes on where it was interrupted and doubles nothing. */
export async function importFile(
  name: string,
  { only, ...options }: ImportOptions & { readonly only: readonly string[] },
  context: Context,
): Promise<void> {
  const { profile, timeout } = context.options();
  const present = presentContent(profile);
  const chosen = selectContent(only, present, context).map(({ command }) => command);
  const full = await readContent(name, context);
  const isWanted = ({ entity }: RecordLine) => only.length === 0 || chosen.includes(entity);
  const content = { ...full, records: full.records.filter(isWanted) };
  const file = await readItems(content, present, context);
  const [client, server] = await Promise.all([context.client(), context.server()]);
  const journal = options.dryRun ? null : openJournalHere(context, [server, 'content', digestOf(content)]);
  const reader = await readPictures(server, timeout);
  const images = new ImageReferences({ client, reader, pictures: content.pictures, dryRun: options.dryRun });
  const progress = createProgress(file.items.length, context);
  const interrupt = watchInterrupt(context);
  const job = journal?.keyOf(0) ?? randomUUID();
  const owed = openOwedMoves(getConfigDirectory(), server, journal !== null);
  const { stopped } = interrupt;
  const work = new ContentImport({ context, client, options, file, images, progress, job, owed, stopped });
  try {
    const isDone = await work.run();
    if (isDone) journal?.finish();
    progress.end();
    const { rejections, left } = work;
    const others = full.records.length - content.records.length;
    if (others > 0) context.note(context.t('content.others', { count: others }));
    await report({ items: file.items, rejections, left, isDone, dryRun: options.dryRun }, context);
  } finally {
    progress.end();
    interrupt.release();
    await reader.close();
  }
}
