import {
  ApiError,
  type DocumentAnswer,
  documentPartBytes,
  fillText,
  type Locale,
  type LocalizedText,
  localize,
  type UploadKind,
} from '@gantry/core';
import type { UploadRules } from '../../../platform/storage/accept-file.ts';
import type { Reader, RowOf, Tx } from '../../../platform/store/database.ts';
import {
  type DocumentFormat,
  detectDocumentFormat,
  explainUnreadable,
  isArchive,
  type UnreadableKind,
} from '../document-format.ts';
import {
  addPart,
  findDocumentRow,
  finishDocument,
  hashBytes,
  hashParts,
  readParts,
  startDocument,
  streamParts,
} from './document-store.ts';

const words = {
  encoding: { zh: '内容不是有效的 base64', en: 'The content is not valid Base64.' },
  part: { zh: '不是要续传的那一片', en: 'Unexpected part number.' },
  tooLarge: { zh: '文件超过允许的大小', en: 'The file exceeds the size limit.' },
  atMost: { zh: '（{most} MB）', en: ' ({most} MB)' },
  empty: { zh: '文件是空的', en: 'The file is empty.' },
  rejected: { zh: '系统设置不接受这种文件', en: 'The settings do not accept this file type.' },
} as const;

/** Error messages for unreadable files, with advice to the user. */
const unreadable: Readonly<Record<UnreadableKind, LocalizedText>> = {
  encrypted: {
    zh: '文件有密码保护，请取消密码后再上传',
    en: 'The file is protected with a password. Remove the password and upload it again.',
  },
  doc: {
    zh: '不支持旧的 Word 格式（.doc），请另存为 .docx',
    en: 'Old Word files (.doc) are not supported. Save the file as .docx.',
  },
  xls: {
    zh: '不支持旧的 Excel 格式（.xls），请另存为 .xlsx',
    en: 'Old Excel files (.xls) are not supported. Save the file as .xlsx.',
  },
  ppt: {
    zh: '不支持旧的 PowerPoint 格式（.ppt），请另存为 .pptx',
    en: 'Old PowerPoint files (.ppt) are not supported. Save the file as .pptx.',
  },
  rtf: { zh: '不支持 RTF，请另存为 .docx', en: 'RTF files are not supported. Save the file as .docx.' },
  odt: {
    zh: '不支持 OpenDocument 文本（.odt），请另存为 .docx',
    en: 'OpenDocument text (.odt) is not supported. Save the file as .docx.',
  },
  ods: {
    zh: '不支持 OpenDocument 表格（.ods），请另存为 .xlsx',
    en: 'OpenDocument spreadsheets (.ods) are not supported. Save the file as .xlsx.',
  },
  odp: {
    zh: '不支持 OpenDocument 演示文稿（.odp），请另存为 .pptx',
    en: 'OpenDocument presentations (.odp) are not supported. Save the file as .pptx.',
  },
  epub: {
    zh: '不支持 EPUB，请转换为 PDF 或网页',
    en: 'EPUB files are not supported. Convert the file to PDF or HTML.',
  },
  archive: {
    zh: '不支持压缩包，请逐个上传其中的文件',
    en: 'Archives are not supported. Upload the files in it one by one.',
  },
  image: {
    zh: '不支持图片，请转换为 PDF 并用 OCR 处理',
    en: 'Images are not supported. Convert the file to PDF and use OCR.',
  },
  encoding: {
    zh: '无法确定文字编码，请另存为 UTF-8',
    en: 'The character encoding is uncertain. Save the file as UTF-8.',
  },
  other: {
    zh: '只接受 PDF、Word（docx）、Excel（xlsx）、PowerPoint（pptx）、Markdown、网页、CSV 与纯文本',
    en: 'Only PDF, Word (docx), Excel (xlsx), PowerPoint (pptx), Markdown, web pages, CSV and plain text are supported.',
  },
};

const megabyte = 1024 * 1024;
const base64 = /^[A-Za-z0-9+/]*={0,2}$/;

export interface UploadedPart {
  readonly name: string;
  readonly content: string;
  readonly file: string | null;
  readonly part: number;
  readonly more: boolean;
}

/** Result of the slow checks before the transaction. */
export interface CheckedPart {
  readonly given: UploadedPart;
  readonly bytes: Buffer;
  readonly row: RowOf<'documents'> | null;
  /** Properties of the full file when this is the last part; otherwise null. */
  readonly full: { readonly sha256: string; readonly format: DocumentFormat; readonly size: number } | null;
}

function getRejection(field: string, key: keyof typeof words, locale: Locale, most?: number): ApiError {
  const limit = most === undefined ? '' : fillText(words.atMost, { most: Math.floor(most / megabyte) }, locale);
  return new ApiError('invalid', { errors: { [field]: [localize(words[key], locale) + limit] } });
}

/** Extension of each upload format. Archives are not among them. */
const kindOf: Readonly<Record<Exclude<DocumentFormat, 'zip'>, UploadKind>> = {
  text: 'txt',
  markdown: 'md',
  html: 'html',
  csv: 'csv',
  pdf: 'pdf',
  docx: 'docx',
  xlsx: 'xlsx',
  pptx: 'pptx',
};

interface PartRules {
  readonly by: number | null;
  readonly rules: UploadRules;
  readonly maxBytes: number;
  /** Maximum bytes of an archive, for callers who may import one. */
  readonly maxArchiveBytes?: number;
  readonly locale: Locale;
}

/** Whether the upload is an archive, detected by its first bytes. */
async function beginsArchive(read: Reader, row: RowOf<'documents'> | null, bytes: Buffer): Promise<boolean> {
  if (row === null) return isArchive(bytes);
  for await (const first of streamParts(read, row.id)) return isArchive(first);
  return false;
}

/** Checks the size of an upload part and, for the last part, the format of the full file. */
export async function checkPart(
  read: Reader,
  given: UploadedPart,
  { by, rules, maxBytes, maxArchiveBytes, locale }: PartRules,
): Promise<CheckedPart> {
  const { content, file, more, name, part } = given;
  if (content.length % 4 !== 0 || !base64.test(content)) throw getRejection('content', 'encoding', locale);
  const bytes = Buffer.from(content, 'base64');
  if (bytes.length === 0 && part === 0 && !more) throw getRejection('content', 'empty', locale);
  if (bytes.length > documentPartBytes) throw getRejection('content', 'tooLarge', locale);
  const row = file === null ? null : ((await findDocumentRow(read, file)) ?? null);
  if (file !== null && (!row || row.sha256 !== null || row.created_by !== by)) throw new ApiError('notFound');
  if ((row === null) !== (part === 0)) throw getRejection('part', 'part', locale);
  const size = (row?.size ?? 0) + bytes.length;
  const usual = Math.min(maxBytes, rules.maxBytes);
  const most = maxArchiveBytes !== undefined && (await beginsArchive(read, row, bytes)) ? maxArchiveBytes : usual;
  if (size > most) throw getRejection('content', 'tooLarge', locale, most);
  if (more) return { given, bytes, row, full: null };
  if (row && size > usual) {
    const sha256 = await hashParts(read, row.id, bytes);
    return { given, bytes, row, full: { sha256, format: 'zip', size } };
  }
  const all = row ? Buffer.concat([await readParts(read, row.id), bytes]) : bytes;
  const format = detectDocumentFormat(all, name);
  if (format === null) {
    const reason = localize(unreadable[explainUnreadable(all, name)], locale);
    throw new ApiError('invalid', { errors: { content: [reason] } });
  }
  if (format !== 'zip' && !rules.takes(kindOf[format])) throw getRejection('content', 'rejected', locale);
  return { given, bytes, row, full: { sha256: hashBytes(all), format, size: all.length } };
}

/** Stores a part. The last part completes the file. Rejects repeated parts and parts out of order. */
export async function storePart(
  tx: Tx,
  { given, bytes, row, full }: CheckedPart,
  { by, at, locale }: { by: number | null; at: number; locale: Locale },
): Promise<DocumentAnswer> {
  const document = row ?? (await startDocument(tx, given.name, by, at));
  const last = await tx
    .selectFrom('document_parts')
    .select(({ fn }) => fn.max('seq').as('seq'))
    .where('document_id', '=', document.id)
    .executeTakeFirst();
  const next = last?.seq === null || last?.seq === undefined ? 0 : last.seq + 1;
  if (next !== given.part) throw getRejection('part', 'part', locale);
  await addPart(tx, document, given.part, bytes);
  if (!full) {
    const size = document.size + bytes.length;
    return { file: document.name, name: given.name, size, format: null };
  }
  const stored = await finishDocument(tx, document, { ...full, at });
  return { file: stored.file, name: given.name, size: stored.size, format: stored.format };
}
