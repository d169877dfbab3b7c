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
import { type BackgroundDeps, createBackground } from './background.ts';
import { backupStoreOf, type Foundation, reject } from './bootstrap.ts';
import type { ServerConfig } from './config.ts';
import { createLifecycle, type Lifecycle, type Machinery } from './lifecycle.ts';
import { createCaptchas } from './modules/auth/captcha/captcha.ts';
import { signInCaptcha, signInWidget } from './modules/auth/captcha/check-captcha.ts';
import { createFirstAdmin } from './modules/auth/first-admin.ts';
import { createPasswordHasher } from './modules/auth/password/password-hash.ts';
import { createAuthenticator } from './modules/auth/session-authenticator.ts';
import type { SessionDeps } from './modules/auth/session-needs.ts';
import { endOfDeadJobs } from './modules/backup/data-jobs.ts';
import { guardChats } from './modules/chats/chat-thread.ts';
import { addServiceRoutes } from './modules/clients/service/service-routes.ts';
import { createSlideCounter, createSlideReader, type ReadSlides } from './modules/content/live-slides.ts';
import { tasksShown } from './modules/creations/task-kinds.ts';
import { createRegionLabels } from './modules/distribution/regions.ts';
import { createChecks, createOperations, type OperationDeps } from './modules/index.ts';
import { createVectorCache } from './modules/knowledge/recall/index.ts';
import { createWordList } from './modules/moderation/word-list.ts';
import { createOrderHooks } from './modules/order-hooks.ts';
import { createOrders } from './modules/orders/create-orders.ts';
import type { OrderDeps } from './modules/orders/order-needs.ts';
import { addNoticeRoute } from './modules/orders/payment/take-notice.ts';
import { createChannelsStatus } from './modules/payments/channel-availability.ts';
import { addSampleData } from './modules/sample-data/sample-data-routes.ts';
import { type ModuleDeps, serverModules } from './modules/server-modules.ts';
import { createServiceHandlers } from './modules/service-calls.ts';
import { createSettingsGuards } from './modules/settings-guards.ts';
import { entriesShown } from './platform/audit/mask-areas.ts';
import { createDayOf, createHourOf } from './platform/context/day-of.ts';
import { addFindCalls, recordLists } from './platform/engine/find-records.ts';
import { diagnoseOperations, mountResources } from './platform/engine/mount.ts';
import { addUndoCalls } from './platform/engine/undo/undo-calls.ts';
import { diagnoseRemovals } from './platform/engine/undo/undoable.ts';
import { addViewCalls } from './platform/engine/views/view-calls.ts';
import { createClientMeter } from './platform/http/admission/client-meter.ts';
import type { RegisterCall } from './platform/http/call.ts';
import type { OnDenied } from './platform/http/call-registry.ts';
import { createHttpMeter } from './platform/http/http-meter.ts';
import type { ReadRuntimeConfig } from './platform/http/runtime-config.ts';
import { createJobRunner } from './platform/jobs/job-runner.ts';
import { mergeParts } from './platform/module/define-module.ts';
import { createAlertsStatus } from './platform/notifications/alerts/alerts-shown.ts';
import { createWebhookTests } from './platform/notifications/alerts/send-webhook-alerts.ts';
import { createMailTests } from './platform/notifications/mail/mail-trials.ts';
import { createSmsTests } from './platform/notifications/sms/send-sms.ts';
import { notifyImports } from './platform/notifications/tell-imports.ts';
import { createDiskGuard } from './platform/observability/disk-guard.ts';
import { createMetrics } from './platform/observability/metrics.ts';
import { createServerReadiness } from './platform/observability/readiness.ts';
import { createSystemSampler } from './platform/observability/sampler.ts';
import { createMediaHosts, type OutboundClient } from './platform/outbound/index.ts';
import { readUploadRules } from './platform/settings/read-upload-rules.ts';
import type { SettingsReader } from './platform/settings/settings-reader.ts';
import { addSettingsCalls } from './platform/settings/settings-routes.ts';
import type { SettingsDeps } from './platform/settings/settings-store.ts';
import { diagnoseSettingsTests, type SettingsTests } from './platform/settings/try-settings.ts';
import { addFileCalls } from './platform/storage/file-routes.ts';
import { createFileFinder } from './platform/storage/file-store.ts';
import { createObjectStorage, createStorageTests } from './platform/storage/object-storage.ts';
import { readCommit, readVersion } from './version.ts';
import { webRoot } from './web-root.ts';

export interface Composition extends Lifecycle {
  readonly app: FastifyInstance;
  /** Is there a built console to serve? */
  readonly hasConsole: boolean;
  /** A new code that makes the first admin, good for 15 minutes; null when there is one. */
  setupCode(): Promise<string | null>;
}

/** Creates the parts of the server and hands each what it needs. */
export async function compose(opened: Foundation, config: ServerConfig): Promise<Composition> {
  const foundation = { ...opened, catalogue: presentCatalogue(opened.catalogue, { CRAFT: config.craft }) };
  const { catalogue, database, clock, log } = foundation;
  const session = toSessionDeps(foundation);
  const firstAdmin = createFirstAdmin(session);
  const hasConsole = existsSync(`${webRoot}/index.html`);
  const version = readVersion();
  const disk = createDiskGuard(config.data);
  const readiness = createServerReadiness(foundation, disk);
  const orders = createOrders(foundation, createOrderHooks(foundation.settings));
  const data = toDataDeps(foundation, config);
  const parts = { ...data, adapters: orders.adapters };
  const machinery = machineryOf(parts, orders, config, version);
  const { meter, metrics } = machinery;
  const shared = { orders, wordList: createWordList(database), vectors: data.vectors };
  const slides = createSlideReader(foundation);
  const counter = createSlideCounter(database, slides, (error) => log.error({ error }, 'slides were not counted'));
  const services = { ...foundation, ...shared, slides, dayOf: createDayOf(), hourOf: createHourOf() };

  const app = await buildApp({
    catalogue,
    log,
    clock,
    version,
    meter,
    authenticator: createAuthenticator(session),
    onDenied: auditDenied(foundation),
    storage: database.dialect,
    isSharedNetwork: database.isSharedNetwork,
    disk,
    readiness,
    findFile: createFileFinder(foundation, data.bytes),
    ...toPageDeps(foundation),
    runtimeConfig: runtimeConfigOf(foundation, config, slides, version),
    onAnswer: (path, status, code, ms) => metrics?.observe(path, status, code, ms),
    onShed: (path, status, code) => metrics?.observeShed(path, status, code),
    onGates: ({ loads }) => metrics?.watchCalls(loads),
    ...toProxyOptions(config),
    webRoot: hasConsole ? webRoot : null,
    addCalls: (register) => {
      addSettingsCalls(register, createSettingsDeps(foundation, orders), checkSettingsTests(parts));
      addFileCalls(register, { ...foundation, uploadRules: () => readUploadRules(foundation.settings) }, data.bytes);
      const routeDeps = { ...parts, ...session, ...machinery, firstAdmin, counter, dataFolder: config.data };
      for (const module of serverModules) module.routes?.(register, routeDeps);
      addResources(register, { ...parts, ...session, ...shared });
    },
    addSampleData: config.sampleData ? (api) => addSampleData(api, clock) : null,
    addNotices: (api, running) => addNoticeRoute(api, orders, running),
    addServiceCalls: (api, running) =>
      addServiceRoutes(api, services, createServiceHandlers(services), running, machinery.clients),
  });
  app.addHook('onClose', counter.flush);
  const lifecycle = createLifecycle(app, machinery, foundation, config, readiness);
  await app.ready();
  return { app, hasConsole, ...lifecycle, setupCode: firstAdmin.newCode };
}

/** How the server is reached from outside. */
function toProxyOptions({ basePath, corsOrigins, trustProxy, perMinute }: ServerConfig) {
  return { basePath, corsOrigins, trustProxy, perMinute };
}

function addResources(register: RegisterCall, deps: OperationDeps & ModuleDeps): void {
  const { settings, catalogue } = deps;
  const operations = createOperations(deps);
  reject(diagnoseOperations(full.resources, operations));
  reject(diagnoseRemovals(full.resources, operations));
  const timeZone = async () => (await settings.read('system', 'site')).timezone;
  const exports = collectParts((module) => module.exports?.(deps));
  const stored = recordLists(register);
  const guarded = notifyImports(guardChats(stored.register, settings), deps);
  const checks = createChecks();
  const shows = { ...createRegionLabels(catalogue), ...tasksShown, [auditLog.name]: entriesShown(catalogue) };
  const currency = async () => (await settings.read('system', 'pay')).currency;
  mountResources(guarded, deps, { operations, checks, exports, shows, timeZone, currency });
  addUndoCalls(register, { services: deps, operations, checks, sealer: undefined });
  addViewCalls(register, deps);
  addFindCalls(register, deps, stored.lists);
}

function machineryOf(
  data: BackgroundDeps & ModuleDeps & Pick<Foundation, 'watchOutbound'>,
  orders: OrderDeps,
  { metricsPort }: ServerConfig,
  version: string,
): Machinery {
  const metrics = metricsPort === null ? null : createMetrics({ ...data, version, commit: readCommit() });
  if (metrics) data.watchOutbound(metrics.observeOutbound);
  const onScheduledRun = metrics ? { onScheduledRun: metrics.observeScheduledRun } : {};
  return {
    meter: createHttpMeter(data.clock),
    clients: createClientMeter(data.clock),
    sampler: createSystemSampler(),
    background: createBackground({ ...data, ...onScheduledRun }, orders),
    jobs: createJobRunner(
      { ...data, onDead: endOfDeadJobs(data.clock) },
      collectParts((module) => module.jobs?.(data)),
      data.backups.ownPlace,
    ),
    metrics,
  };
}

/** What work beside calls needs. */
function toDataDeps(foundation: Foundation, config: ServerConfig) {
  const [bytes, vectors] = [createObjectStorage(foundation), createVectorCache()];
  const backups = backupStoreOf(config, foundation);
  return { ...foundation, backups, bytes, vectors };
}

/** What the session room works with. */
export function toSessionDeps(foundation: Foundation): SessionDeps {
  return {
    ...foundation,
    hasher: createPasswordHasher(),
    captchas: createCaptchas({ ...foundation, database: foundation.database.reserved }),
    hosted: signInWidget(foundation),
  };
}

/** A call that somebody known was refused leaves a line in the audit log. */
function auditDenied({ audit }: Foundation): OnDenied {
  return (caller, { path }) => {
    const [first = '', second = ''] = path.slice(1).split('/').map(camel);
    const subject = second === '' ? { resource: 'call', action: first } : { resource: first, action: second };
    return audit.note(caller, { ...subject, resourceId: null, result: 'denied', reason: 'denied' });
  };
}

/** What pages may show of other hosts. */
function toPageDeps(foundation: Foundation) {
  return { captchaWidget: () => signInCaptcha(foundation), mediaHosts: createMediaHosts(foundation.settings) };
}

function runtimeConfigOf(
  { settings }: Foundation,
  config: ServerConfig,
  slides: ReadSlides,
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

/** What settings pages work with: modules guard changes of their groups, and add values that are only shown. */
function createSettingsDeps(foundation: Foundation, { adapters }: OrderDeps): SettingsDeps {
  const shown = { ...createChannelsStatus(foundation.settings, adapters), ...createAlertsStatus(foundation) };
  return { ...foundation, guards: createSettingsGuards(foundation), shown };
}

/** The connection tests of all settings pages; the server does not start with one too many or too few. */
function checkSettingsTests(deps: ModuleDeps): SettingsTests {
  const connectionTests = collectParts((module) => module.settingsTests?.(deps), listSettingsTests(deps));
  reject(diagnoseSettingsTests(catalogue.settings, connectionTests));
  return connectionTests;
}

interface ConnectionTestDeps {
  readonly settings: SettingsReader;
  readonly outbound: OutboundClient;
}

/** The connection tests of the platform. */
function listSettingsTests(deps: ConnectionTestDeps): SettingsTests {
  return {
    ...createSmsTests(deps),
    ...createMailTests(deps),
    ...createWebhookTests(deps),
    ...createStorageTests(deps),
  };
}

/** One kind of part of all modules, and of the platform itself. */
function collectParts<Part>(
  partsOf: (module: (typeof serverModules)[number]) => Readonly<Record<string, Part>> | undefined,
  ofPlatform: Readonly<Record<string, Part>> = {},
) {
  return mergeParts([
    ['platform', ofPlatform],
    ...serverModules.map((module) => [module.name, partsOf(module) ?? {}] as const),
  ]);
}
