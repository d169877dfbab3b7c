import { Readable } from 'node:stream';
import {
  type Actor,
  ApiError,
  createDocumentFileName,
  documentCalls,
  getArea,
  isActionAllowed,
  knowledge,
  type Values,
} from '@gantry/core';
import { runWrite } from '../../../platform/audit/run-write.ts';
import type { Services } from '../../../platform/context/context.ts';
import { type CallRequest, type RegisterCall, serveCall, toWriteCall } from '../../../platform/http/call.ts';
import type { SettingsReader } from '../../../platform/settings/settings-reader.ts';
import { readUploadRules } from '../../../platform/settings/settings-reader.ts';
import { findDocument, hashBytes, listAreasUsing, streamParts } from './document-store.ts';
import { checkPart, storePart, type UploadedPart } from './store-upload.ts';

/** Characters that `encodeURIComponent` does not encode but that are not `attr-char` in RFC 5987. */
const alsoEncoded = /['()*]/g;
const unsafe = /[^\x20-\x7e]|["\\%]/g;

/** Formats a Content-Disposition header for a download, with the name by RFC 5987 and an ASCII fallback. */
export function formatAttachment(name: string): string {
  const full = name.toWellFormed();
  const encoded = encodeURIComponent(full).replace(
    alsoEncoded,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${full.replace(unsafe, '_')}"; filename*=UTF-8''${encoded}`;
}

export interface DocumentDeps extends Services {
  readonly settings: SettingsReader;
}

const megabyte = 1024 * 1024;
/** Maximum request body: 4 MiB in base64 and the JSON around it. */
const bodyLimit = 5_700_000;

/** Returns the maximum file size over all upload targets. Each target has its own limit, and archives have a separate one. */
async function getMaxUploadBytes(settings: SettingsReader, actor: Actor) {
  const know = await settings.read('know', 'limits');
  const pdf = await settings.read('pdf', 'limits');
  const maxBytes = Math.max(know.fileMegabytes, pdf.fileMegabytes) * megabyte;
  const mayImport = isActionAllowed(actor, knowledge.actions.importZip.roles, getArea(knowledge.path), 'write');
  return { maxBytes, ...(mayImport ? { maxArchiveBytes: know.archiveMegabytes * megabyte } : {}) };
}

function getPart(values: Values): UploadedPart {
  const file = values.file === null || values.file === undefined ? null : String(values.file);
  return {
    name: String(values.name),
    content: String(values.content ?? ''),
    file,
    part: Number(values.part ?? 0),
    more: values.more === true,
  };
}

async function upload(deps: DocumentDeps, call: CallRequest, values: Values) {
  const { caller } = call;
  const { locale, actor } = caller;
  const most = await getMaxUploadBytes(deps.settings, actor);
  const rules = await readUploadRules(deps.settings);
  const checked = await checkPart(deps.database.read, getPart(values), { ...most, by: actor.id, rules, locale });
  const subject = { resource: 'document', action: 'upload' };
  const { body: _, ...frame } = toWriteCall(call, documentCalls.documentUpload.path);
  // Identify the call by the digest of its content, which is megabytes long and already hashed.
  const { content, ...rest } = checked.given;
  const body = {
    ...rest,
    length: content.length,
    full: checked.full,
    sha256: hashBytes(checked.bytes),
  };
  return runWrite(deps, caller, { ...frame, body, ...subject }, async (tx) => {
    const answer = await storePart(tx, checked, { by: actor.id, at: deps.clock(), locale });
    const audit = checked.full ? { ...subject, resourceId: null, after: { ...answer } } : [];
    return { data: answer, audit };
  });
}

/** Sends a file as a download with a neutral content type, so that browsers neither display nor execute it. */
async function download(deps: DocumentDeps, { caller, reply }: CallRequest, { file }: Values) {
  const document = await findDocument(deps.database.read, String(file));
  if (!document) throw new ApiError('notFound');
  // A caller limited to some areas must not download documents of other areas. A document that is not used yet is in no area.
  const areas = await listAreasUsing(deps.database.read, document.file);
  const { roles } = documentCalls.documentDownload;
  if (areas.length > 0 && !areas.some((area) => isActionAllowed(caller.actor, roles, area, 'read')))
    throw new ApiError('notFound');
  const after = { file: document.file, name: document.name };
  await deps.audit.note(caller, { resource: 'document', resourceId: document.id, action: 'download', after });
  void reply
    .header('content-disposition', formatAttachment(createDocumentFileName(document.name, document.format)))
    .header('content-length', document.size)
    .header('cache-control', 'no-store')
    .type('application/octet-stream');
  return reply.send(Readable.from(streamParts(deps.database.read, document.id)));
}

export function addDocumentCalls(register: RegisterCall, deps: DocumentDeps): void {
  serveCall(register, documentCalls.documentUpload, (input, call) => upload(deps, call, input), { bodyLimit });
  serveCall(register, documentCalls.documentDownload, (input, call) => download(deps, call, input));
}
