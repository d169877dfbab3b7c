import { imagePath } from '@gantry/core';
import { connectTo } from '../http/connection.ts';

/** An uploaded picture wherever a text names it: an image field, or a picture inside of a document. */
const path = new RegExp(imagePath.source.replace(/^\^|\$$/g, ''), 'g');

/** A path of a picture and nothing else. */
export const isPicturePath = (text: string): boolean => imagePath.test(text);

/** The pictures that a value names, in the order in which it does. */
export function findImages(value: unknown): string[] {
  if (typeof value === 'string') return value.match(path) ?? [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(findImages);
}

/** The same value with its pictures elsewhere. */
export function withPictures(value: unknown, images: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return value.replace(path, (one) => images.get(one) ?? one);
  if (Array.isArray(value)) return value.map((one) => withPictures(one, images));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withPictures(one, images)]));
}

export interface PictureReader {
  /** The bytes of a picture of the server; null when it has none there. */
  read(path: string): Promise<Buffer | null>;
  close(): Promise<void>;
}

/** Reads pictures of a server one after the other over one connection. */
export async function readPictures(server: string, seconds: number): Promise<PictureReader> {
  const connection = await connectTo(server, { silenceMs: seconds * 1000, connectMs: 10_000 });
  return {
    async read(picture) {
      const { status, body } = await connection.get(server + picture);
      const pieces: Uint8Array[] = [];
      for await (const piece of body) pieces.push(piece);
      return status === 200 ? Buffer.concat(pieces) : null;
    },
    close: () => connection.close(),
  };
}
