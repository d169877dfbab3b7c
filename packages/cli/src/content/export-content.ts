import { type Field, listRowReferences, type Values } from '@gantry/core';
import type { Context } from '../context/context.ts';
import { CliError, exitCodes } from '../context/exit.ts';
import { type Destination, saveOrWrite } from '../output/save-or-write.ts';
import { contentHeader } from './content-file.ts';
import { loadPortables, type PortableResource, presentContent, selectContent, withTargets } from './movable.ts';
import { findImages, type PictureReader, readPictures } from './pictures.ts';
import { isRows, type StoredRecord, TargetIndex } from './target-index.ts';

/** Bytes of images that one file takes. */
const maxBytes = 200 * 1024 * 1024;

/** What was written, for a word on stderr. */
interface Written {
  records: number;
  pictures: number;
  /** Of images, so far. */
  bytes: number;
  /** Records that belong to a user and were left out. */
  staying: number;
  /** Images that the server does not have. */
  readonly lost: string[];
}

interface Writing {
  readonly context: Context;
  readonly targetIndex: TargetIndex;
  readonly reader: PictureReader;
  readonly written: Written;
  isWritten(portableResource: PortableResource, record: StoredRecord): boolean;
  /** Images that are in the file already. */
  readonly known: Set<string>;
}

function portable({ fields }: PortableResource, { values }: StoredRecord, targetIndex: TargetIndex): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, targetIndex.portable(fields, name, value)]),
  );
}

/** The lines of images that a record names and that were not in the file before. */
async function* pictureLines({ context, reader, written, known }: Writing, values: Values) {
  for (const picture of findImages(values)) {
    if (known.has(picture)) continue;
    known.add(picture);
    const bytes = await reader.read(picture);
    if (bytes === null) {
      written.lost.push(picture);
      continue;
    }
    written.pictures += 1;
    written.bytes += bytes.length;
    if (written.bytes > maxBytes) {
      const words = context.t('content.tooMuch', { megabytes: maxBytes / 1024 / 1024 });
      throw new CliError(words, exitCodes.usage);
    }
    yield { picture, bytes: bytes.toString('base64') };
  }
}

async function* records(writing: Writing, portableResources: readonly PortableResource[]): AsyncGenerator<object> {
  const { targetIndex, written, isWritten } = writing;
  for (const portableResource of portableResources) {
    for (const record of targetIndex.records(portableResource.place.name)) {
      if (!isWritten(portableResource, record)) continue;
      if (record.stays) {
        written.staying += 1;
        continue;
      }
      const values = portable(portableResource, record, targetIndex);
      yield* pictureLines(writing, values);
      yield {
        entity: portableResource.place.command,
        values,
        ...(record.state === null ? {} : { state: record.state }),
      };
      written.records += 1;
    }
  }
}

/** The file, a line each: the version, the records with their images ahead of them, and how many they were. */
async function* writeContent(
  writing: Writing,
  portableResources: readonly PortableResource[],
): AsyncGenerator<Uint8Array> {
  const line = (value: object) => Buffer.from(`${JSON.stringify(value)}\n`);
  yield line(contentHeader);
  for await (const record of records(writing, portableResources)) yield line(record);
  yield line({ end: writing.written.records });
}

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
  const { records, pictures: images } = written;
  note(images > 0 ? t('content.writtenWithImages', { records, images }) : t('content.written', { records }));
}

type Records = ReadonlyMap<string, ReadonlySet<number>>;

/** The records that a value names, by itself or in a list: entity and id of each. */
function namedBy(field: Field, value: unknown): readonly (readonly [string, number])[] {
  if (field.kind === 'reference') return typeof value === 'number' ? [[field.to, value]] : [];
  const inRows = [...listRowReferences(field)];
  if (inRows.length === 0 || !isRows(value)) return [];
  return value.flatMap((row) =>
    inRows.flatMap(([name, to]) => (typeof row[name] === 'number' ? [[to, row[name]] as const] : [])),
  );
}

/** Records of other entities that those of the chosen ones refer to, and what these refer to in turn, by entity. */
function collectReferences(
  chosen: readonly PortableResource[],
  portableResources: ReadonlyMap<string, PortableResource>,
  targetIndex: TargetIndex,
): Records {
  const found = new Map<string, Set<number>>();
  const isChosen = new Set(chosen.map(({ place }) => place.name));
  const follow = ({ fields }: PortableResource, { values }: StoredRecord) => {
    for (const [name, field] of Object.entries(fields)) {
      for (const [to, id] of namedBy(field, values[name])) {
        if (isChosen.has(to)) continue;
        const target = portableResources.get(to);
        const record = targetIndex.withId(to, id);
        const known = found.get(to) ?? new Set();
        if (!target || !record || record.stays || known.has(id)) continue;
        found.set(to, known.add(id));
        follow(target, record);
      }
    }
  };
  for (const portableResource of chosen)
    for (const record of targetIndex.records(portableResource.place.name))
      if (!record.stays) follow(portableResource, record);
  return found;
}
