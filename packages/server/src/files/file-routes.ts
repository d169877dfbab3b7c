import { Fault, say, settingsCalls, type UploadAnswer, type Values, type Words } from '@gantry/core';
import { runWrite } from '../audit/run-write.ts';
import type { Services } from '../context.ts';
import type { CallRequest, RegisterCall } from '../http/call.ts';
import { serveCall, writeCallOf } from '../http/defined-call.ts';
import { acceptFile, type FileRefusal } from './accept-file.ts';
import { type ByteStore, keepFile, placeOutside } from './file-store.ts';

/** 5 MiB in base64, and the envelope around it. */
const bodyLimit = 7_100_000;

const refusals: Readonly<Record<FileRefusal, Words>> = {
  encoding: { zh: '内容不是有效的 base64', en: 'The content is not valid base64' },
  tooLarge: { zh: '图片不能超过 5 MiB', en: 'A picture takes at most 5 MiB' },
  notAPicture: { zh: '只接受 PNG、JPEG、GIF 或 WebP 图片', en: 'Only PNG, JPEG, GIF and WebP pictures are accepted' },
  tooManyPixels: { zh: '图片不能超过 4000 万像素', en: 'A picture takes at most 40 million pixels' },
  name: { zh: '文件名须以 png、jpg、gif 或 webp 结尾', en: 'The name must end in png, jpg, gif or webp' },
};

async function upload(
  services: Services,
  bytes: ByteStore | null,
  call: CallRequest,
  { name, content }: Values,
): Promise<UploadAnswer> {
  const { caller } = call;
  const file = acceptFile(String(name), String(content));
  if (typeof file === 'string') {
    const field = file === 'name' ? 'name' : 'content';
    throw new Fault('invalid', { errors: { [field]: [say(refusals[file], caller.locale)] } });
  }
  const subject = { resource: 'file', action: 'upload' };
  const write = { ...writeCallOf(call, settingsCalls.fileUpload.path), ...subject };
  const outside = await placeOutside(services, bytes, file);
  return runWrite(services, caller, write, async (tx) => {
    const kept = await keepFile(tx, file, String(name), caller, services.clock(), outside);
    const answer = { path: kept.path, width: file.width, height: file.height, size: file.content.length };
    return { data: answer, audit: { ...subject, resourceId: kept.id, after: { ...answer, isNew: kept.isNew } } };
  });
}

export function addFileCalls(register: RegisterCall, services: Services, bytes: ByteStore | null = null): void {
  serveCall(register, settingsCalls.fileUpload, (input, call) => upload(services, bytes, call, input), { bodyLimit });
}
