import type { Context } from '../context.ts';
import { CliError, exitCodes } from '../exit.ts';
import { type Destination, saveOrWrite } from '../output/save-or-write.ts';
import { loadMovables, presentContent, withTargets } from './movable.ts';
import { readPictures } from './pictures.ts';
import { Shelf } from './shelf.ts';
import { type Written, writeContent } from './write-content.ts';

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
    const source = async () => writeContent({ context, shelf, reader, written, known: new Set() }, wanted);
    await saveOrWrite(source, destination, context);
  } finally {
    await reader.close();
  }
  for (const path of written.lost) note(t('cli.contentLost', { path }));
  if (written.staying > 0) note(t('cli.contentStaying', { count: written.staying }));
  note(t('cli.contentWritten', { records: written.records, pictures: written.pictures }));
}
