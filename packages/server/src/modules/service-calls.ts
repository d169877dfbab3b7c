import type { ServiceCalls } from '@gantry/core';
import { createCaptchaHandlers } from './auth/service-calls.ts';
import { createBillingHandlers } from './billing/service-calls.ts';
import { searchHandlers } from './chats/search-calls.ts';
import { createChatHandlers } from './chats/service-calls.ts';
import type { ServiceDeps, ServiceHandlers } from './clients/service/service-context.ts';
import { createConfigHandlers } from './clients/service-calls/config.ts';
import { createEventHandlers } from './clients/service-calls/event.ts';
import { createFrontHandlers } from './clients/service-calls/front.ts';
import { createCatalogueHandlers } from './content/service-calls/catalogue.ts';
import { createNewsHandlers } from './content/service-calls/news.ts';
import { createTaskHandlers } from './creations/service-calls.ts';
import { createDistributionHandlers } from './distribution/service-calls.ts';
import { createKeyHandlers } from './keys/service-calls.ts';
import { createKnowledgeHandlers } from './knowledge/service-calls/knowledge.ts';
import { createPdfHandlers } from './knowledge/service-calls/pdf.ts';
import { createRetrievalHandlers } from './knowledge/service-calls/recall.ts';
import { createTextHandlers } from './moderation/service-calls.ts';
import { refundHandlers } from './orders/refunds/service-calls.ts';
import { createOrderHandlers } from './orders/service-calls.ts';
import { redeemHandlers } from './redeem/service-calls.ts';
import { signHandlers } from './rewards/service-calls.ts';
import { bindHandlers } from './users/service-calls/bind.ts';
import { createCodeHandlers } from './users/service-calls/code.ts';
import { createIdentityHandlers } from './users/service-calls/identity.ts';
import { registerHandlers } from './users/service-calls/register.ts';
import { createUserHandlers } from './users/service-calls/user.ts';

/** The answer to every call of the service API; one that is missing does not compile. */
export function createServiceHandlers(deps: ServiceDeps): ServiceHandlers<keyof ServiceCalls> {
  return {
    ...createUserHandlers(deps),
    ...createBillingHandlers(deps),
    ...createTextHandlers(deps),
    ...createChatHandlers(deps),
    ...createCatalogueHandlers(deps),
    ...createNewsHandlers(deps),
    ...createTaskHandlers(deps),
    ...createConfigHandlers(deps),
    ...createEventHandlers(deps),
    ...createFrontHandlers(deps),
    ...createKeyHandlers(deps),
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
