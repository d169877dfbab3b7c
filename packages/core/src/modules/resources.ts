import type { AnyResource } from '../definition/index.ts';
import { agent, agentVersion } from './agents/agent.ts';
import { agentCategory } from './agents/agent-category.ts';
import { drawCategory } from './agents/draw-category.ts';
import { drawPrompt } from './agents/draw-prompt.ts';
import { drawPromptCategory } from './agents/draw-prompt-category.ts';
import { mindMapTemplate } from './agents/mind-map-template.ts';
import { miniApp } from './agents/mini-app.ts';
import { miniAppCategory } from './agents/mini-app-category.ts';
import { miniAppVersion } from './agents/mini-app-version.ts';
import { musicStyle } from './agents/music-style.ts';
import { slideTemplate } from './agents/slide-template.ts';
import { writeTemplate } from './agents/write-template.ts';
import { writeTemplateVersion } from './agents/write-template-version.ts';
import { admin } from './auth/admin.ts';
import { adminSession } from './auth/admin-session.ts';
import { auditLog } from './auth/audit-log.ts';
import { loginLog } from './auth/login-log.ts';
import { backup } from './backup/backup.ts';
import { dataset } from './backup/dataset.ts';
import { currencyPack } from './catalog/currency-pack.ts';
import { powerPack } from './catalog/power-pack.ts';
import { vipFaq } from './catalog/vip-faq.ts';
import { vipPlan } from './catalog/vip-plan.ts';
import { chatMessage } from './chats/chat-message.ts';
import { chatSession } from './chats/chat-session.ts';
import { clientApp } from './clients/client-app.ts';
import { frontVersion } from './clients/front-version.ts';
import { serviceClient } from './clients/service-client.ts';
import { webhookDelivery } from './clients/webhook-delivery.ts';
import { webhookEndpoint } from './clients/webhook-endpoint.ts';
import { aiBackground } from './content/ai-background.ts';
import { aiIcon } from './content/ai-icon.ts';
import { aiTech } from './content/ai-tech.ts';
import { carousel } from './content/carousel.ts';
import { course } from './content/course.ts';
import { courseSchedule } from './content/course-schedule.ts';
import { helpDoc } from './content/help-doc.ts';
import { helpDocVersion } from './content/help-doc-version.ts';
import { menuGroup } from './content/menu-group.ts';
import { menuItem } from './content/menu-item.ts';
import { notice } from './content/notice.ts';
import { drawTask } from './creations/draw-task.ts';
import { mindMapTask } from './creations/mind-map-task.ts';
import { musicTask } from './creations/music-task.ts';
import { slideTask } from './creations/slide-task.ts';
import { videoTask } from './creations/video-task.ts';
import { writeRerun } from './creations/write-rerun.ts';
import { writeTask } from './creations/write-task.ts';
import { commission } from './distribution/commission.ts';
import { distributor } from './distribution/distributor.ts';
import { payableEntry } from './distribution/payable-entry.ts';
import { regionalAgent } from './distribution/regional-agent.ts';
import { regionalIncome } from './distribution/regional-income.ts';
import { withdrawal } from './distribution/withdrawal.ts';
import { apiKey } from './keys/api-key.ts';
import { apiKeyEvent } from './keys/api-key-event.ts';
import { keyLease } from './keys/key-lease.ts';
import { goldenQuestion } from './knowledge/golden-question.ts';
import { knowChunk } from './knowledge/know-chunk.ts';
import { knowDoc } from './knowledge/know-doc.ts';
import { knowledge } from './knowledge/knowledge.ts';
import { knowledgeExport } from './knowledge/knowledge-export.ts';
import { pdfChunk } from './knowledge/pdf-chunk.ts';
import { pdfDoc } from './knowledge/pdf-doc.ts';
import { pdfMessage } from './knowledge/pdf-message.ts';
import { recallRecord } from './knowledge/recall-record.ts';
import { recallRun } from './knowledge/recall-run.ts';
import { creditLot } from './ledger/credit-lot.ts';
import { hold } from './ledger/hold.ts';
import { ledgerEntry } from './ledger/ledger-entry.ts';
import { wallet } from './ledger/wallet.ts';
import { userMembership } from './memberships/user-membership.ts';
import { aiModel } from './models/ai-model.ts';
import { modelPrice } from './models/model-price.ts';
import { allowWord } from './moderation/allow-word.ts';
import { bannedWord } from './moderation/banned-word.ts';
import { violationLog } from './moderation/violation-log.ts';
import { order } from './orders/order.ts';
import { paymentEvent } from './orders/payment-event.ts';
import { refund } from './orders/refund.ts';
import { redeemBatch } from './redeem/redeem-batch.ts';
import { redeemCode } from './redeem/redeem-code.ts';
import { redemption } from './redeem/redemption.ts';
import { inviteRecord } from './rewards/invite-record.ts';
import { signLog } from './rewards/sign-log.ts';
import { signRule } from './rewards/sign-rule.ts';
import { approval } from './risk/approval.ts';
import { riskEvent } from './risk/risk-event.ts';
import { riskRestriction } from './risk/risk-restriction.ts';
import { riskRule } from './risk/risk-rule.ts';
import { backgroundJob } from './system/background-job.ts';
import { file } from './system/file.ts';
import { usageRecord } from './usage/usage-record.ts';
import { identityProvider } from './users/identity-provider.ts';
import { user } from './users/user.ts';
import { userIdentity } from './users/user-identity.ts';

export * from './agents/agent.ts';
export * from './agents/agent-category.ts';
export * from './agents/draw-category.ts';
export * from './agents/draw-prompt.ts';
export * from './agents/draw-prompt-category.ts';
export * from './agents/mind-map-template.ts';
export * from './agents/mini-app.ts';
export * from './agents/mini-app-category.ts';
export * from './agents/mini-app-version.ts';
export * from './agents/music-style.ts';
export * from './agents/slide-template.ts';
export * from './agents/write-template.ts';
export * from './agents/write-template-version.ts';
export * from './auth/admin.ts';
export * from './auth/admin-session.ts';
export * from './auth/audit-log.ts';
export * from './auth/login-log.ts';
export * from './auth/permission-presets.ts';
export * from './backup/backup.ts';
export * from './backup/dataset.ts';
export * from './backup/dataset-contents.ts';
export * from './catalog/currency-pack.ts';
export * from './catalog/plan-periods.ts';
export * from './catalog/power-pack.ts';
export * from './catalog/vip-faq.ts';
export * from './catalog/vip-plan.ts';
export * from './chats/chat-message.ts';
export * from './chats/chat-session.ts';
export * from './clients/client-app.ts';
export * from './clients/front-version.ts';
export * from './clients/service-client.ts';
export * from './clients/service-scopes.ts';
export * from './clients/webhook-delivery.ts';
export * from './clients/webhook-endpoint.ts';
export * from './clients/webhook-events.ts';
export * from './content/ai-background.ts';
export * from './content/ai-icon.ts';
export * from './content/ai-tech.ts';
export * from './content/carousel.ts';
export * from './content/course.ts';
export {
  formatMaterial,
  isMaterial,
  type MaterialFile,
  parseMaterialFile,
  parseMaterialFiles,
} from './content/course-material.ts';
export * from './content/course-schedule.ts';
export * from './content/help-doc.ts';
export * from './content/help-doc-version.ts';
export * from './content/menu-group.ts';
export * from './content/menu-item.ts';
export * from './content/notice.ts';
export { splitLanguages } from './content/two-languages.ts';
export * from './creations/draw-task.ts';
export * from './creations/mind-map-task.ts';
export * from './creations/music-task.ts';
export * from './creations/slide-task.ts';
export * from './creations/video-task.ts';
export * from './creations/write-rerun.ts';
export * from './creations/write-task.ts';
export * from './distribution/commission.ts';
export * from './distribution/distributor.ts';
export * from './distribution/payable-entry.ts';
export * from './distribution/regional-agent.ts';
export * from './distribution/regional-income.ts';
export * from './distribution/withdrawal.ts';
export * from './keys/api-key.ts';
export * from './keys/api-key-event.ts';
export type { KeyDayAnswer, KeyGroup, KeyGroupsAnswer, KeyHour } from './keys/key-day.ts';
export { keyErrors } from './keys/key-day.ts';
export * from './keys/key-lease.ts';
export { type DocumentWarning, documentFailures } from './knowledge/document-failures.ts';
export * from './knowledge/golden-question.ts';
export * from './knowledge/know-chunk.ts';
export * from './knowledge/know-doc.ts';
export * from './knowledge/knowledge.ts';
export * from './knowledge/knowledge-export.ts';
export * from './knowledge/pdf-chunk.ts';
export * from './knowledge/pdf-doc.ts';
export * from './knowledge/pdf-message.ts';
export { fusionOptions, recallModeOptions } from './knowledge/recall-parts.ts';
export * from './knowledge/recall-record.ts';
export * from './knowledge/recall-run.ts';
export * from './ledger/credit-lot.ts';
export * from './ledger/hold.ts';
export * from './ledger/ledger-entry.ts';
export * from './ledger/wallet.ts';
export * from './memberships/user-membership.ts';
export * from './models/ai-model.ts';
export * from './models/model-price.ts';
export { textModels } from './models/model-types.ts';
export * from './moderation/allow-word.ts';
export * from './moderation/banned-word.ts';
export * from './moderation/violation-log.ts';
export * from './moderation/word-test-answer.ts';
export * from './orders/order.ts';
export * from './orders/payment-event.ts';
export * from './orders/refund.ts';
export * from './orders/refund-preview.ts';
export * from './redeem/redeem-batch.ts';
export * from './redeem/redeem-code.ts';
export * from './redeem/redemption.ts';
export * from './redeem/reversal-preview.ts';
export * from './rewards/invite-record.ts';
export * from './rewards/sign-log.ts';
export * from './rewards/sign-rule.ts';
export * from './risk/approval.ts';
export * from './risk/approved-actions.ts';
export * from './risk/risk-event.ts';
export * from './risk/risk-kinds.ts';
export * from './risk/risk-restriction.ts';
export * from './risk/risk-rule.ts';
export * from './system/archive-problems.ts';
export * from './system/background-job.ts';
export * from './system/file.ts';
export * from './system/job-problems.ts';
export * from './usage/usage-columns.ts';
export * from './usage/usage-group.ts';
export * from './usage/usage-record.ts';
export * from './usage/usage-report.ts';
export * from './users/identity-provider.ts';
export * from './users/user.ts';
export * from './users/user-identity.ts';

/** All resources, in the order of menus and help. A new resource is added here. */
export const allResources: readonly AnyResource[] = [
  aiModel,
  modelPrice,
  aiIcon,
  aiBackground,
  aiTech,
  apiKey,
  apiKeyEvent,
  keyLease,
  chatSession,
  chatMessage,
  drawTask,
  drawCategory,
  drawPrompt,
  drawPromptCategory,
  slideTask,
  slideTemplate,
  videoTask,
  agent,
  agentVersion,
  agentCategory,
  pdfDoc,
  pdfChunk,
  pdfMessage,
  knowledge,
  knowledgeExport,
  knowDoc,
  knowChunk,
  recallRecord,
  goldenQuestion,
  recallRun,
  miniApp,
  miniAppVersion,
  miniAppCategory,
  writeTask,
  writeRerun,
  writeTemplate,
  writeTemplateVersion,
  musicTask,
  musicStyle,
  mindMapTask,
  mindMapTemplate,
  bannedWord,
  allowWord,
  violationLog,
  user,
  wallet,
  creditLot,
  hold,
  userIdentity,
  inviteRecord,
  vipPlan,
  vipFaq,
  userMembership,
  currencyPack,
  powerPack,
  redeemBatch,
  redeemCode,
  redemption,
  signRule,
  signLog,
  helpDoc,
  helpDocVersion,
  notice,
  carousel,
  menuGroup,
  menuItem,
  order,
  paymentEvent,
  refund,
  usageRecord,
  ledgerEntry,
  approval,
  riskEvent,
  riskRestriction,
  riskRule,
  course,
  courseSchedule,
  identityProvider,
  clientApp,
  serviceClient,
  webhookEndpoint,
  webhookDelivery,
  distributor,
  commission,
  withdrawal,
  payableEntry,
  regionalAgent,
  regionalIncome,
  frontVersion,
  dataset,
  backup,
  file,
  backgroundJob,
  admin,
  auditLog,
  loginLog,
  adminSession,
];
