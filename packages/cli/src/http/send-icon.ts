import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  type AnyResource,
  getResourcePath,
  settingsCalls,
  toRecordName,
  type UploadAnswer,
  type Values,
} from '@gantry/core';
import type { Write } from './send-document.ts';

/**
 * Creates an icon from an image, named after its file, and returns its id. Rejects a name that the group already has, so that
 * sending the same files again creates no duplicates.
 */
export async function sendIcon(write: Write, resource: AnyResource, file: string, values: Values): Promise<number> {
  const body = { name: path.basename(file), content: (await readFile(file)).toString('base64') };
  const sent = await write<UploadAnswer>(settingsCalls.fileUpload.path, body, randomUUID());
  const icon = { ...values, name: toRecordName(file, 64), picture: sent.path };
  const { id } = await write<{ id: number }>(getResourcePath(resource.name, 'create'), icon, randomUUID());
  return id;
}
