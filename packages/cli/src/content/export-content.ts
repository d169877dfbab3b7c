import { type Field, listRowReferences, type Values } from '@gantry/core';
import type { Context } from '../context/context.ts';
import { CliError, exitCodes } from '../context/exit.ts';
import { type Destination, saveOrWrite } from '../output/save-or-write.ts';
import { contentHeader } from './content-file.ts';
import { createImageReader, findImages, type ImageReader } from './images.ts';
import {
  loadPortables,
  type PortableResource,
  presentContent,
  selectContent,
  withTargets,
} from './portable-resources.ts';
import { isRows, type StoredRecord, TargetIndex } from './target-index.ts';

/** Maximum size of all images in one file, in bytes. */
const maxBytes = 200 * 1024 * 1024;

/** Counts of what was written, for the message on stderr. */
interface Written {
  records: number;
  pictures: number;
  /** Size of the images so far. */
  bytes: number;
  /** Records that were omitted because they belong to a user. */
  staying: number;
  /** Images that are missing on the server. */
  readonly lost: string[];
}

interface Writing {
  readonly context: Context;
  readonly targetIndex: TargetIndex;
  readonly reader: ImageReader;
  readonly written: Written;
  isWritten(portableResource: PortableResource, record: StoredRecord): boolean;
  /** Images that the file already contains. */
  readonly known: Set<string>;
}

function toPortable({ fields }: PortableResource, { values }: StoredRecord, targetIndex: TargetIndex): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, targetIndex.portable(fields, name, value)]),
  );
}

/** Yields lines for the images of a record that the file does not contain yet. */
async function* getPictureLines({ context, reader, written, known }: Writing, values: Values) {
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
      const values = toPortable(portableResource, record, targetIndex);
      yield* getPictureLines(writing, values);
      yield {
        entity: portableResource.place.command,
        values,
        ...(record.state === null ? {} : { state: record.state }),
      };
      written.records += 1;
    }
  }
}

/** Yields the lines of the file: the version, the records after their images, and the number of records. */
async function* writeContent(
  writing: Writing,
  portableResources: readonly PortableResource[],
): AsyncGenerator<Uint8Array> {
  const getLine = (value: object) => Buffer.from(`${JSON.stringify(value)}\n`);
  yield getLine(contentHeader);
  for await (const record of records(writing, portableResources)) yield getLine(record);
  yield getLine({ end: writing.written.records });
}

interface ExportOptions extends Destination {
  /** Whether to include records of other entities that the chosen ones refer to. */
  readonly withReferences: boolean;
}

/** Writes content to one file. Referenced records are read as well, for their natural keys. */
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
  const reader = await createImageReader(await context.server(), timeout);
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

/** The records that a value refers to, directly or in a list: their entities and ids. */
function listReferences(field: Field, value: unknown): readonly (readonly [string, number])[] {
  if (field.kind === 'reference') return typeof value === 'number' ? [[field.to, value]] : [];
  const inRows = [...listRowReferences(field)];
  if (inRows.length === 0 || !isRows(value)) return [];
  return value.flatMap((row) =>
    inRows.flatMap(([name, to]) => (typeof row[name] === 'number' ? [[to, row[name]] as const] : [])),
  );
}

/** Records of other entities that the chosen ones refer to, directly or indirectly, by entity. */
function collectReferences(
  chosen: readonly PortableResource[],
  portableResources: ReadonlyMap<string, PortableResource>,
  targetIndex: TargetIndex,
): Records {
  const found = new Map<string, Set<number>>();
  const isChosen = new Set(chosen.map(({ place }) => place.name));
  const follow = ({ fields }: PortableResource, { values }: StoredRecord) => {
    for (const [name, field] of Object.entries(fields)) {
      for (const [to, id] of listReferences(field, values[name])) {
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
