import type { AnyResource } from '../definition/index.ts';
import { admin } from './admins/admin.ts';
import { auditLog } from './admins/audit-log.ts';
import { loginLog } from './admins/login-log.ts';
import { aiIcon } from './ai/ai-icon.ts';
import { aiModel } from './ai/ai-model.ts';
import { allowWord } from './ai/allow-word.ts';
import { apiKey } from './ai/api-key.ts';
import { apiKeyEvent } from './ai/api-key-event.ts';
import { bannedWord } from './ai/banned-word.ts';
import { chatMessage } from './ai/chat-message.ts';
import { chatSession } from './ai/chat-session.ts';
import { modelPrice } from './ai/model-price.ts';
import { violationLog } from './ai/violation-log.ts';
import { serviceClient } from './expand/service-client.ts';
import { currencyPack } from './market/currency-pack.ts';
import { powerPack } from './market/power-pack.ts';
import { redeemBatch } from './market/redeem-batch.ts';
import { redeemCode } from './market/redeem-code.ts';
import { redemption } from './market/redemption.ts';
import { userMembership } from './market/user-membership.ts';
import { vipFaq } from './market/vip-faq.ts';
import { vipPlan } from './market/vip-plan.ts';
import { carousel } from './models/carousel.ts';
import { helpDoc } from './news/help-doc.ts';
import { notice } from './news/notice.ts';
import { ledgerEntry } from './risk/ledger-entry.ts';
import { usageRecord } from './risk/usage-record.ts';
import { creditLot } from './user/credit-lot.ts';
import { hold } from './user/hold.ts';
import { user } from './user/user.ts';
import { wallet } from './user/wallet.ts';

export * from './admins/admin.ts';
export * from './admins/audit-log.ts';
export * from './admins/login-log.ts';
export * from './ai/ai-icon.ts';
export * from './ai/ai-model.ts';
export * from './ai/allow-word.ts';
export * from './ai/api-key.ts';
export * from './ai/api-key-event.ts';
export * from './ai/banned-word.ts';
export * from './ai/chat-message.ts';
export * from './ai/chat-session.ts';
export * from './ai/model-price.ts';
export * from './ai/violation-log.ts';
export * from './expand/service-client.ts';
export * from './market/currency-pack.ts';
export * from './market/power-pack.ts';
export * from './market/redeem-batch.ts';
export * from './market/redeem-code.ts';
export * from './market/redemption.ts';
export * from './market/user-membership.ts';
export * from './market/vip-faq.ts';
export * from './market/vip-plan.ts';
export * from './models/carousel.ts';
export * from './news/help-doc.ts';
export * from './news/notice.ts';
export * from './risk/ledger-entry.ts';
export * from './risk/usage-record.ts';
export * from './user/credit-lot.ts';
export * from './user/hold.ts';
export * from './user/user.ts';
export * from './user/wallet.ts';

/** The catalogue, in the order of menus and help. Adding an entity is one line here. */
export const allResources: readonly AnyResource[] = [
  aiModel,
  modelPrice,
  aiIcon,
  apiKey,
  apiKeyEvent,
  chatSession,
  chatMessage,
  bannedWord,
  allowWord,
  violationLog,
  user,
  wallet,
  creditLot,
  hold,
  vipPlan,
  vipFaq,
  userMembership,
  currencyPack,
  powerPack,
  redeemBatch,
  redeemCode,
  redemption,
  helpDoc,
  notice,
  carousel,
  usageRecord,
  ledgerEntry,
  serviceClient,
  admin,
  auditLog,
  loginLog,
];
export * from './risk/usage-report.ts';
