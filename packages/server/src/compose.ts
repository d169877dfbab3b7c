import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  auditLog,
  camel,
  defaultApplicationSettings,
  presentCatalogue,
  redeemCode,
  catalogue as whole,
  withdrawal,
} from '@gantry/core';
import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import { purgeKeys } from './audit/idempotency.ts';
import { entriesShown } from './audit/mask-areas.ts';
import type { ServerConfig } from './config.ts';
import { signInCaptcha, signInWidget } from './connectors/check-captcha.ts';
import { createObjectStorage } from './connectors/object-storage.ts';
import { addBackupCalls } from './data/backup-calls.ts';
import { createBackupStore } from './data/backup-store.ts';
import { dataJobs, endOfDeadJobs } from './data/data-jobs.ts';
import { createOutsideCopies } from './data/outside-copies.ts';
import { payoutFile } from './distribution/payout-file.ts';
import { addRegionCalls } from './distribution/region-calls.ts';
import { archiveWorks } from './documents/archive/archive-works.ts';
import { addDocumentCalls } from './documents/store/document-routes.ts';
import { addFileCalls } from './files/file-routes.ts';
import { createFileFinder } from './files/file-store.ts';
import { type Foundation, masterKeySourceOf, placeOf, refuse } from './foundation.ts';
import { createDiskGuard } from './health/disk-guard.ts';
import { createMetrics, type Metrics } from './health/metrics.ts';
import { createServerReadiness } from './health/server-readiness.ts';
import type { RegisterCall } from './http/call.ts';
import type { OnDenied } from './http/call-registry.ts';
import { createStopper } from './http/clean-stop.ts';
import { type ClientMeter, createClientMeter } from './http/client-meter.ts';
import { createHttpMeter, type HttpMeter } from './http/http-meter.ts';
import type { ReadRuntimeConfig } from './http/runtime-config.ts';
import { type BackgroundNeeds, createBackground } from './jobs/background.ts';
import { createJobRunner, type JobRunner } from './jobs/job-runner.ts';
import type { Ticker } from './jobs/ticker.ts';
import { createDayOf, createHourOf } from './money/day-of.ts';
import { addLedgerCalls } from './money/ledger-calls.ts';
import { tellImports } from './notifications/tell-imports.ts';
import { guardChats } from './operations/ai/chat-privacy.ts';
import { rerunWork } from './operations/ai/rerun-work.ts';
import { createWordList } from './operations/ai/word-list.ts';
import { createChecks, createOperations, type OperationNeeds } from './operations/index.ts';
import { addSlideCalls, createSlideCounter } from './operations/models/count-slides.ts';
import { createSlideReader, type ReadSlides } from './operations/models/live-slides.ts';
import { recallRunWork } from './operations/recall/run-work.ts';
import { createOrders } from './orders/create-orders.ts';
import { addNoticeRoute } from './orders/notice-route.ts';
import type { OrderNeeds } from './orders/order-needs.ts';
import { mediaHosts } from './outbound/index.ts';
import { createVectorCache, type RecallNeeds } from './recall/index.ts';
import { exportCodes } from './redeem/export-codes.ts';
import { addFindCalls, keepingLists } from './resources/find-records.ts';
import { mountResources, operationFindings } from './resources/mount.ts';
import { removalFindings } from './resources/undo/removal-findings.ts';
import { addUndoCalls } from './resources/undo/undo-calls.ts';
import { addViewCalls } from './resources/views/view-calls.ts';
import { addSampleData } from './sample-data/sample-data-routes.ts';
import { addConsumptionCalls } from './screens/consumption/consumption-calls.ts';
import { addWorkplaceCalls } from './screens/workplace/workplace-calls.ts';
import { readMasterKeys } from './secrets/master-key.ts';
import { purgeNonces } from './service/nonces.ts';
import { addServiceRoutes } from './service/service-routes.ts';
import { createCaptchas } from './session/captcha.ts';
import { createFirstAdmin } from './session/first-admin.ts';
import { observeTime } from './session/latest-time.ts';
import { createPasswordHasher } from './session/password-hash.ts';
import { purgeSessions } from './session/purge.ts';
import { createAuthenticator } from './session/session-authenticator.ts';
import type { SessionNeeds } from './session/session-needs.ts';
import { addSessionCalls } from './session/session-routes.ts';
import { readUploadRules } from './settings/read-upload-rules.ts';
import { addSettingsCalls } from './settings/settings-routes.ts';
import { checkedTrials, settingsNeeds } from './settings-rules.ts';
import { createSystemSampler, type SystemSampler } from './system/sampler.ts';
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

/** What the server does beside answering calls, and the figures that it keeps. */
interface Machinery {
  readonly meter: HttpMeter;
  readonly clients: ClientMeter;
  readonly sampler: SystemSampler;
  readonly background: Ticker;
  readonly jobs: JobRunner;
  /** Null when nobody asked for them. */
  readonly metrics: Metrics | null;
}

/** The rooms of the server, each handed what it needs. */
export async function compose(opened: Foundation, config: ServerConfig): Promise<Composition> {
  const foundation = { ...opened, catalogue: presentCatalogue(opened.catalogue, { CRAFT: config.craft }) };
  const { catalogue, database, clock, gate, log } = foundation;
  const session = sessionNeedsOf(foundation);
  const firstAdmin = createFirstAdmin(session);
  const hasConsole = existsSync(`${webRoot}/index.html`);
  const version = readVersion();
  const disk = createDiskGuard(config.data);
  const orders = createOrders(foundation);
  const data = dataNeedsOf(foundation, config);
  const machinery = machineryOf(data, orders, config);
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
    isCrowded: database.isCrowded,
    findFile: createFileFinder(foundation, data.bytes),
    ...pageNeedsOf(foundation),
    runtimeConfig: runtimeConfigOf(foundation, config, slides, version),
    disk,
    readiness: createServerReadiness(foundation, disk),
    onAnswer: (path, status, code, ms) => metrics?.observe(path, status, code, ms),
    trustProxy: config.trustProxy,
    perMinute: config.perMinute,
    webRoot: hasConsole ? webRoot : null,
    addCalls: (register) => {
      addSessionCalls(register, session, firstAdmin);
      addSettingsCalls(register, settingsNeeds(foundation, orders), checkedTrials(foundation, orders));
      addFileCalls(register, { ...foundation, uploadRules: () => readUploadRules(foundation.settings) }, data.bytes);
      addDocumentCalls(register, foundation);
      addSlideCalls(register, counter);
      addRegionCalls(register);
      addLedgerCalls(register, foundation);
      addWorkplaceCalls(register, { ...foundation, ...machinery, bytes: data.bytes, dataFolder: config.data });
      addConsumptionCalls(register, foundation);
      addResources(register, { ...session, ...shared, gate, parser: foundation.parser, backups: data.backups });
    },
    addSampleData: config.sampleData ? (api) => addSampleData(api, clock) : null,
    addNotices: (api, running) => addNoticeRoute(api, orders, running),
    addServiceCalls: (api, running) => addServiceRoutes(api, services, running, machinery.clients),
  });
  app.addHook('onClose', counter.flush);
  const life = lifeOf(app, machinery, foundation, config);
  await app.ready();
  return { app, hasConsole, ...life, setupCode: firstAdmin.newCode };
}

function addResources(register: RegisterCall, needs: OperationNeeds): void {
  const { settings, catalogue } = needs;
  const operations = createOperations(needs);
  refuse(operationFindings(whole.resources, operations));
  refuse(removalFindings(whole.resources, operations));
  const timeZone = async () => (await settings.read('system', 'site')).timezone;
  const exports = {
    [redeemCode.name]: exportCodes(needs, needs.keyring, timeZone),
    [withdrawal.name]: payoutFile(needs, needs.keyring),
  };
  const kept = keepingLists(register);
  const guarded = tellImports(guardChats(kept.register, settings), needs);
  const checks = createChecks();
  const shows = { [auditLog.name]: entriesShown(catalogue) };
  mountResources(guarded, needs, { operations, checks, exports, shows, timeZone });
  addUndoCalls(register, { services: needs, operations, checks, sealer: undefined });
  addViewCalls(register, needs);
  addFindCalls(register, needs, kept.lists);
  addBackupCalls(register, needs);
}

/** Starting and stopping what runs beside the calls. */
function lifeOf(
  app: FastifyInstance,
  { sampler, background, jobs, metrics }: Machinery,
  { audit, database, clock, log }: Foundation,
  { metricsPort }: ServerConfig,
): Pick<Composition, 'start' | 'stop'> {
  const stopper = createStopper(app, log);
  const report = (error: unknown) => log.error({ error }, 'what is done now and then was not done');
  const forget = (now: number) =>
    [observeTime, purgeKeys, purgeSessions, purgeNonces].map((purge) => purge(database, now));
  const tend = () => void Promise.all([audit.checkpointIfDue(), ...forget(clock())]).catch(report);
  let tending: NodeJS.Timeout | undefined;
  return {
    async start() {
      sampler.start();
      background.start();
      jobs.start();
      tending = setInterval(tend, everyMinute).unref();
      if (metrics && metricsPort !== null) {
        log.info({ port: await metrics.listen(metricsPort) }, 'serving metrics on the loopback');
      }
    },
    async stop() {
      clearInterval(tending);
      sampler.stop();
      await Promise.all([background.stop(), jobs.stop()]);
      await Promise.all([stopper.stop(), metrics?.close()]);
      await audit.checkpoint().catch(report);
    },
  };
}

function machineryOf(
  data: BackgroundNeeds & RecallNeeds,
  orders: OrderNeeds,
  { metricsPort }: ServerConfig,
): Machinery {
  return {
    meter: createHttpMeter(data.clock),
    clients: createClientMeter(data.clock),
    sampler: createSystemSampler(),
    background: createBackground(data, orders),
    jobs: createJobRunner(
      { ...data, onDead: endOfDeadJobs(data.clock) },
      { ...dataJobs(data), recallRun: recallRunWork(data), writeRerun: rerunWork(data), ...archiveWorks(data) },
      data.backups.ownPlace,
    ),
    metrics: metricsPort === null ? null : createMetrics(),
  };
}

/** What work beside calls needs. */
function dataNeedsOf(foundation: Foundation, config: ServerConfig) {
  const [bytes, vectors] = [createObjectStorage(foundation), createVectorCache()];
  const backups = backupStoreOf(config, foundation);
  return { ...foundation, backups, bytes, vectors };
}

/** Backups lie beside the database, in the server's own folder. */
export function backupStoreOf(config: ServerConfig, foundation: Foundation) {
  const place = placeOf(config);
  const masters = () => readMasterKeys(masterKeySourceOf(config));
  const outside = createOutsideCopies(foundation);
  return createBackupStore(`${config.data}/backups`, 'sqlite' in place ? place.sqlite : '', masters, outside);
}

/** What the session room works with. */
export function sessionNeedsOf(foundation: Foundation): SessionNeeds {
  return {
    ...foundation,
    hasher: createPasswordHasher(),
    captchas: createCaptchas({ ...foundation, database: foundation.database.reserved }),
    hosted: signInWidget(foundation),
  };
}

/** A call that somebody known was refused leaves a line in the audit log. */
function auditDenied({ audit }: Foundation): OnDenied {
  return (caller, { path }, reason) => {
    const [first = '', second = ''] = path.slice(1).split('/').map(camel);
    const subject = second === '' ? { resource: 'call', action: first } : { resource: first, action: second };
    return audit.note(caller, { ...subject, resourceId: null, result: 'denied', reason });
  };
}

/** What pages may show of other hosts. */
function pageNeedsOf(foundation: Foundation) {
  return { captchaWidget: () => signInCaptcha(foundation), mediaHosts: mediaHosts(foundation.settings) };
}

function runtimeConfigOf(
  { settings }: Foundation,
  config: ServerConfig,
  slides: ReadSlides,
  version: string,
): ReadRuntimeConfig {
  return async () => {
    const [site, appearance] = [await settings.read('system', 'site'), await settings.read('system', 'appearance')];
    return {
      apiBaseUrl: '',
      CRAFT: config.craft,
      siteName: site.name,
      defaultLocale: site.defaultLocale,
      timezone: site.timezone,
      appearance: config.appearance ?? { ...defaultApplicationSettings, ...appearance },
      carousel: await slides('login'),
      mediaHosts: await mediaHosts(settings)(),
      version,
    };
  };
}
