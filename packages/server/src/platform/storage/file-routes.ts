import { ApiError, type LocalizedText, localize, settingsCalls, type UploadAnswer, type Values } from '@gantry/core';
import { runPrepared } from '../audit/run-write.ts';
import type { Caller, Services } from '../context/context.ts';
import { type CallRequest, type RegisterCall, serveCall, toWriteCall } from '../http/call.ts';
import { acceptFile, type FileRejection, type UploadRules } from './accept-file.ts';
import { type ByteStore, insertFile, storeOutside } from './file-store.ts';

/** 5 MiB in base64, and the envelope around it. */
const bodyLimit = 7_100_000;

const rejections: Readonly<Record<FileRejection, LocalizedText>> = {
  encoding: { zh: '内容不是有效的 base64', en: 'The content is not valid Base64.' },
  tooLarge: { zh: '图片不能超过 5 MiB', en: 'An image can have at most 5 MiB.' },
  notAPicture: { zh: '只接受 PNG、JPEG、GIF 或 WebP 图片', en: 'Only PNG, JPEG, GIF, and WebP images are accepted.' },
  tooManyPixels: { zh: '图片不能超过 4000 万像素', en: 'An image can have at most 40 million pixels.' },
  name: { zh: '文件名须以 png、jpg、gif 或 webp 结尾', en: 'The file name must end in png, jpg, gif, or webp.' },
};

const messages = {
  large: (mb: number): LocalizedText => ({ zh: `文件不能超过 ${mb} MB`, en: `A file can have at most ${mb} MB.` }),
  kind: { zh: '系统设置不接受这种文件', en: 'The settings do not accept this file type.' },
} as const;

/** Returns an image that is well formed and that the settings allow; throws for any other. */
function validateImage(name: string, content: string, { maxBytes, takes }: UploadRules, { locale }: Caller) {
  const file = acceptFile(name, content);
  const reject = (field: string, why: LocalizedText) =>
    new ApiError('invalid', { errors: { [field]: [localize(why, locale)] } });
  if (typeof file === 'string') throw reject(file === 'name' ? 'name' : 'content', rejections[file]);
  if (file.content.length > maxBytes) throw reject('content', messages.large(maxBytes / 1024 / 1024));
  if (!takes(file.extension)) throw reject('content', messages.kind);
  return file;
}

interface FileDeps extends Services {
  /** Returns the current limits of uploads. */
  readonly uploadRules: () => Promise<UploadRules>;
}

async function upload(
  services: FileDeps,
  bytes: ByteStore | null,
  call: CallRequest,
  { name, content }: Values,
): Promise<UploadAnswer> {
  const { caller } = call;
  const file = validateImage(String(name), String(content), await services.uploadRules(), caller);
  const subject = { resource: 'file', action: 'upload' };
  const write = { ...toWriteCall(call, settingsCalls.fileUpload.path), ...subject };
  const storeBytes = () => storeOutside(services, bytes, file);
  return runPrepared(services, caller, write, storeBytes, async (tx, externalName) => {
    const stored = await insertFile(tx, file, String(name), caller, services.clock(), externalName);
    const answer = { path: stored.path, width: file.width, height: file.height, size: file.content.length };
    return { data: answer, audit: { ...subject, resourceId: stored.id, after: { ...answer, isNew: stored.isNew } } };
  });
}

export function addFileCalls(register: RegisterCall, services: FileDeps, bytes: ByteStore | null = null): void {
  serveCall(register, settingsCalls.fileUpload, (input, call) => upload(services, bytes, call, input), { bodyLimit });
}
