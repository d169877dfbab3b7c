import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../platform/context/context.ts';
import { accountCalls } from './sample-account.ts';
import { fail, type SampleAnswer, type SampleCall, type SampleCaller } from './sample-call.ts';
import { cardCalls } from './sample-cards.ts';
import { createMessageCalls } from './sample-messages.ts';
import { panelCalls } from './sample-panels.ts';
import { getTokenRole, sessionCalls } from './sample-session.ts';

/** How long an answer takes, in ms: long enough that a client shows its loading states. */
const slowness = { least: 200, most: 900 };

function callerOf({ headers, body, query }: FastifyRequest, now: number): SampleCaller {
  const requested = Object.entries((query ?? {}) as Record<string, unknown>);
  return {
    role: getTokenRole(headers.authorization),
    body: typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {},
    query: Object.fromEntries(requested.map(([name, value]) => [name, String(value)])),
    now,
  };
}

/** Every call of the playground, by its path under `/api`. */
export function createSampleCalls(): Readonly<Record<string, SampleCall>> {
  return { ...sessionCalls, ...createMessageCalls(), ...panelCalls, ...cardCalls, ...accountCalls };
}

/** A refusal of the platform, as of a body that is no JSON, in the envelope of the playground; anything else as it is. */
function inEnvelope(answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null || !('message' in answer)) return answer;
  const { message, errors } = answer as { message: string; errors?: Readonly<Record<string, readonly string[]>> };
  return fail(Object.values(errors ?? {}).flat()[0] ?? message);
}

/** The calls of the platform lie under the same prefix, and are not the playground's to speak of. */
const isPlatforms = ({ url }: FastifyRequest): boolean => /^\/api\/v\d+(?:[/?]|$)/u.test(url);

/** Answers what no call is under. */
function addUnknown(api: FastifyInstance, isKnown: (path: string) => boolean): void {
  const answer = (path: string, reply: FastifyReply): SampleAnswer => {
    if (!isKnown(path)) {
      reply.code(404);
      return fail('没有这个接口');
    }
    reply.code(405).header('allow', 'GET, POST');
    return fail('只接受 GET 或 POST 请求');
  };
  api.route<{ Params: { '*': string } }>({
    method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    url: '/*',
    handler: async (request, reply) =>
      isPlatforms(request) ? reply.callNotFound() : answer(request.params['*'], reply),
  });
}

/**
 * A playground for whoever writes another client: the shapes of a console's first screens, made up and the same for everyone.
 * It is served only when asked for, and no call of it reads or writes what the platform keeps.
 */
export function addSampleData(api: FastifyInstance, clock: Clock): void {
  // A file that is sent to the upload call is read to its end and thrown away.
  api.addContentTypeParser('multipart/form-data', (_request, payload, done) => {
    payload.resume();
    payload.once('end', () => done(null, null));
  });
  api.addHook('preSerialization', async (request, _reply, answer) =>
    isPlatforms(request) ? answer : inEnvelope(answer),
  );
  const calls = createSampleCalls();
  addUnknown(api, (path) => Object.hasOwn(calls, path));
  for (const [path, call] of Object.entries(calls)) {
    api.route({
      method: ['GET', 'POST'],
      url: `/${path}`,
      handler: async (request) => {
        await delay(slowness.least + Math.floor(Math.random() * (slowness.most - slowness.least + 1)));
        return call(callerOf(request, clock()));
      },
    });
  }
}
