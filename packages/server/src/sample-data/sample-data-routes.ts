import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Clock } from '../context.ts';
import { accountCalls } from './sample-account.ts';
import type { SampleCall, SampleCaller } from './sample-call.ts';
import { cardCalls } from './sample-cards.ts';
import { messageCalls } from './sample-messages.ts';
import { panelCalls } from './sample-panels.ts';
import { roleOfToken, sessionCalls } from './sample-session.ts';

/** How long an answer takes, in ms: long enough that a client shows its loading states. */
const slowness = { least: 200, most: 900 };

function callerOf({ headers, body, query }: FastifyRequest, now: number): SampleCaller {
  const asked = Object.entries((query ?? {}) as Record<string, unknown>);
  return {
    role: roleOfToken(headers.authorization),
    body: typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {},
    query: Object.fromEntries(asked.map(([name, value]) => [name, String(value)])),
    now,
  };
}

/** Every call of the playground, by its path under `/api`. */
export function sampleCalls(): Readonly<Record<string, SampleCall>> {
  return { ...sessionCalls, ...messageCalls(), ...panelCalls, ...cardCalls, ...accountCalls };
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
  for (const [path, call] of Object.entries(sampleCalls())) {
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
