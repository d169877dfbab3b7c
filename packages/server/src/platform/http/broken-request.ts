import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { type ErrorName, getError } from '@gantry/core';
import { createFailedAnswer } from './answer-error.ts';
import { defaultSecurityHeaders } from './security-headers.ts';

/** Status lines for what Node's parser refuses before there is a request. */
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
