import type { Values } from '@gantry/core';
import type { Context } from '../context/context.ts';
import { CliError, exitCodes } from '../context/exit.ts';
import { contentHeader } from './content-file.ts';
import type { PortableResource } from './movable.ts';
import { findImages, type PictureReader } from './pictures.ts';
import type { StoredRecord, TargetIndex } from './target-index.ts';

/** Bytes of pictures that one file takes. */
const maxBytes = 200 * 1024 * 1024;

/** What was written, for a word on stderr. */
export interface Written {
  records: number;
  pictures: number;
  /** Of pictures, so far. */
  bytes: number;
  /** Records that belong to somebody and were left where they are. */
  staying: number;
  /** Pictures that the server does not have. */
  readonly lost: string[];
}

interface Writing {
  readonly context: Context;
  readonly targetIndex: TargetIndex;
  readonly reader: PictureReader;
  readonly written: Written;
  isWritten(portableResource: PortableResource, record: StoredRecord): boolean;
  /** Pictures that stand in the file already. */
  readonly known: Set<string>;
}

function portable({ fields }: PortableResource, { values }: StoredRecord, targetIndex: TargetIndex): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, targetIndex.portable(fields, name, value)]),
  );
}

/** The lines of pictures that a record names and that did not stand in the file before. */
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

/** The file, a line each: the version, the records with their pictures ahead of them, and how many they were. */
export async function* writeContent(
  writing: Writing,
  portableResources: readonly PortableResource[],
): AsyncGenerator<Uint8Array> {
  const line = (value: object) => Buffer.from(`${JSON.stringify(value)}\n`);
  yield line(contentHeader);
  for await (const record of records(writing, portableResources)) yield line(record);
  yield line({ end: writing.written.records });
}
