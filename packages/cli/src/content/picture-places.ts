import { createHash } from 'node:crypto';
import { type Client, settingsCalls, type UploadAnswer } from '@gantry/core';
import { findImages, type PictureReader, withPictures } from './pictures.ts';

interface Given {
  readonly client: Client;
  readonly reader: PictureReader;
  /** Base64 by the path that the file gives. */
  readonly pictures: ReadonlyMap<string, string>;
  readonly dryRun: boolean;
}

const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** Where the pictures of a file are on the server that takes them in: found where a record has them, else uploaded. */
export class ImageReferences {
  readonly #given: Given;
  readonly #images = new Map<string, string>();

  constructor(given: Given) {
    this.#given = given;
  }

  /**
   * A value with the pictures of this server in place of the file's. `near` is what the record holds there now: pictures that
   * are the same are not sent again. Gives the paths too that neither the file nor the server has.
   */
  async placed(value: unknown, near: unknown): Promise<{ readonly value: unknown; readonly lost: readonly string[] }> {
    const wanted = findImages(value);
    if (wanted.length === 0) return { value, lost: [] };
    const there = findImages(near);
    const lost: string[] = [];
    for (const [at, path] of wanted.entries()) {
      if (!this.#images.has(path) && !(await this.#place(path, there[at]))) lost.push(path);
    }
    return { value: withPictures(value, this.#images), lost };
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
