import type { ServerModule } from '../platform/module/define-module.ts';
import type { ByteStore } from '../platform/storage/file-store.ts';
import type { FirstAdmin } from './auth/first-admin.ts';
import { authModule } from './auth/index.ts';
import type { SessionDeps } from './auth/session-needs.ts';
import type { DataDeps } from './backup/data-jobs.ts';
import { backupModule } from './backup/index.ts';
import { chatsModule } from './chats/index.ts';
import { contentModule } from './content/index.ts';
import type { SlideCounter } from './content/live-slides.ts';
import { creationsModule } from './creations/index.ts';
import { distributionModule } from './distribution/index.ts';
import { knowledgeModule } from './knowledge/index.ts';
import type { RecallDeps } from './knowledge/recall/index.ts';
import { ledgerModule } from './ledger/index.ts';
import { modelsModule } from './models/index.ts';
import { moderationModule } from './moderation/index.ts';
import { paymentsModule } from './payments/index.ts';
import type { PaymentAdapters } from './payments/payment-adapter.ts';
import { redeemModule } from './redeem/index.ts';
import { usageModule } from './usage/index.ts';
import { workplaceModule } from './workplace/index.ts';
import type { WorkplaceDeps } from './workplace/workplace-calls.ts';

/** The dependencies of all modules together. */
export interface ModuleDeps extends DataDeps, RecallDeps {
  readonly adapters: PaymentAdapters;
  /** Where images are stored that are not in the database. */
  readonly bytes: ByteStore;
}

/** The dependencies of their routes. */
export interface ModuleRouteDeps extends ModuleDeps, SessionDeps, WorkplaceDeps {
  readonly firstAdmin: FirstAdmin;
  readonly counter: SlideCounter;
}

/** The modules of the server, in the order in which their parts are collected. */
export const serverModules: readonly ServerModule<ModuleDeps, ModuleRouteDeps>[] = [
  authModule,
  knowledgeModule,
  contentModule,
  distributionModule,
  ledgerModule,
  workplaceModule,
  usageModule,
  backupModule,
  creationsModule,
  chatsModule,
  modelsModule,
  moderationModule,
  paymentsModule,
  redeemModule,
];
