import type { ServiceCalls } from '@gantry/core';
import type { ServiceHandlers, ServiceNeeds } from '../service-context.ts';
import { billingHandlers } from './billing.ts';
import { bindHandlers } from './bind.ts';
import { captchaHandlers } from './captcha.ts';
import { catalogueHandlers } from './catalogue.ts';
import { chatHandlers } from './chat.ts';
import { codeHandlers } from './code.ts';
import { configHandlers } from './config.ts';
import { distributionHandlers } from './distribution.ts';
import { eventHandlers } from './event.ts';
import { frontHandlers } from './front.ts';
import { identityHandlers } from './identity.ts';
import { keyHandlers } from './key.ts';
import { knowledgeHandlers } from './knowledge.ts';
import { newsHandlers } from './news.ts';
import { orderHandlers } from './order.ts';
import { pdfHandlers } from './pdf.ts';
import { recallHandlers } from './recall.ts';
import { redeemHandlers } from './redeem.ts';
import { refundHandlers } from './refund.ts';
import { registerHandlers } from './register.ts';
import { searchHandlers } from './search.ts';
import { signHandlers } from './sign.ts';
import { taskHandlers } from './task.ts';
import { textHandlers } from './text.ts';
import { userHandlers } from './user.ts';

/** The answer to every call of the service API; one that is missing does not compile. */
export function serviceHandlers(needs: ServiceNeeds): ServiceHandlers<keyof ServiceCalls> {
  return {
    ...userHandlers(needs),
    ...billingHandlers(needs),
    ...textHandlers(needs),
    ...chatHandlers(needs),
    ...catalogueHandlers(needs),
    ...newsHandlers(needs),
    ...taskHandlers(needs),
    ...configHandlers(needs),
    ...eventHandlers(needs),
    ...frontHandlers(needs),
    ...keyHandlers(needs),
    ...redeemHandlers(needs),
    ...recallHandlers(needs),
    ...knowledgeHandlers(needs),
    ...pdfHandlers(needs),
    ...registerHandlers(needs),
    ...signHandlers(needs),
    ...distributionHandlers(needs),
    ...searchHandlers(needs),
    ...captchaHandlers(needs),
    ...codeHandlers(needs),
    ...bindHandlers(needs),
    ...identityHandlers(needs),
    ...orderHandlers(needs),
    ...refundHandlers(needs),
  };
}
