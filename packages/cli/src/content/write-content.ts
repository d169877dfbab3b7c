import type { Values } from '@gantry/core';
import type { Context } from '../context.ts';
import { CliError, exitCodes } from '../exit.ts';
import { contentHeader } from './content-file.ts';
import type { Movable } from './movable.ts';
import { type PictureReader, picturesIn } from './pictures.ts';
import type { Kept, Shelf } from './shelf.ts';

/** Bytes of pictures that one file takes. */
const mostBytes = 200 * 1024 * 1024;

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
  readonly shelf: Shelf;
  readonly reader: PictureReader;
  readonly written: Written;
  isWritten(movable: Movable, record: Kept): boolean;
  /** Pictures that stand in the file already. */
  readonly known: Set<string>;
}

function portable({ fields }: Movable, { values }: Kept, shelf: Shelf): Values {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, shelf.portable(fields, name, value)]));
}

/** The lines of pictures that a record names and that did not stand in the file before. */
async function* pictureLines({ context, reader, written, known }: Writing, values: Values) {
  for (const picture of picturesIn(values)) {
    if (known.has(picture)) continue;
    known.add(picture);
    const bytes = await reader.read(picture);
    if (bytes === null) {
      written.lost.push(picture);
      continue;
    }
    written.pictures += 1;
    written.bytes += bytes.length;
    if (written.bytes > mostBytes) {
      const words = context.t('content.tooMuch', { megabytes: mostBytes / 1024 / 1024 });
      throw new CliError(words, exitCodes.usage);
    }
    yield { picture, bytes: bytes.toString('base64') };
  }
}

async function* records(writing: Writing, movables: readonly Movable[]): AsyncGenerator<object> {
  const { shelf, written, isWritten } = writing;
  for (const movable of movables) {
    for (const record of shelf.records(movable.place.name)) {
      if (!isWritten(movable, record)) continue;
      if (record.stays) {
        written.staying += 1;
        continue;
      }
      const values = portable(movable, record, shelf);
      yield* pictureLines(writing, values);
      yield { entity: movable.place.command, values, ...(record.state === null ? {} : { state: record.state }) };
      written.records += 1;
    }
  }
}

/** The file, a line each: the version, the records with their pictures ahead of them, and how many they were. */
export async function* writeContent(writing: Writing, movables: readonly Movable[]): AsyncGenerator<Uint8Array> {
  const line = (value: object) => Buffer.from(`${JSON.stringify(value)}\n`);
  yield line(contentHeader);
  for await (const record of records(writing, movables)) yield line(record);
  yield line({ end: writing.written.records });
}
