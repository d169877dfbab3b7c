import { ApiError } from '@gantry/core';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RunningCalls } from '../../../platform/http/admission/running-calls.ts';
import type { TxContext } from '../../ledger/posting.ts';
import type { RawNotice } from '../../payments/payment-adapter.ts';
import type { OrderDeps } from '../order-needs.ts';
import { isAcknowledged, takeNotice } from './take-notice.ts';

/** Of a notice, in bytes. */
const largest = 64 * 1024;

/**
 * `/notify/<channel>`: where gateways say what was paid. Nobody signs in here; what is said is believed for its signature
 * alone, and is answered in the gateway's own words once it is kept.
 */
export function addNoticeRoute(api: FastifyInstance, deps: OrderDeps, running: RunningCalls): void {
  const { database, clock } = deps;
  const write = <T>(work: (scope: TxContext) => Promise<T>): Promise<T> =>
    database.transaction((tx) => work({ tx, dialect: database.dialect, at: clock() }));
  api.removeAllContentTypeParsers();
  api.addContentTypeParser('*', { parseAs: 'string' }, async (_request: unknown, text: string) => text);
  api.route<{ Params: { channel: string } }>({
    method: ['GET', 'POST'],
    url: '/notify/:channel',
    bodyLimit: largest,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      reply.raw.once('close', running.enter(0));
      const { channel } = request.params;
      const acknowledge = deps.adapters.get(channel)?.acknowledge;
      if (!acknowledge) throw new ApiError('notFound');
      const { result } = await takeNotice(deps, channel, noticeOf(request), write, 'open');
      const { status, type, body } = acknowledge(isAcknowledged(result));
      return reply.code(status).header('cache-control', 'no-store').type(type).send(body);
    },
  });
}

/** The bytes that were signed: the body, or the query of a notice that comes by GET. */
function noticeOf({ method, url, body, headers }: FastifyRequest): RawNotice {
  const reported = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value]] : [],
  );
  const query = url.includes('?') ? url.slice(url.indexOf('?') + 1) : '';
  const raw = method === 'GET' ? query : typeof body === 'string' ? body : '';
  return { raw, headers: Object.fromEntries(reported) as Record<string, string> };
}
