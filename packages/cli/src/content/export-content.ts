import type { Context } from '../context.ts';
import { CliError, exitCodes } from '../exit.ts';
import { FileTaken, saveStream } from '../output/save-stream.ts';
import { loadMovables, presentContent, withTargets } from './movable.ts';
import { readPictures } from './pictures.ts';
import { Shelf } from './shelf.ts';
import { type Written, writeContent } from './write-content.ts';

interface Destination {
  /** `-` for standard output. */
  readonly file: string;
  readonly force: boolean;
}

async function save(source: AsyncIterable<Uint8Array>, { file, force }: Destination, context: Context): Promise<void> {
  if (file === '-') {
    for await (const chunk of source) await context.write(chunk);
    return;
  }
  try {
    await saveStream(source, file, force);
  } catch (error) {
    if (!(error instanceof FileTaken)) throw error;
    throw new CliError(context.t('cli.fileTaken', { file }), exitCodes.usage, { hint: '--force' });
  }
}

/** Writes content of the server into one file; what it refers to is read too, for its natural keys. */
export async function exportContent(
  names: readonly string[],
  destination: Destination,
  context: Context,
): Promise<void> {
  const { t, note } = context;
  const { profile, timeout } = context.options();
  const present = presentContent(profile);
  const unknown = names.find((name) => !present.some(({ command }) => command === name));
  if (unknown !== undefined) {
    const hint = present.map(({ command }) => command).join(' ');
    throw new CliError(t('cli.contentUnknown', { name: unknown }), exitCodes.usage, { hint });
  }
  const chosen = present.filter(({ command }) => names.length === 0 || names.includes(command));
  const movables = await loadMovables(withTargets(chosen));
  const shelf = new Shelf(context);
  await shelf.loadAll(movables.values());
  const reader = await readPictures(await context.server(), timeout);
  const written: Written = { records: 0, pictures: 0, bytes: 0, staying: 0, lost: [] };
  try {
    const wanted = [...movables.values()].filter(({ place }) => chosen.includes(place));
    await save(writeContent({ context, shelf, reader, written, known: new Set() }, wanted), destination, context);
  } finally {
    await reader.close();
  }
  for (const path of written.lost) note(t('cli.contentLost', { path }));
  if (written.staying > 0) note(t('cli.contentStaying', { count: written.staying }));
  note(t('cli.contentWritten', { records: written.records, pictures: written.pictures }));
}
