import { Readable } from 'node:stream';
import { type Actor, areaOf, documentCalls, documentFileName, Fault, knowledge, may, type Values } from '@gantry/core';
import { runWrite } from '../../audit/run-write.ts';
import type { Services } from '../../context.ts';
import type { CallRequest, RegisterCall } from '../../http/call.ts';
import { serveCall, writeCallOf } from '../../http/defined-call.ts';
import { readUploadRules } from '../../settings/read-upload-rules.ts';
import type { SettingsReader } from '../../settings/settings-reader.ts';
import { attachmentNamed } from './content-disposition.ts';
import { areasUsing, eachPart, findDocument, sha256Of } from './document-store.ts';
import { checkPart, keepPart, type UploadedPart } from './take-upload.ts';

export interface DocumentNeeds extends Services {
  readonly settings: SettingsReader;
}

const megabyte = 1024 * 1024;
/** 4 MiB in base64, and the envelope around it. */
const bodyLimit = 5_700_000;

/** The largest file that anything takes; what it is added to has a limit of its own. The zip of a base has its own from the beginning. */
async function mostUploadBytes(settings: SettingsReader, actor: Actor) {
  const know = await settings.read('know', 'limits');
  const pdf = await settings.read('pdf', 'limits');
  const mostBytes = Math.max(know.fileMegabytes, pdf.fileMegabytes) * megabyte;
  const mayImport = may(actor, knowledge.actions.importZip.roles, areaOf(knowledge.path));
  return { mostBytes, ...(mayImport ? { mostArchiveBytes: know.archiveMegabytes * megabyte } : {}) };
}

function partOf(values: Values): UploadedPart {
  const file = values.file === null || values.file === undefined ? null : String(values.file);
  return {
    name: String(values.name),
    content: String(values.content),
    file,
    part: Number(values.part ?? 0),
    more: values.more === true,
  };
}

async function upload(needs: DocumentNeeds, call: CallRequest, values: Values) {
  const { caller } = call;
  const { locale, actor } = caller;
  const most = await mostUploadBytes(needs.settings, actor);
  const rules = await readUploadRules(needs.settings);
  const checked = await checkPart(needs.database.read, partOf(values), { ...most, by: actor.id, rules, locale });
  const subject = { resource: 'document', action: 'upload' };
  const { body: _, ...frame } = writeCallOf(call, documentCalls.documentUpload.path);
  // What makes the call another one is told by the digest of its bytes: they are megabytes, and are hashed already.
  const { content, ...rest } = checked.given;
  const body = {
    ...rest,
    length: content.length,
    whole: checked.whole,
    sha256: sha256Of(checked.bytes),
  };
  return runWrite(needs, caller, { ...frame, body, ...subject }, async (tx) => {
    const answer = await keepPart(tx, checked, { by: actor.id, at: needs.clock(), locale });
    const audit = checked.whole ? { ...subject, resourceId: null, after: { ...answer } } : [];
    return { data: answer, audit };
  });
}

/** A file to be saved: it is never shown in place, and its type says nothing that a browser would run. */
async function download(needs: DocumentNeeds, { caller, reply }: CallRequest, { file }: Values) {
  const document = await findDocument(needs.database.read, String(file));
  if (!document) throw new Fault('notFound');
  // Whoever may do one area alone takes no document that belongs to what they may not see; one that is not used yet is in none.
  const areas = await areasUsing(needs.database.read, document.file);
  const { roles } = documentCalls.documentDownload;
  if (areas.length > 0 && !areas.some((area) => may(caller.actor, roles, area))) throw new Fault('notFound');
  const after = { file: document.file, name: document.name };
  await needs.audit.note(caller, { resource: 'document', resourceId: document.id, action: 'download', after });
  void reply
    .header('content-disposition', attachmentNamed(documentFileName(document.name, document.format)))
    .header('content-length', document.size)
    .header('cache-control', 'no-store')
    .type('application/octet-stream');
  return reply.send(Readable.from(eachPart(needs.database.read, document.id)));
}

export function addDocumentCalls(register: RegisterCall, needs: DocumentNeeds): void {
  serveCall(register, documentCalls.documentUpload, (input, call) => upload(needs, call, input), { bodyLimit });
  serveCall(register, documentCalls.documentDownload, (input, call) => download(needs, call, input));
}
