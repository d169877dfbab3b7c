import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { ApiError, type ApiErrorDetail, type Envelope, type ErrorName, getError, type Locale } from '@gantry/core';
import { defaultSecurityHeaders } from './security-headers.ts';

/** An error response: its status, its body, and the seconds to wait before a retry (null when a retry does not help). */
export interface ErrorResponse {
  readonly http: number;
  readonly retryAfter: number | null;
  readonly body: Envelope<Readonly<Record<string, unknown>>>;
}

/** Seconds to wait before a retry when the error does not give a time. */
const defaultRetryAfter: Partial<Record<ErrorName, number>> = { tooMany: 1, busy: 2 };

/**
 * Returns the envelope of an error in the caller's language. Its message comes from the error catalogue or the ApiError, never
 * from an exception.
 */
export function createErrorResponse(
  name: ErrorName,
  detail: ApiErrorDetail,
  locale: Locale,
  requestId: string,
): ErrorResponse {
  const row = getError(name);
  const retryAfter = detail.retryAfter ?? defaultRetryAfter[name] ?? null;
  const wait = retryAfter === null ? {} : { retryAfter };
  return {
    http: row.http,
    retryAfter,
    body: {
      code: row.code,
      message: detail.message ?? getMessageFor(row, detail, locale),
      data: { ...detail.data, ...wait, requestId },
      ...(detail.errors ? { errors: detail.errors } : {}),
      ...(row.reaction === 'relogin' ? { auth_login: true } : {}),
    },
  };
}

/** Returns the message of the error catalogue, followed by the database's message when the database is damaged. */
function getMessageFor(
  { zh, en }: { readonly zh: string; readonly en: string },
  { data }: ApiErrorDetail,
  locale: Locale,
) {
  const database = typeof data?.database === 'string' ? data.database : '';
  if (database === '') return locale === 'zh-CN' ? zh : en;
  return locale === 'zh-CN' ? `${zh}。数据库报告：${database}` : `${en} The database reports: ${database}.`;
}

/** System error codes of a full or failing disk. */
const diskErrors: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EIO', 'EROFS']);

/** Classifies the errors of a database driver. */
export interface StorageErrors {
  isFull(error: unknown): boolean;
  isBusy(error: unknown): boolean;
  isDamaged(error: unknown): boolean;
}

/** Converts any error to an ApiError. An unknown error becomes `failed`. */
export function toApiError(error: unknown, storage: StorageErrors): ApiError {
  if (error instanceof ApiError) return error;
  if (storage.isFull(error) || diskErrors.has(getCode(error))) return new ApiError('storageFull');
  if (storage.isBusy(error)) return new ApiError('busy');
  if (storage.isDamaged(error)) return new ApiError('databaseDamaged', { data: { database: getMessage(error) } });
  return new ApiError(frameworkErrors.get(getCode(error)) ?? fromStatus(error) ?? 'failed');
}

/** Errors by the codes of Fastify. */
const frameworkErrors: ReadonlyMap<string, ErrorName> = new Map([
  ['FST_ERR_CTP_INVALID_MEDIA_TYPE', 'unsupportedType'],
  ['FST_ERR_CTP_BODY_TOO_LARGE', 'tooLarge'],
  ['FST_ERR_BAD_URL', 'notFound'],
  ['FST_ERR_HANDLER_TIMEOUT', 'busy'],
]);

const getMessage = (error: unknown) => (error instanceof Error ? error.message : '');

function getCode(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}

/** Returns the error for the status code of a Fastify error; other 4xx codes mean an invalid request. */
function fromStatus(error: unknown): ErrorName | null {
  if (typeof error !== 'object' || error === null || !('statusCode' in error)) return null;
  const status = Number(error.statusCode);
  if (status === 429) return 'tooMany';
  if (status === 503) return 'busy';
  if (status === 403 || status === 404) return 'notFound';
  return status >= 400 && status < 500 ? 'invalid' : null;
}

/** Returns the status line for input that Node's parser rejects before a request exists. */
function getStatusLine(code: string | undefined): { line: string; name: ErrorName } {
  if (code === 'HPE_HEADER_OVERFLOW') return { line: '431 Request Header Fields Too Large', name: 'tooLarge' };
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return { line: '408 Request Timeout', name: 'invalid' };
  if (code === 'EXPECTATION_FAILED') return { line: '417 Expectation Failed', name: 'invalid' };
  return { line: '400 Bad Request', name: 'invalid' };
}

/** Messages about the Host header of a request, by our own error codes. */
const hostMessages: Readonly<Record<string, { readonly zh: string; readonly en: string }>> = {
  HOST_MISSING: { zh: '缺少 Host 请求头', en: 'The Host header is required.' },
  HOST_REPEATED: { zh: '只能有一个 Host 请求头', en: 'Send exactly one Host header.' },
};

/**
 * Responds to a malformed or late HTTP request and closes the connection. The language of the client is unknown, so the message
 * is in both languages.
 */
export function rejectMalformedRequest(error: { readonly code?: string | undefined }, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const { line, name } = getStatusLine(error.code);
  const { zh, en } = hostMessages[error.code ?? ''] ?? getError(name);
  const { body } = createErrorResponse(name, { message: `${zh} / ${en}` }, 'en-US', randomUUID());
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
