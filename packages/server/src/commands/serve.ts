import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { ServerConfig } from '../config.ts';
import { type Composition, compose } from '../create-server.ts';
import { openServed } from './database-lock.ts';
import { createShutdownHandler, ignoreHangup } from './exit.ts';
import { getLockedReason } from './locked-keys.ts';
import { createLog, type Terminal } from './terminal.ts';

const loopback = /^(127\.\d+\.\d+\.\d+|::1|localhost)$/;
/** The oldest maintained major version of Node.js. */
const maintainedNode = 22;

/** Starts the server and runs it until a stop signal. */
export async function serve(config: ServerConfig, terminal: Terminal): Promise<void> {
  ignoreHangup();
  const target = createLog(config.logLevel);
  const { log } = target;
  warn(config, terminal, log);
  let loseLease = () => {};
  const { foundation, lease, close } = await openServed(config, log, () => loseLease());
  const locked = getLockedReason(foundation, config, terminal);
  if (locked !== null) log.warn(locked);
  const composition = await compose(foundation, config);
  if (!composition.hasConsole) log.warn(terminal.t('server.noConsole'));
  const stop = async (drainMs: number) => {
    await composition.stop(drainMs);
    await lease.release().catch((error: unknown) => log.warn({ error }, 'the lease of this server was not released'));
    await close();
  };
  const ending = createShutdownHandler(target);
  ending.onSignal(stop, config.drainSeconds * 1000);
  loseLease = () => {
    log.fatal(terminal.t('server.leaseLost'));
    ending.fail(() => stop(0));
  };
  try {
    const url = await listen(composition.app, config, terminal);
    await lease.announce(url);
    terminal.print(`listening on ${url}`);
    await composition.start();
    if (composition.hasConsole) terminal.localize('server.console', { url: `${url}/` });
    await offerSetup(composition, terminal);
  } catch (error) {
    await stop(0);
    await target.flush();
    throw error;
  }
}

/** How long a setup code is valid, in minutes. */
const setupMinutes = 15;

/** Prints a setup code for the first admin, and a new one when it expires, until an admin exists. */
async function offerSetup(composition: Composition, terminal: Terminal): Promise<void> {
  const code = await composition.setupCode();
  if (code === null) return;
  terminal.localize('server.setupCode', { code, minutes: setupMinutes });
  terminal.localize('server.setupHint');
  setTimeout(() => void offerSetup(composition, terminal).catch(() => {}), setupMinutes * 60_000).unref();
}

function warn({ host, trustProxy }: ServerConfig, { t }: Terminal, log: Logger): void {
  if (!loopback.test(host) && trustProxy.length === 0) log.warn(t('server.notLoopback', { host }));
  const major = Number(process.versions.node.split('.')[0]);
  if (major < maintainedNode) log.warn(t('server.oldNode', { version: process.versions.node }));
}

/** Starts to listen, and returns the URL of the server. */
async function listen(app: FastifyInstance, { host, port }: ServerConfig, { t }: Terminal): Promise<string> {
  await app.listen({ host, port }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EADDRINUSE' ? new Error(t('server.portTaken', { port })) : error;
  });
  const address = app.server.address();
  const taken = typeof address === 'object' && address ? address.port : port;
  return `http://${host.includes(':') ? `[${host}]` : host}:${taken}`;
}
