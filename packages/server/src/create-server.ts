import { existsSync } from 'node:fs';
import {
  auditLog,
  camel,
  catalogue,
  defaultApplicationSettings,
  catalogue as full,
  presentCatalogue,
} from '@gantry/core';
import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import { createBackupStoreFor, type Foundation, reject } from './bootstrap.ts';
import type { ServerConfig } from './config.ts';
import { createLifecycle, type Lifecycle, type Machinery } from './lifecycle.ts';
import {
  createChecks,
  createJobWorks,
  createModuleDeps,
  createOperations,
  createServiceHandlers,
  createSettingsGuards,
  type ModuleDeps,
  serverModules,
} from './modules/server-modules.ts';
import { createEntryPresenter } from './platform/audit/mask-areas.ts';
import { addFindCalls, collectLists } from './platform/engine/get.ts';
import { diagnoseOperations, mountResources } from './platform/engine/mount.ts';
import { addUndoCalls } from './platform/engine/undo/undo-calls.ts';
import { diagnoseRemovals } from './platform/engine/undo/undoable.ts';
import { addViewCalls } from './platform/engine/views/view-calls.ts';
import { createClientMeter } from './platform/http/admission/client-meter.ts';
import type { RegisterCall } from './platform/http/call.ts';
import type { OnDenied } from './platform/http/call-registry.ts';
import { createHttpMeter } from './platform/http/http-meter.ts';
import type { ReadRuntimeConfig } from './platform/http/runtime-config.ts';
import type { OnDead } from './platform/jobs/job-rows.ts';
import { createJobRunner } from './platform/jobs/job-runner.ts';
import { createScheduler, type OnScheduledRun, type Scheduler } from './platform/jobs/scheduler.ts';
import { collectParts } from './platform/module/define-module.ts';
import { notifyImports } from './platform/notifications/notify-imports.ts';
import { createDiskGuard } from './platform/observability/disk-guard.ts';
import { createMetrics } from './platform/observability/metrics.ts';
import { createServerReadiness } from './platform/observability/readiness.ts';
import { createSystemSampler } from './platform/observability/sampler.ts';
import { createMediaHosts } from './platform/outbound/index.ts';
import { addSettingsCalls } from './platform/settings/read-page.ts';
import { readUploadRules } from './platform/settings/settings-reader.ts';
import type { SettingsDeps } from './platform/settings/settings-store.ts';
import { diagnoseSettingsTests, type SettingsTests } from './platform/settings/settings-tests.ts';
import { addFileCalls } from './platform/storage/file-routes.ts';
import { createFileFinder } from './platform/storage/file-store.ts';
import { readCommit, readVersion } from './version.ts';
import { webRoot } from './web-root.ts';

export interface Composition extends Lifecycle {
  readonly app: FastifyInstance;
  /** Whether there is a built console to serve. */
  readonly hasConsole: boolean;
  /** Creates a code for setting up the first admin, valid for 15 minutes; null when an admin exists. */
  setupCode(): Promise<string | null>;
}

/** Composes the server from its modules. */
export async function compose(opened: Foundation, config: ServerConfig): Promise<Composition> {
  const foundation = { ...opened, catalogue: presentCatalogue(opened.catalogue, { CRAFT: config.craft }) };
  const { database, log } = foundation;
  const deps = createModuleDeps({ ...foundation, backups: createBackupStoreFor(config, foundation) });
  const hasConsole = existsSync(`${webRoot}/index.html`);
  const version = readVersion();
  const disk = createDiskGuard(config.data);
  const readiness = createServerReadiness(foundation, disk);
  const machinery = createMachinery(deps, foundation, config, version);
  const { meter, metrics } = machinery;
  const routeDeps = { ...deps, ...machinery, dataFolder: config.data };

  const app = await buildApp({
    catalogue: foundation.catalogue,
    log,
    clock: foundation.clock,
    version,
    meter,
    authenticator: deps.authenticator,
    onDenied: createDeniedAudit(foundation),
    storage: database.dialect,
    isSaturated: database.isSaturated,
    disk,
    readiness,
    findFile: createFileFinder(foundation, deps.bytes),
    captchaWidget: deps.captchaWidget,
    mediaHosts: createMediaHosts(foundation.settings),
    runtimeConfig: createRuntimeConfig(deps, config, version),
    onAnswer: (path, status, code, ms) => metrics?.observe(path, status, code, ms),
    onShed: (path, status, code) => metrics?.observeShed(path, status, code),
    onGates: ({ loads }) => metrics?.watchCalls(loads),
    ...toProxyOptions(config),
    webRoot: hasConsole ? webRoot : null,
    addCalls: (register) => {
      addSettingsCalls(register, createSettingsDeps(deps), createSettingsTests(deps));
      addFileCalls(register, { ...foundation, uploadRules: () => readUploadRules(foundation.settings) }, deps.bytes);
      for (const module of serverModules) module.routes?.(register, routeDeps);
      addResources(register, deps);
    },
    addSampleData: config.sampleData
      ? (api) => {
          for (const module of serverModules) module.sampleRoutes?.(api, routeDeps);
        }
      : null,
    addNotices: (api, running) => {
      for (const module of serverModules) module.paymentRoutes?.(api, routeDeps, running);
    },
    addServiceCalls: (api, running) => {
      const handlers = createServiceHandlers(deps);
      for (const module of serverModules) module.serviceRoutes?.(api, { ...routeDeps, handlers }, running);
    },
  });
  app.addHook('onClose', async () => {
    for (const module of serverModules) await module.onClose?.(deps);
  });
  const lifecycle = createLifecycle(app, machinery, foundation, config, readiness);
  await app.ready();
  return { app, hasConsole, ...lifecycle, setupCode: deps.firstAdmin.newCode };
}

/** How the server is reached through proxies. */
function toProxyOptions({ basePath, corsOrigins, trustProxy, perMinute }: ServerConfig) {
  return { basePath, corsOrigins, trustProxy, perMinute };
}

function addResources(register: RegisterCall, deps: ModuleDeps): void {
  const { settings } = deps;
  const operations = createOperations(deps);
  reject(diagnoseOperations(full.resources, operations));
  reject(diagnoseRemovals(full.resources, operations));
  const getTimeZone = async () => (await settings.read('system', 'site')).timezone;
  const exports = collectParts(serverModules, (module) => module.exports?.(deps));
  const stored = collectLists(register);
  const guarded = serverModules.reduce((calls, module) => module.wrapCalls?.(calls, deps) ?? calls, stored.register);
  const checks = createChecks();
  const presenters = {
    ...collectParts(serverModules, (module) => module.presenters?.(deps)),
    [auditLog.name]: createEntryPresenter(deps.catalogue),
  };
  const currency = async () => (await settings.read('system', 'pay')).currency;
  mountResources(notifyImports(guarded, deps), deps, {
    operations,
    checks,
    exports,
    presenters,
    timeZone: getTimeZone,
    currency,
  });
  addUndoCalls(register, { services: deps, operations, checks, sealer: undefined });
  addViewCalls(register, deps);
  addFindCalls(register, deps, stored.lists);
}

function createMachinery(
  deps: ModuleDeps,
  { watchOutbound }: Pick<Foundation, 'watchOutbound'>,
  { metricsPort }: ServerConfig,
  version: string,
): Machinery {
  const metrics = metricsPort === null ? null : createMetrics({ ...deps, version, commit: readCommit() });
  if (metrics) watchOutbound(metrics.observeOutbound);
  return {
    meter: createHttpMeter(deps.clock),
    clients: createClientMeter(deps.clock),
    sampler: createSystemSampler(),
    background: createBackground(deps, metrics?.observeScheduledRun),
    jobs: createJobRunner({ ...deps, onDead: createOnDead(deps) }, createJobWorks(deps), deps.backups.ownPlace),
    purges: serverModules.flatMap(({ purge }) => (purge ? [purge] : [])),
    metrics,
  };
}

/**
 * Creates the scheduled jobs and the workers of all modules. Each process has its own workers, which start and stop with the
 * jobs.
 */
function createBackground(deps: ModuleDeps, onScheduledRun?: OnScheduledRun): Scheduler {
  const jobs = serverModules.flatMap((module) => module.schedule?.(deps) ?? []);
  const all = [
    createScheduler({ ...deps, ...(onScheduledRun ? { onScheduledRun } : {}) }, jobs),
    ...serverModules.flatMap((module) => module.workers?.(deps) ?? []),
  ];
  return {
    start: () => {
      for (const one of all) one.start();
    },
    stop: async () => {
      await Promise.all(all.map((one) => one.stop()));
    },
  };
}

function createOnDead(deps: ModuleDeps): OnDead {
  const all = serverModules.flatMap((module) => module.onDeadJob?.(deps) ?? []);
  return async (...job) => {
    for (const one of all) await one(...job);
  };
}

/** Records a rejected call of a known caller in the audit log. */
function createDeniedAudit({ audit }: Foundation): OnDenied {
  return (caller, { path }) => {
    const [first = '', second = ''] = path.slice(1).split('/').map(camel);
    const subject = second === '' ? { resource: 'call', action: first } : { resource: first, action: second };
    return audit.note(caller, { ...subject, resourceId: null, result: 'denied', reason: 'denied' });
  };
}

function createRuntimeConfig(
  { settings, slides }: ModuleDeps,
  config: ServerConfig,
  version: string,
): ReadRuntimeConfig {
  return async () => {
    const [site, appearance] = [await settings.read('system', 'site'), await settings.read('system', 'appearance')];
    const { currency } = await settings.read('system', 'pay');
    return {
      apiBaseUrl: '',
      CRAFT: config.craft,
      siteName: site.name,
      defaultLocale: site.defaultLocale,
      timezone: site.timezone,
      currency,
      appearance: config.appearance ?? { ...defaultApplicationSettings, ...appearance },
      carousel: await slides('login'),
      mediaHosts: await createMediaHosts(settings)(),
      version,
    };
  };
}

/** The dependencies of settings pages: modules guard changes of their groups, and add read-only values. */
function createSettingsDeps(deps: ModuleDeps): SettingsDeps {
  const readOnly = collectParts(serverModules, (module) => module.readOnlySettings?.(deps));
  return { ...deps, guards: createSettingsGuards(deps), readOnly };
}

/** The connection tests of all settings pages. Throws when a test is missing or unknown. */
function createSettingsTests(deps: ModuleDeps): SettingsTests {
  const connectionTests = collectParts(serverModules, (module) => module.settingsTests?.(deps));
  reject(diagnoseSettingsTests(catalogue.settings, connectionTests));
  return connectionTests;
}
