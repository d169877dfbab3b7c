import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';

/** How long calls in work get to finish, in ms. */
const patience = 10_000;
/** How often connections without a call are looked for, in ms. */
const sweepEvery = 100;
/** What was sent before the stop but not read yet is read in this time, in ms: a call that reached us is answered. */
const lastReading = 250;

export interface Stopper {
  /** Stops accepting, lets calls in work finish, then cuts what is left. */
  stop(): Promise<void>;
}

/** To be made before the app is ready. From the beginning of a stop, every answer asks its client to hang up. */
export function createStopper(app: FastifyInstance, log: Logger): Stopper {
  let stopping: Promise<void> | null = null;
  const silent = trackSilent(app);
  app.addHook('onSend', async (_request, reply) => {
    if (stopping !== null) reply.header('connection', 'close');
  });

  const close = async () => {
    await delay(lastReading);
    const sweep = setInterval(() => {
      app.server.closeIdleConnections();
      for (const socket of silent) socket.destroy();
    }, sweepEvery);
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

/** Connections on which no request has come yet: Node does not count them as idle, so a stop would wait for them. */
function trackSilent(app: FastifyInstance): ReadonlySet<Socket> {
  const silent = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  app.server.on('request', ({ socket }: { socket: Socket }) => silent.delete(socket));
  return silent;
}
