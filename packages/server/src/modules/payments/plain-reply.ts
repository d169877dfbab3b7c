import type { NoticeReply } from './payment-adapter.ts';

/** `success` stops a gateway from sending its notice again; it sends it again after anything else. */
export function createPlainReply(isTaken: boolean): NoticeReply {
  return { status: 200, type: 'text/plain; charset=utf-8', body: isTaken ? 'success' : 'fail' };
}
