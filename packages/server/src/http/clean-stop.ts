import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';

/** How long calls in work get to finish, and how often idle connections are looked for, in ms. */
const patience = 10_000;
const sweepEvery = 100;

/** Tells clients to come back on a new connection as soon as stopping has begun. */
export interface Stopper {
  /** Stops accepting, lets calls in work finish, then cuts what is left. */
  stop(): Promise<void>;
}

export function createStopper(app: FastifyInstance, log: Logger): Stopper {
  let stopping: Promise<void> | null = null;
  app.addHook('onSend', async (_request, reply) => {
    if (stopping !== null) reply.header('connection', 'close');
  });

  const close = async () => {
    const sweep = setInterval(() => app.server.closeIdleConnections(), sweepEvery);
    const cut = setTimeout(() => {
      log.warn('calls were cut because they did not end in time');
      app.server.closeAllConnections();
    }, patience);
    await app.close().finally(() => {
      clearInterval(sweep);
      clearTimeout(cut);
    });
  };
  return {
    stop: () => {
      stopping ??= close();
      return stopping;
    },
  };
}
