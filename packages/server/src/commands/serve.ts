import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { ServerConfig } from '../config.ts';
import { type Composition, compose } from '../create-server.ts';
import { openServed } from './database-lock.ts';
import { createEnding, ignoreHangup } from './exit.ts';
import { lockedReason } from './locked-keys.ts';
import { createLog, type Terminal } from './terminal.ts';

const loopback = /^(127\.\d+\.\d+\.\d+|::1|localhost)$/;
/** The oldest major of Node.js that is still looked after. */
const maintainedNode = 22;

/** Starts the server and runs until it is told to stop. */
export async function serve(config: ServerConfig, terminal: Terminal): Promise<void> {
  ignoreHangup();
  const target = createLog(config.logLevel);
  const { log } = target;
  warn(config, terminal, log);
  let loseLease = () => {};
  const { foundation, lease, close } = await openServed(config, log, () => loseLease());
  const locked = lockedReason(foundation, config, terminal);
  if (locked !== null) log.warn(locked);
  const composition = await compose(foundation, config);
  if (!composition.hasConsole) log.warn(terminal.t('server.noConsole'));
  const stop = async (drainMs: number) => {
    await composition.stop(drainMs);
    await lease.release().catch((error: unknown) => log.warn({ error }, 'the lease of this server was not released'));
    await close();
  };
  const ending = createEnding(target);
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

/** How long a set-up code is good. */
const setupMinutes = 15;

/** Prints a code that makes the first admin, and a new one whenever the last has run out, until there is somebody. */
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

/** Listens and gives the address as people type it. */
async function listen(app: FastifyInstance, { host, port }: ServerConfig, { t }: Terminal): Promise<string> {
  await app.listen({ host, port }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EADDRINUSE' ? new Error(t('server.portTaken', { port })) : error;
  });
  const address = app.server.address();
  const taken = typeof address === 'object' && address ? address.port : port;
  return `http://${host.includes(':') ? `[${host}]` : host}:${taken}`;
}
