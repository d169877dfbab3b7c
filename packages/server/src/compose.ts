import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import type { ServerConfig } from './config.ts';
import { addFileCalls } from './files/file-routes.ts';
import { createFileFinder } from './files/file-store.ts';
import type { Foundation } from './foundation.ts';
import { createMetrics } from './health/metrics.ts';
import { createReadiness } from './health/readiness.ts';
import { hasRoom, keepReserve } from './health/reserve-file.ts';
import type { RegisterCall } from './http/call.ts';
import type { OnDenied } from './http/call-registry.ts';
import { createStopper } from './http/clean-stop.ts';
import { createHttpMeter } from './http/http-meter.ts';
import type { ReadRuntimeConfig } from './http/runtime-config.ts';
import { createBackground } from './jobs/background.ts';
import { guardChats } from './operations/ai/chat-privacy.ts';
import { createWordList } from './operations/ai/word-list.ts';
import { createChecks, createOperations } from './operations/index.ts';
import { mountResources } from './resources/mount.ts';
import { addWorkplaceCalls } from './screens/workplace/workplace-calls.ts';
import { createCaptchas } from './session/captcha.ts';
import { createFirstAdmin } from './session/first-admin.ts';
import { createPasswordHasher } from './session/password-hash.ts';
import { createAuthenticator } from './session/session-authenticator.ts';
import type { SessionNeeds } from './session/session-needs.ts';
import { addSessionCalls } from './session/session-routes.ts';
import { addSettingsCalls } from './settings/settings-routes.ts';
import { createSystemSampler } from './system/sampler.ts';
import { readVersion } from './version.ts';

export interface Composition {
  readonly app: FastifyInstance;
  /** Is there a built console to serve? */
  readonly hasConsole: boolean;
  /** Starts what runs beside the calls. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** A new code that makes the first admin, good for 15 minutes; null when there is one. */
  setupCode(): Promise<string | null>;
}

/** The folder of the built console; the same from the sources and from the built server. */
const webRoot = fileURLToPath(new URL('../../web/dist', import.meta.url));
const everyMinute = 60_000;

/** The rooms of the server, each handed what it needs. A room with calls is a line in `addCalls`. */
export async function compose(foundation: Foundation, config: ServerConfig): Promise<Composition> {
  const { catalogue, database, clock, log, audit } = foundation;
  const meter = createHttpMeter(clock);
  const metrics = config.metricsPort === null ? null : createMetrics();
  const hasConsole = existsSync(`${webRoot}/index.html`);
  const session = sessionNeedsOf(foundation);
  const sampler = createSystemSampler();
  const wordList = createWordList(database);
  const operations = createOperations({ ...session, wordList });
  const background = createBackground(foundation);
  const firstAdmin = createFirstAdmin(session);
  const version = readVersion();

  const addCalls = (register: RegisterCall) => {
    addSessionCalls(register, session, firstAdmin);
    addSettingsCalls(register, foundation);
    addFileCalls(register, foundation);
    addWorkplaceCalls(register, { ...foundation, sampler, meter, dataFolder: config.data, version });
    mountResources(guardChats(register, foundation.settings), foundation, { operations, checks: createChecks() });
  };

  const app = await buildApp({
    catalogue,
    log,
    clock,
    version,
    authenticator: createAuthenticator(session),
    onDenied: auditDenied(foundation),
    storage: database.dialect,
    findFile: createFileFinder(foundation),
    runtimeConfig: runtimeConfigOf(foundation, config, version),
    readiness: readinessOf(foundation, config),
    meter,
    onAnswer: (path, status, code, ms) => metrics?.observe(path, status, code, ms),
    trustProxy: config.trustProxy,
    perMinute: config.perMinute,
    webRoot: hasConsole ? webRoot : null,
    addCalls,
    mayLackCalls: true,
  });
  const stopper = createStopper(app, log);
  await app.ready();
  const checkpoints = setInterval(() => void audit.checkpointIfDue().catch(reportTo(log)), everyMinute);
  checkpoints.unref();

  return {
    app,
    hasConsole,
    async start() {
      sampler.start();
      background.start();
      if (metrics && config.metricsPort !== null) {
        const port = await metrics.listen(config.metricsPort);
        log.info({ port }, 'serving metrics on the loopback');
      }
    },
    async stop() {
      clearInterval(checkpoints);
      sampler.stop();
      await background.stop();
      await Promise.all([stopper.stop(), metrics?.close()]);
      await audit.checkpoint().catch(reportTo(log));
    },
    setupCode: firstAdmin.newCode,
  };
}

const reportTo = (log: Foundation['log']) => (error: unknown) => log.error({ error }, 'a checkpoint was not written');

/** What the session room works with. */
export function sessionNeedsOf(foundation: Foundation): SessionNeeds {
  return {
    ...foundation,
    hasher: createPasswordHasher(),
    captchas: createCaptchas(foundation),
  };
}

/** A call that somebody known was refused leaves a line in the audit log. */
function auditDenied({ audit }: Foundation): OnDenied {
  return (caller, { path }, reason) => {
    const at = path.lastIndexOf('/');
    const resource = at > 0 ? path.slice(1, at) : 'call';
    return audit.note(caller, { resource, resourceId: null, action: path.slice(at + 1), result: 'denied', reason });
  };
}

function runtimeConfigOf({ settings }: Foundation, config: ServerConfig, version: string): ReadRuntimeConfig {
  return async () => {
    const site = await settings.read('system', 'site');
    return {
      apiBaseUrl: '',
      CRAFT: config.craft,
      siteName: site.name,
      defaultLocale: site.defaultLocale,
      appearance: config.appearance,
      version,
    };
  };
}

function readinessOf({ database, keyring, clock }: Foundation, { data }: ServerConfig) {
  return createReadiness(
    [
      { name: 'database', check: () => database.ping().then(() => true) },
      { name: 'disk', check: async () => (await hasRoom(data)) && keepReserve(data) },
      { name: 'keys', check: async () => !keyring.locked },
    ],
    clock,
  );
}
