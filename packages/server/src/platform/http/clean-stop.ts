import { Server, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';

/** How long calls in work get to finish once the server is drained, in ms. */
export const finishMs = 8_000;
/** How often connections without a call are looked for, in ms. */
const sweepEvery = 100;
/** Who is silent for so long is hung up on, in ms. */
const courtesy = 250;
/** Connections are taken one in a turn of the event loop: none in so many turns means that none is waiting. */
const quietTurns = 10;
/** Length of such a turn, and how long to wait for quiet at most, in ms. */
const turn = 20;
const longestQueue = 3_000;

export interface Stopper {
  /** Goes on answering for `drainMs`, then stops accepting, lets calls in work finish and cuts what is left. */
  stop(drainMs: number): Promise<void>;
}

/**
 * Must be created before the app is ready. From the start of a stop, every answer asks its client to close the connection. Closing the
 * server right away would reset connections whose call was sent already and not read yet.
 */
export function createStopper(app: FastifyInstance, log: Logger): Stopper {
  let stopping: Promise<void> | null = null;
  const connections = trackConnections(app);
  app.addHook('onSend', async (_request, reply) => {
    if (stopping !== null) reply.header('connection', 'close');
  });

  const close = async (drainMs: number) => {
    await delay(drainMs);
    const until = performance.now() + finishMs;
    await takeWaiting(connections);
    Server.prototype.close.call(app.server);
    while (connections.count() > 0 && performance.now() < until) {
      await delay(sweepEvery);
      connections.hangUpOnSilent();
    }
    if (connections.count() > 0) log.warn('calls were cut because they did not end in time');
    app.server.closeAllConnections();
    await app.close();
  };
  return {
    stop: (drainMs) => {
      stopping ??= close(drainMs);
      return stopping;
    },
  };
}

/** Waits for `work` for so many ms at most; then `onLate` is called and the work goes on without being waited for. */
export async function withinOr(work: Promise<unknown>, ms: number, onLate: () => void): Promise<void> {
  const late = delay(ms, 'late', { ref: false });
  if ((await Promise.race([work, late])) === 'late') onLate();
}

/** Lets in who had connected before the stop: closing the listening socket resets whoever still waits in its queue. */
async function takeWaiting(connections: Connections): Promise<void> {
  const until = performance.now() + longestQueue;
  let taken = connections.taken();
  for (let quiet = 0; quiet < quietTurns && performance.now() < until; quiet++) {
    await delay(turn);
    if (connections.taken() !== taken) quiet = 0;
    taken = connections.taken();
  }
}

interface Connections {
  /** Taken so far. */
  taken(): number;
  count(): number;
  /** Ends those on which nothing is in work, has been for a while, and was not at the last look either. */
  hangUpOnSilent(): void;
}

/** Node does not count a connection as idle before its first request, so they are watched here. */
function trackConnections(app: FastifyInstance): Connections {
  /** Since when a connection is silent, in ms; null while a request is in work. */
  const silentSince = new Map<Socket, number | null>();
  let silentBefore = new Set<Socket>();
  let taken = 0;
  app.server.on('connection', (socket: Socket) => {
    taken++;
    silentSince.set(socket, performance.now());
    socket.once('close', () => silentSince.delete(socket));
  });
  app.server.on('request', ({ socket }, response) => {
    silentSince.set(socket, null);
    response.once('close', () => {
      if (!socket.destroyed) silentSince.set(socket, performance.now());
    });
  });
  return {
    taken: () => taken,
    count: () => silentSince.size,
    hangUpOnSilent() {
      const now = performance.now();
      const silent = [...silentSince].filter(([, since]) => since !== null && now - since >= courtesy);
      for (const [socket] of silent) if (silentBefore.has(socket)) socket.destroy();
      silentBefore = new Set(silent.map(([socket]) => socket));
    },
  };
}
