import { Server, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';

/** How long running calls may take to finish after the drain, in ms. */
export const maxFinishMs = 8_000;
/** Interval at which idle connections are closed, in ms. */
const sweepMs = 100;
/** A connection without a request for this long is idle, in ms. */
const idleMs = 250;
/** Node accepts one connection per turn of the event loop: after this many intervals without one, none is pending. */
const quietIntervals = 10;
/** Length of such an interval, and the maximum time to wait for pending connections, in ms. */
const acceptIntervalMs = 20;
const maxAcceptMs = 3_000;

export interface Stopper {
  /** Continues to serve for `drainMs`, then stops accepting connections, lets running calls finish and cuts the rest. */
  stop(drainMs: number): Promise<void>;
}

/**
 * Must be created before the app is ready. From the start of a stop, every response asks its client to close the connection.
 * Closing the server immediately would reset connections whose request was already sent and not yet read.
 */
export function createStopper(app: FastifyInstance, log: Logger): Stopper {
  let stopping: Promise<void> | null = null;
  const connections = trackConnections(app);
  app.addHook('onSend', async (_request, reply) => {
    if (stopping !== null) reply.header('connection', 'close');
  });

  const close = async (drainMs: number) => {
    await delay(drainMs);
    const until = performance.now() + maxFinishMs;
    await acceptPending(connections);
    Server.prototype.close.call(app.server);
    while (connections.count() > 0 && performance.now() < until) {
      await delay(sweepMs);
      connections.closeIdle();
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

/** Waits for `work` for at most `ms`; then calls `onLate` and returns, while the work continues. */
export async function waitAtMost(work: Promise<unknown>, ms: number, onLate: () => void): Promise<void> {
  const timeout = delay(ms, 'late', { ref: false });
  if ((await Promise.race([work, timeout])) === 'late') onLate();
}

/** Accepts the connections that are pending in the listening socket: closing the socket would reset them. */
async function acceptPending(connections: Connections): Promise<void> {
  const until = performance.now() + maxAcceptMs;
  let accepted = connections.accepted();
  for (let quiet = 0; quiet < quietIntervals && performance.now() < until; quiet++) {
    await delay(acceptIntervalMs);
    if (connections.accepted() !== accepted) quiet = 0;
    accepted = connections.accepted();
  }
}

interface Connections {
  /** Number of connections accepted since the start. */
  accepted(): number;
  count(): number;
  /** Closes the connections that are idle now and were idle at the previous call. */
  closeIdle(): void;
}

/** Tracks connections, since Node does not count one as idle before its first request. */
function trackConnections(app: FastifyInstance): Connections {
  /** When a connection became idle, in ms; null while it has a running request. */
  const idleSince = new Map<Socket, number | null>();
  let previouslyIdle = new Set<Socket>();
  let accepted = 0;
  app.server.on('connection', (socket: Socket) => {
    accepted++;
    idleSince.set(socket, performance.now());
    socket.once('close', () => idleSince.delete(socket));
  });
  app.server.on('request', ({ socket }, response) => {
    idleSince.set(socket, null);
    response.once('close', () => {
      if (!socket.destroyed) idleSince.set(socket, performance.now());
    });
  });
  return {
    accepted: () => accepted,
    count: () => idleSince.size,
    closeIdle() {
      const now = performance.now();
      const idle = [...idleSince].filter(([, since]) => since !== null && now - since >= idleMs);
      for (const [socket] of idle) if (previouslyIdle.has(socket)) socket.destroy();
      previouslyIdle = new Set(idle.map(([socket]) => socket));
    },
  };
}
