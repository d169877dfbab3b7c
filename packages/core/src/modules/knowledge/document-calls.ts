import { admins, defineCalls, everyone } from '../../definition/index.ts';
import { boolean, integer, text } from '../../fields/index.ts';

/** Maximum bytes of a document per call. Larger documents are uploaded in parts. */
export const documentPartBytes = 4 * 1024 * 1024;
/** The same in base64 characters. */
const encodedPart = 5_600_000;

/** Areas that store documents: knowledge bases and PDFs, contracts of regional agents, and course material. */
const documentAreas = ['ai', 'expand', 'devcourse'] as const;

/** Documents are parsed for their text. They can be uploaded, and downloaded only as attachments. */
export const documentCalls = defineCalls({
  documentUpload: {
    path: '/document/upload',
    label: { zh: '上传文件', en: 'Upload a file' },
    roles: everyone,
    area: documentAreas,
    input: {
      name: text({ zh: '文件名', en: 'File name' }, { required: true, max: 255 }),
      content: text({ zh: '内容（base64）', en: 'Content (base64)' }, { max: encodedPart }),
      file: text(
        { zh: '续传的文件', en: 'File to resume' },
        { max: 64, help: { zh: '第一片的响应中返回', en: 'Returned for the first part.' } },
      ),
      part: integer({ zh: '第几片', en: 'Part' }, { min: 0, max: 1000, default: 0 }),
      more: boolean({ zh: '还有后续', en: 'More follows' }),
    },
  },
  documentDownload: {
    path: '/document/download',
    label: { zh: '下载文件', en: 'Download a file' },
    answersBytes: true,
    roles: admins,
    area: documentAreas,
    reads: true,
    input: {
      file: text({ zh: '文件', en: 'File' }, { required: true, max: 64 }),
    },
  },
});

/** The response to an upload. */
export interface DocumentAnswer {
  /** Name of the file on the server. */
  readonly file: string;
  readonly name: string;
  /** Number of bytes received so far. */
  readonly size: number;
  /** Format as detected from the content; null until the upload is complete. */
  readonly format: string | null;
}

/** Sends one of the calls. A repeated part must use the same idempotency key. */
export type SendPart = (path: string, body: Readonly<Record<string, unknown>>) => Promise<DocumentAnswer>;

export interface FileToSend {
  readonly name: string;
  readonly size: number;
  /** Returns a range of bytes as base64. */
  read(from: number, to: number): Promise<string>;
}

/** Uploads a file, in parts when it is large. */
export async function sendDocument(
  send: SendPart,
  { name, size, read }: FileToSend,
  onSent: (share: number) => void = () => undefined,
): Promise<DocumentAnswer> {
  const { path } = documentCalls.documentUpload;
  let answer: DocumentAnswer | null = null;
  for (let part = 0, from = 0; ; part += 1) {
    const to = Math.min(size, from + documentPartBytes);
    const content = await read(from, to);
    const going = answer === null ? {} : { file: answer.file, part };
    answer = await send(path, { name, content, ...going, more: to < size });
    onSent(to / Math.max(1, size));
    if (to >= size) return answer;
    from = to;
  }
}

/** Returns a record name for a file: its name without folder and extension, limited to `most` characters. */
export function toRecordName(file: string, most: number): string {
  const name = file.replace(/^.*[/\\]/, '');
  return (name.replace(/(?!^)\.[^.]*$/, '').trim() || name).slice(0, most);
}
