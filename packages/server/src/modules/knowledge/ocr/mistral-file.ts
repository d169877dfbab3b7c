import { randomUUID } from 'node:crypto';
import {
  ConnectionTestError,
  getPath,
  type OutboundAnswer,
  parseJson,
  toRejection,
} from '../../../platform/outbound/index.ts';
import type { OcrBounds, OcrDeps } from './call-ocr.ts';
import { toPdfDataUrl } from './call-ocr.ts';

/** A PDF that an OCR engine can access. */
export interface PdfAtEngine {
  readonly url: string;
  /** Deletes the uploaded file, if any. Never throws, because a file that is not deleted expires. */
  purge(): Promise<void>;
}

/** Validity of the URL of an uploaded file in hours, longer than any work on it. */
const hours = 24;

/** Maximum bytes of the responses to the upload and the URL request. */
const maxBytes = 64 * 1024;

const createMultipart = (pdf: Buffer, boundary: string): Buffer =>
  Buffer.concat([
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="purpose"\r\n\r\nocr\r\n` +
        `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="document.pdf"\r\n` +
        'content-type: application/pdf\r\n\r\n',
    ),
    pdf,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);

const createInlinePdf = (pdf: Buffer): PdfAtEngine => ({ url: toPdfDataUrl(pdf), purge: async () => undefined });

/**
 * Uploads a PDF to Mistral (`/v1/files` next to the configured `/v1/ocr`), so that calls for some of its pages send a URL instead
 * of the full PDF. A compatible host without file uploads receives the full PDF with every call. Throws ConnectionTestError or
 * OutboundError.
 */
export async function uploadPdfToMistral(
  { settings, outbound }: OcrDeps,
  pdf: Buffer,
  { withinMs = Number.POSITIVE_INFINITY, signal }: OcrBounds = {},
): Promise<PdfAtEngine> {
  const { endpoint, timeoutSeconds } = await settings.read('pdf', 'ocr');
  const files = endpoint && /\/ocr\/?$/.test(endpoint) ? endpoint.replace(/\/ocr\/?$/, '/files') : null;
  if (files === null) return createInlinePdf(pdf);
  const key = await settings.secret('pdf', 'ocr', 'key');
  const headers = { accept: 'application/json', ...(key ? { authorization: `Bearer ${key}` } : {}) };
  const timeoutMs = Math.min(timeoutSeconds * 1000, withinMs);
  const bounds = { timeoutMs, maxBytes, ...(signal ? { signal } : {}) };
  const boundary = randomUUID();
  const sent = await outbound.send({
    target: 'ocr',
    ...bounds,
    url: files,
    method: 'POST',
    headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: createMultipart(pdf, boundary),
  });
  if (sent.status === 404 || sent.status === 405) return createInlinePdf(pdf);
  const id = getTextIn(sent, 'id');
  if (!/^[\w-]{1,100}$/.test(id)) throw new ConnectionTestError('answer');
  const purge = async () => {
    const gone = outbound.send({
      target: 'ocr',
      url: `${files}/${id}`,
      method: 'DELETE',
      headers,
      maxBytes: maxBytes,
      timeoutMs: 3_000,
    });
    await gone.catch(() => undefined);
  };
  try {
    const url = getTextIn(
      await outbound.send({ target: 'ocr', ...bounds, url: `${files}/${id}/url?expiry=${hours}`, headers }),
      'url',
    );
    return { url, purge };
  } catch (error) {
    await purge();
    throw error;
  }
}

function getTextIn({ status, body }: OutboundAnswer, name: string): string {
  const rejection = toRejection(status);
  if (rejection) throw rejection;
  const text = getPath(parseJson(body), name);
  if (typeof text !== 'string' || text === '') throw new ConnectionTestError('answer');
  return text;
}
