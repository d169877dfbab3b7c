import { createHash } from 'node:crypto';
import { type Client, imagePath, settingsCalls, type UploadAnswer } from '@gantry/core';
import { connectTo } from '../http/connection.ts';

/** An uploaded image within a text: the value of an image field, or an image in a document. */
const path = new RegExp(imagePath.source.replace(/^\^|\$$/g, ''), 'g');

/** Whether a text is the path of an image and nothing else. */
export const isImagePath = (text: string): boolean => imagePath.test(text);

/** The images that a value contains, in order. */
export function findImages(value: unknown): string[] {
  if (typeof value === 'string') return value.match(path) ?? [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(findImages);
}

/** Replaces the paths of images in a value. */
function replaceImages(value: unknown, images: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return value.replace(path, (one) => images.get(one) ?? one);
  if (Array.isArray(value)) return value.map((one) => replaceImages(one, images));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, replaceImages(one, images)]));
}

export interface ImageReader {
  /** Reads an image; null when the server does not have it. */
  read(path: string): Promise<Buffer | null>;
  close(): Promise<void>;
}

/** Creates a reader of images that uses one connection. */
export async function createImageReader(server: string, seconds: number): Promise<ImageReader> {
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

interface Given {
  readonly client: Client;
  readonly reader: ImageReader;
  /** Base64 of each image, by its path in the file. */
  readonly pictures: ReadonlyMap<string, string>;
  readonly dryRun: boolean;
}

const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** Maps the images of a file to those of the importing server: reuses the one of the stored record if equal, else uploads it. */
export class ImageReferences {
  readonly #given: Given;
  readonly #images = new Map<string, string>();

  constructor(given: Given) {
    this.#given = given;
  }

  /**
   * Replaces the images in a value by those of this server. `near` is the value of the stored record; equal images are not
   * uploaded again. Also returns the paths that neither the file nor the server has.
   */
  async placed(value: unknown, near: unknown): Promise<{ readonly value: unknown; readonly lost: readonly string[] }> {
    const wanted = findImages(value);
    if (wanted.length === 0) return { value, lost: [] };
    const there = findImages(near);
    const lost: string[] = [];
    for (const [at, path] of wanted.entries()) {
      if (!this.#images.has(path) && !(await this.#place(path, there[at]))) lost.push(path);
    }
    return { value: replaceImages(value, this.#images), lost };
  }

  async #place(path: string, near: string | undefined): Promise<boolean> {
    const { client, reader, pictures, dryRun } = this.#given;
    const given = pictures.get(path);
    if (given === undefined) {
      const isThere = path === near || (await reader.read(path)) !== null;
      if (isThere) this.#images.set(path, path);
      return isThere;
    }
    const bytes = Buffer.from(given, 'base64');
    const known = near === undefined ? null : await reader.read(near);
    if (near !== undefined && known !== null && digest(known) === digest(bytes)) this.#images.set(path, near);
    else if (!dryRun) {
      const body = { name: path.split('/').at(-1) ?? '', content: given };
      const idempotencyKey = crypto.randomUUID();
      const answer = await client.call<UploadAnswer>(settingsCalls.fileUpload.path, body, { idempotencyKey });
      this.#images.set(path, answer.path);
    }
    return true;
  }
}
