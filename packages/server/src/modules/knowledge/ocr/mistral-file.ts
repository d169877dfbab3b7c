import { randomUUID } from 'node:crypto';
import {
  ConnectionTestError,
  getPath,
  type OutboundAnswer,
  parseJson,
  toRejection,
} from '../../../platform/outbound/index.ts';
import type { OcrBounds, OcrDeps } from './ask-ocr.ts';
import { toPdfDataUrl } from './ask-ocr.ts';

/** A PDF as an engine finds it. */
export interface PdfAtEngine {
  readonly url: string;
  /** Takes it away there, where there is anything to take away. Never throws: what stays ends by itself. */
  purge(): Promise<void>;
}

/** Hours for which the address of an uploaded file is good; no work on it goes on for longer. */
const hours = 24;

/** Of what uploading and asking for an address answers. */
const maxBytes = 64 * 1024;

const multipart = (pdf: Buffer, boundary: string): Buffer =>
  Buffer.concat([
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="purpose"\r\n\r\nocr\r\n` +
        `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="document.pdf"\r\n` +
        'content-type: application/pdf\r\n\r\n',
    ),
    pdf,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);

const inline = (pdf: Buffer): PdfAtEngine => ({ url: toPdfDataUrl(pdf), purge: async () => undefined });

/**
 * Uploads a PDF to Mistral (`/v1/files` next to the `/v1/ocr` of the settings), so that calls for some of its pages send an address
 * instead of all of it. Another host of the same interface that takes no files is sent the whole PDF with every call. Throws
 * TrialFailed or OutboundError.
 */
export async function uploadPdfToMistral(
  { settings, outbound }: OcrDeps,
  pdf: Buffer,
  { withinMs = Number.POSITIVE_INFINITY, signal }: OcrBounds = {},
): Promise<PdfAtEngine> {
  const { endpoint, timeoutSeconds } = await settings.read('pdf', 'ocr');
  const files = endpoint && /\/ocr\/?$/.test(endpoint) ? endpoint.replace(/\/ocr\/?$/, '/files') : null;
  if (files === null) return inline(pdf);
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
    body: multipart(pdf, boundary),
  });
  if (sent.status === 404 || sent.status === 405) return inline(pdf);
  const id = textIn(sent, 'id');
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
    const url = textIn(
      await outbound.send({ target: 'ocr', ...bounds, url: `${files}/${id}/url?expiry=${hours}`, headers }),
      'url',
    );
    return { url, purge };
  } catch (error) {
    await purge();
    throw error;
  }
}

function textIn({ status, body }: OutboundAnswer, name: string): string {
  const rejection = toRejection(status);
  if (rejection) throw rejection;
  const text = getPath(parseJson(body), name);
  if (typeof text !== 'string' || text === '') throw new ConnectionTestError('answer');
  return text;
}
