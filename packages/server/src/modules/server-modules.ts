import { type FieldErrors, jobKinds, type ServiceCalls, serviceCalls } from '@gantry/core';
import type { Services } from '../platform/context/context.ts';
import { createDayOf, createHourOf } from '../platform/context/day-of.ts';
import type { RecordCheck, RecordChecks } from '../platform/engine/engine.ts';
import type { Operations } from '../platform/engine/operation.ts';
import type { JobWorks } from '../platform/jobs/job-runner.ts';
import {
  assertComplete,
  collectParts,
  type ServerModule,
  type SettingsGuards,
} from '../platform/module/define-module.ts';
import { platformModule } from '../platform/module/platform-module.ts';
import type { OutboundClient } from '../platform/outbound/index.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import type { ServiceHandlers } from '../platform/service-api/service-context.ts';
import type { SettingsReader } from '../platform/settings/settings-reader.ts';
import { createObjectStorage } from '../platform/storage/object-storage.ts';
import { agentsModule } from './agents/index.ts';
import { authModule, createAuthenticator, createFirstAdmin, createSessionDeps, signInCaptcha } from './auth/index.ts';
import { type BackupStore, backupModule } from './backup/index.ts';
import { billingModule } from './billing/index.ts';
import { catalogModule } from './catalog/index.ts';
import { chatsModule } from './chats/index.ts';
import { clientsModule } from './clients/index.ts';
import {
  contentModule,
  createContentGuard,
  createSlideCounter,
  createSlideReader,
  listUsedContent,
} from './content/index.ts';
import { creationsModule } from './creations/index.ts';
import {
  createPaidSharesHook,
  createRefundedSharesHook,
  distributionModule,
  previewShares,
} from './distribution/index.ts';
import { type KeyCallDeps, keysModule } from './keys/index.ts';
import { createVectorCache, type DocumentParser, knowledgeModule } from './knowledge/index.ts';
import { ledgerModule } from './ledger/index.ts';
import { membershipsModule } from './memberships/index.ts';
import { createModel, modelsModule } from './models/index.ts';
import { createWordList, moderationModule } from './moderation/index.ts';
import { createOrders, type OrderHooks, ordersModule } from './orders/index.ts';
import { paymentsModule } from './payments/index.ts';
import { redeemModule } from './redeem/index.ts';
import { approveInvite, invitePaid, inviteRefunded, previewRewards, rewardsModule } from './rewards/index.ts';
import { riskModule } from './risk/index.ts';
import { sampleDataModule } from './sample-data/index.ts';
import { usageModule } from './usage/index.ts';
import { usersModule } from './users/index.ts';
import { type WorkplaceDeps, workplaceModule } from './workplace/index.ts';

/** The modules of the server, in the order in which their parts are collected. */
export const serverModules: readonly ServerModule<ModuleDeps, ModuleRouteDeps>[] = [
  platformModule,
  authModule,
  usersModule,
  ordersModule,
  paymentsModule,
  catalogModule,
  redeemModule,
  membershipsModule,
  rewardsModule,
  distributionModule,
  ledgerModule,
  billingModule,
  modelsModule,
  keysModule,
  moderationModule,
  chatsModule,
  creationsModule,
  agentsModule,
  knowledgeModule,
  contentModule,
  riskModule,
  usageModule,
  workplaceModule,
  clientsModule,
  backupModule,
  sampleDataModule,
];

/** What the modules are built on: a database with its keys and settings, and the options it is opened with. */
interface ModuleBase extends Services {
  readonly keyring: Keyring;
  readonly settings: SettingsReader;
  readonly outbound: OutboundClient;
  readonly parser: DocumentParser;
  readonly backups: BackupStore;
}

/** The dependencies of all modules together. */
export type ModuleDeps = ReturnType<typeof createModuleDeps>;

/** The dependencies of their routes. */
interface ModuleRouteDeps extends ModuleDeps, Omit<WorkplaceDeps, keyof ModuleDeps> {}

/**
 * Creates what modules share, and passes parts of higher modules to lower ones: the hooks of orders, the action that creates a
 * model and the content check for keys, and the valuation of an invite reward for approvals.
 */
export function createModuleDeps(base: ModuleBase) {
  const { catalogue, database, log } = base;
  const tools = { dayOf: createDayOf(), hourOf: createHourOf() };
  const session = createSessionDeps(base);
  const orders = createOrders(base, createOrderHooks(base));
  const slides = createSlideReader(base);
  const guardContent: KeyCallDeps['guardContent'] = (used, locale) =>
    createContentGuard(catalogue, listUsedContent(used), locale);
  return {
    ...base,
    ...session,
    ...tools,
    authenticator: createAuthenticator(session),
    firstAdmin: createFirstAdmin(session),
    captchaWidget: () => signInCaptcha(base),
    orders,
    adapters: orders.adapters,
    createModel,
    guardContent,
    approvalSubjects: { approveInvite },
    wordList: createWordList(database),
    slides,
    counter: createSlideCounter(database, slides, (error) => log.error({ error }, 'slides were not counted')),
    bytes: createObjectStorage(base),
    vectors: createVectorCache(),
  };
}

/** What other modules do when an order is paid or refunded, in this order. */
export function createOrderHooks({ settings }: { readonly settings: SettingsReader }): OrderHooks {
  const deps = { settings, dayOf: createDayOf() };
  return {
    afterPaid: [invitePaid(deps), createPaidSharesHook(deps)],
    afterRefunded: [inviteRefunded, createRefundedSharesHook(deps)],
    async previewRefund(scope, refund) {
      return { shares: await previewShares(scope, refund), rewards: await previewRewards(scope, refund) };
    },
  };
}

/** Every hand-written action, and every standard action that a resource overrides. */
export function createOperations(deps: ModuleDeps): Operations {
  const actions = collectParts(serverModules, (module) => module.actions?.(deps));
  const guards = createSettingsGuards(deps);
  return { ...actions, ...collectParts(serverModules, (module) => module.wrapActions?.(actions, { ...deps, guards })) };
}

/** Validation of records beyond their fields. Several modules may check records of the same resource. */
export function createChecks(): RecordChecks {
  const byResource = new Map<string, RecordCheck[]>();
  for (const { checks = {} } of serverModules)
    for (const [name, check] of Object.entries(checks)) byResource.set(name, [...(byResource.get(name) ?? []), check]);
  return Object.fromEntries([...byResource].map(([name, checks]) => [name, runAll(checks)]));
}

function runAll(checks: readonly RecordCheck[]): RecordCheck {
  return (values, caller) => {
    const errors: FieldErrors = Object.assign({}, ...checks.map((check) => check(values, caller)));
    return Object.keys(errors).length > 0 ? errors : null;
  };
}

/** Checks of changes of settings, by `page/group`. */
export function createSettingsGuards(deps: ModuleDeps): SettingsGuards {
  return collectParts(serverModules, (module) => module.settingsGuards?.(deps));
}

/** The handlers of all calls of the service API. Throws if a call has no handler. */
export function createServiceHandlers(deps: ModuleDeps): ServiceHandlers<keyof ServiceCalls> {
  const handlers = collectParts(serverModules, (module): Readonly<Record<string, unknown>> => {
    return module.serviceCalls?.(deps) ?? {};
  });
  assertComplete('service call', Object.keys(serviceCalls), handlers);
  return handlers as ServiceHandlers<keyof ServiceCalls>;
}

/** The handlers of all types of background jobs. Throws if a type has no handler. */
export function createJobWorks(deps: ModuleDeps): JobWorks {
  const works = collectParts(serverModules, (module) => module.jobs?.(deps));
  assertComplete('background job', Object.keys(jobKinds), works);
  return works as JobWorks;
}
