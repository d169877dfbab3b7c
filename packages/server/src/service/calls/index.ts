import type { ServiceCalls } from '@gantry/core';
import type { ServiceDeps, ServiceHandlers } from '../service-context.ts';
import { createBillingHandlers } from './billing.ts';
import { bindHandlers } from './bind.ts';
import { createCaptchaHandlers } from './captcha.ts';
import { createCatalogueHandlers } from './catalogue.ts';
import { createChatHandlers } from './chat.ts';
import { createCodeHandlers } from './code.ts';
import { createConfigHandlers } from './config.ts';
import { createDistributionHandlers } from './distribution.ts';
import { createEventHandlers } from './event.ts';
import { createFrontHandlers } from './front.ts';
import { createIdentityHandlers } from './identity.ts';
import { createKeyHandlers } from './key.ts';
import { createKnowledgeHandlers } from './knowledge.ts';
import { createNewsHandlers } from './news.ts';
import { createOrderHandlers } from './order.ts';
import { createPdfHandlers } from './pdf.ts';
import { createRetrievalHandlers } from './recall.ts';
import { redeemHandlers } from './redeem.ts';
import { refundHandlers } from './refund.ts';
import { registerHandlers } from './register.ts';
import { searchHandlers } from './search.ts';
import { signHandlers } from './sign.ts';
import { createTaskHandlers } from './task.ts';
import { createTextHandlers } from './text.ts';
import { createUserHandlers } from './user.ts';

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
