import type { Context } from '../context/context.ts';
import { type Destination, saveOrWrite } from '../output/save-or-write.ts';
import { loadPortables, type PortableResource, presentContent, selectContent, withTargets } from './movable.ts';
import { readPictures } from './pictures.ts';
import { collectReferences } from './referred.ts';
import { type StoredRecord, TargetIndex } from './target-index.ts';
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
  const chosen = selectContent(names, presentContent(profile), context);
  const portableResources = await loadPortables(withTargets(chosen));
  const targetIndex = new TargetIndex(context);
  await targetIndex.loadAll(portableResources.values());
  const reader = await readPictures(await context.server(), timeout);
  const wanted = [...portableResources.values()].filter(({ place }) => chosen.includes(place));
  const referred = collectReferences(wanted, portableResources, targetIndex);
  const written: Written = { records: 0, pictures: 0, bytes: 0, staying: 0, lost: [] };
  try {
    const isWritten = ({ place }: PortableResource, { id }: StoredRecord) =>
      chosen.includes(place) || (withReferences && referred.get(place.name)?.has(id) === true);
    const writing = { context, targetIndex, reader, written, known: new Set<string>(), isWritten };
    await saveOrWrite(async () => writeContent(writing, [...portableResources.values()]), destination, context);
  } finally {
    await reader.close();
  }
  for (const path of written.lost) note(t('content.lost', { path }));
  if (written.staying > 0) note(t('content.staying', { count: written.staying }));
  for (const [name, { size: count }] of withReferences ? [] : referred) {
    const entity = portableResources.get(name)?.place.command ?? name;
    note(t('content.referred', { count, entity }));
  }
  note(t('content.written', { records: written.records, pictures: written.pictures }));
}
