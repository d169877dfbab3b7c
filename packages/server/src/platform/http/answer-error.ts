import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { ApiError, type ApiErrorDetail, type Envelope, type ErrorName, getError, type Locale } from '@gantry/core';
import { defaultSecurityHeaders } from './security-headers.ts';

/** An answer that is a failure: status, body and, when the client may come again, the seconds to wait. */
export interface FailedAnswer {
  readonly http: number;
  readonly retryAfter: number | null;
  readonly body: Envelope<Readonly<Record<string, unknown>>>;
}

/** Seconds to wait when a temporary error gives no time itself. */
const defaultWait: Partial<Record<ErrorName, number>> = { tooMany: 1, busy: 2 };

/** The envelope of a failure, in the caller's language. Its words are the catalogue's or the fault's own, never an exception's. */
export function createFailedAnswer(
  name: ErrorName,
  detail: ApiErrorDetail,
  locale: Locale,
  requestId: string,
): FailedAnswer {
  const row = getError(name);
  const retryAfter = detail.retryAfter ?? defaultWait[name] ?? null;
  const wait = retryAfter === null ? {} : { retryAfter };
  return {
    http: row.http,
    retryAfter,
    body: {
      code: row.code,
      message: detail.message ?? messageFor(row, detail, locale),
      data: { ...detail.data, ...wait, requestId },
      ...(detail.errors ? { errors: detail.errors } : {}),
      ...(row.reaction === 'relogin' ? { auth_login: true } : {}),
    },
  };
}

/** The words of the catalogue, with those of the database where it says that it is damaged. */
function messageFor(
  { zh, en }: { readonly zh: string; readonly en: string },
  { data }: ApiErrorDetail,
  locale: Locale,
) {
  const database = typeof data?.database === 'string' ? data.database : '';
  if (database === '') return locale === 'zh-CN' ? zh : en;
  return locale === 'zh-CN' ? `${zh}。数据库报告：${database}` : `${en} The database reports: ${database}.`;
}

/** A disk that is full or fails, as the system says it of a file. */
const ofDisk: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EIO', 'EROFS']);

/** What the database says of its own errors. */
export interface StorageErrors {
  isFull(error: unknown): boolean;
  isBusy(error: unknown): boolean;
  isDamaged(error: unknown): boolean;
}

/** What an error is to the client. Anything unknown is a failure of ours. */
export function toApiError(error: unknown, storage: StorageErrors): ApiError {
  if (error instanceof ApiError) return error;
  if (storage.isFull(error) || ofDisk.has(codeOf(error))) return new ApiError('storageFull');
  if (storage.isBusy(error)) return new ApiError('busy');
  if (storage.isDamaged(error)) return new ApiError('databaseDamaged', { data: { database: messageOf(error) } });
  return new ApiError(ofFramework.get(codeOf(error)) ?? ofStatus(error) ?? 'failed');
}

const ofFramework: ReadonlyMap<string, ErrorName> = new Map([
  ['FST_ERR_CTP_INVALID_MEDIA_TYPE', 'unsupportedType'],
  ['FST_ERR_CTP_BODY_TOO_LARGE', 'tooLarge'],
  ['FST_ERR_BAD_URL', 'notFound'],
  ['FST_ERR_HANDLER_TIMEOUT', 'busy'],
]);

const messageOf = (error: unknown) => (error instanceof Error ? error.message : '');

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}

/** An error of the framework without a row of its own is an invalid request. */
function ofStatus(error: unknown): ErrorName | null {
  if (typeof error !== 'object' || error === null || !('statusCode' in error)) return null;
  const status = Number(error.statusCode);
  if (status === 429) return 'tooMany';
  if (status === 503) return 'busy';
  if (status === 403 || status === 404) return 'notFound';
  return status >= 400 && status < 500 ? 'invalid' : null;
}

/** Status lines for input that Node's parser rejects before there is a request. */
function statusOf(code: string | undefined): { line: string; name: ErrorName } {
  if (code === 'HPE_HEADER_OVERFLOW') return { line: '431 Request Header Fields Too Large', name: 'tooLarge' };
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return { line: '408 Request Timeout', name: 'invalid' };
  if (code === 'EXPECTATION_FAILED') return { line: '417 Expectation Failed', name: 'invalid' };
  return { line: '400 Bad Request', name: 'invalid' };
}

/** What is wrong with the Host header of a request, by our own codes. */
const wordsOfHost: Readonly<Record<string, { readonly zh: string; readonly en: string }>> = {
  HOST_MISSING: { zh: '缺少 Host 请求头', en: 'The Host header is required.' },
  HOST_REPEATED: { zh: '只能有一个 Host 请求头', en: 'Send exactly one Host header.' },
};

/** Answers bytes that are no HTTP request, or not one in time, and hangs up. Its language is not known: both are said. */
export function answerBrokenRequest(error: { readonly code?: string | undefined }, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const { line, name } = statusOf(error.code);
  const { zh, en } = wordsOfHost[error.code ?? ''] ?? getError(name);
  const { body } = createFailedAnswer(name, { message: `${zh} / ${en}` }, 'en-US', randomUUID());
  const text = JSON.stringify(body);
  const headers = [
    `HTTP/1.1 ${line}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(text)}`,
    'cache-control: no-store',
    ...Object.entries(defaultSecurityHeaders).map(([header, value]) => `${header}: ${value}`),
    'connection: close',
  ];
  socket.end(`${headers.join('\r\n')}\r\n\r\n${text}`);
}
