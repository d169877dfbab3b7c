import type { Context } from '../context.ts';
import { type Destination, saveOrWrite } from '../output/save-or-write.ts';
import { chosenContent, loadMovables, type Movable, presentContent, withTargets } from './movable.ts';
import { readPictures } from './pictures.ts';
import { referredTo } from './referred.ts';
import { type Kept, Shelf } from './shelf.ts';
import { type Written, writeContent } from './write-content.ts';

interface ExportOptions extends Destination {
  /** Records of other entities that those of the chosen ones refer to are written too. */
  readonly withReferences: boolean;
}

/** Writes content of the server into one file; what it refers to is read too, for its natural keys. */
export async function exportContent(
  names: readonly string[],
  { withReferences, ...destination }: ExportOptions,
  context: Context,
): Promise<void> {
  const { t, note } = context;
  const { profile, timeout } = context.options();
  const chosen = chosenContent(names, presentContent(profile), context);
  const movables = await loadMovables(withTargets(chosen));
  const shelf = new Shelf(context);
  await shelf.loadAll(movables.values());
  const reader = await readPictures(await context.server(), timeout);
  const wanted = [...movables.values()].filter(({ place }) => chosen.includes(place));
  const referred = referredTo(wanted, movables, shelf);
  const written: Written = { records: 0, pictures: 0, bytes: 0, staying: 0, lost: [] };
  try {
    const isWritten = ({ place }: Movable, { id }: Kept) =>
      chosen.includes(place) || (withReferences && referred.get(place.name)?.has(id) === true);
    const writing = { context, shelf, reader, written, known: new Set<string>(), isWritten };
    await saveOrWrite(async () => writeContent(writing, [...movables.values()]), destination, context);
  } finally {
    await reader.close();
  }
  for (const path of written.lost) note(t('content.lost', { path }));
  if (written.staying > 0) note(t('content.staying', { count: written.staying }));
  for (const [name, { size: count }] of withReferences ? [] : referred) {
    const entity = movables.get(name)?.place.command ?? name;
    note(t('content.referred', { count, entity }));
  }
  note(t('content.written', { records: written.records, pictures: written.pictures }));
}
