import type { ServiceCalls } from '@gantry/core';
import type { ServiceHandlers } from '../platform/service-api/service-context.ts';
import { createCaptchaHandlers } from './auth/service-calls.ts';
import { createBillingHandlers } from './billing/service-calls.ts';
import { searchHandlers } from './chats/search-calls.ts';
import { createChatHandlers } from './chats/service-calls.ts';
import { createClientHandlers } from './clients/service-calls/check-client.ts';
import { type ConfigDeps, createConfigHandlers } from './clients/service-calls/config.ts';
import { createEventHandlers } from './clients/service-calls/event.ts';
import { createFrontHandlers } from './clients/service-calls/front.ts';
import { createContentGuard, listUsedContent } from './content/delivery/assert-allowed.ts';
import { createCatalogueHandlers } from './content/service-calls/catalogue.ts';
import { createNewsHandlers } from './content/service-calls/news.ts';
import { createTaskHandlers } from './creations/service-calls.ts';
import { createDistributionHandlers } from './distribution/service-calls.ts';
import { createKeyHandlers, type KeyCallDeps } from './keys/service-calls.ts';
import type { RecallDeps } from './knowledge/recall/index.ts';
import { createKnowledgeHandlers } from './knowledge/service-calls/knowledge.ts';
import { createPdfHandlers } from './knowledge/service-calls/pdf.ts';
import { createRetrievalHandlers } from './knowledge/service-calls/recall.ts';
import type { WorkDeps } from './knowledge/work/work.ts';
import { createTextHandlers } from './moderation/service-calls.ts';
import type { OrderDeps } from './orders/order-needs.ts';
import { refundHandlers } from './orders/refunds/service-calls.ts';
import { createOrderHandlers } from './orders/service-calls.ts';
import { redeemHandlers } from './redeem/service-calls.ts';
import { signHandlers } from './rewards/service-calls.ts';
import { bindHandlers } from './users/service-calls/bind.ts';
import { createCodeHandlers } from './users/service-calls/code.ts';
import { createIdentityHandlers } from './users/service-calls/identity.ts';
import { registerHandlers } from './users/service-calls/register.ts';
import { createUserHandlers } from './users/service-calls/user.ts';

/** What the calls of services work with. */
export interface ServiceHandlerDeps extends ConfigDeps, RecallDeps, WorkDeps {
  readonly orders: OrderDeps;
}

/** The answer to every call of the service API; one that is missing does not compile. */
export function createServiceHandlers(deps: ServiceHandlerDeps): ServiceHandlers<keyof ServiceCalls> {
  const guardContent: KeyCallDeps['guardContent'] = (used, locale) =>
    createContentGuard(deps.catalogue, listUsedContent(used), locale);
  return {
    ...createUserHandlers(deps),
    ...createBillingHandlers(deps),
    ...createTextHandlers(deps),
    ...createChatHandlers(deps),
    ...createCatalogueHandlers(deps),
    ...createNewsHandlers(deps),
    ...createTaskHandlers(deps),
    ...createConfigHandlers(deps),
    ...createClientHandlers(deps),
    ...createEventHandlers(deps),
    ...createFrontHandlers(deps),
    ...createKeyHandlers({ ...deps, guardContent }),
    ...redeemHandlers(deps),
    ...createRetrievalHandlers(deps),
    ...createKnowledgeHandlers(deps),
    ...createPdfHandlers(deps),
    ...registerHandlers(deps),
    ...signHandlers(deps),
    ...createDistributionHandlers(deps),
    ...searchHandlers(deps),
    ...createCaptchaHandlers(deps),
    ...createCodeHandlers(deps),
    ...bindHandlers(deps),
    ...createIdentityHandlers(deps),
    ...createOrderHandlers(deps),
    ...refundHandlers(deps),
  };
}
