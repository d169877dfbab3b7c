import type { AnyResource } from '../definition/index.ts';
import { admin } from './admins/admin.ts';
import { adminSession } from './admins/admin-session.ts';
import { auditLog } from './admins/audit-log.ts';
import { loginLog } from './admins/login-log.ts';
import { agent } from './ai/agent.ts';
import { agentCategory } from './ai/agent-category.ts';
import { agentVersion } from './ai/agent-version.ts';
import { aiBackground } from './ai/ai-background.ts';
import { aiIcon } from './ai/ai-icon.ts';
import { aiModel } from './ai/ai-model.ts';
import { aiTech } from './ai/ai-tech.ts';
import { allowWord } from './ai/allow-word.ts';
import { apiKey } from './ai/api-key.ts';
import { apiKeyEvent } from './ai/api-key-event.ts';
import { bannedWord } from './ai/banned-word.ts';
import { chatMessage } from './ai/chat-message.ts';
import { chatSession } from './ai/chat-session.ts';
import { drawCategory } from './ai/draw-category.ts';
import { drawPrompt } from './ai/draw-prompt.ts';
import { drawPromptCategory } from './ai/draw-prompt-category.ts';
import { drawTask } from './ai/draw-task.ts';
import { goldenQuestion } from './ai/golden-question.ts';
import { keyLease } from './ai/key-lease.ts';
import { knowChunk } from './ai/know-chunk.ts';
import { knowDoc } from './ai/know-doc.ts';
import { knowledge } from './ai/knowledge.ts';
import { knowledgeExport } from './ai/knowledge-export.ts';
import { mindMapTask } from './ai/mind-map-task.ts';
import { mindMapTemplate } from './ai/mind-map-template.ts';
import { miniApp } from './ai/mini-app.ts';
import { miniAppCategory } from './ai/mini-app-category.ts';
import { miniAppVersion } from './ai/mini-app-version.ts';
import { modelPrice } from './ai/model-price.ts';
import { musicStyle } from './ai/music-style.ts';
import { musicTask } from './ai/music-task.ts';
import { pdfChunk } from './ai/pdf-chunk.ts';
import { pdfDoc } from './ai/pdf-doc.ts';
import { pdfMessage } from './ai/pdf-message.ts';
import { recallRecord } from './ai/recall-record.ts';
import { recallRun } from './ai/recall-run.ts';
import { slideTask } from './ai/slide-task.ts';
import { slideTemplate } from './ai/slide-template.ts';
import { videoTask } from './ai/video-task.ts';
import { violationLog } from './ai/violation-log.ts';
import { writeRerun } from './ai/write-rerun.ts';
import { writeTask } from './ai/write-task.ts';
import { writeTemplate } from './ai/write-template.ts';
import { writeTemplateVersion } from './ai/write-template-version.ts';
import { course } from './devcourse/course.ts';
import { courseSchedule } from './devcourse/course-schedule.ts';
import { backgroundJob } from './expand/background-job.ts';
import { backup } from './expand/backup.ts';
import { clientApp } from './expand/client-app.ts';
import { commission } from './expand/commission.ts';
import { dataset } from './expand/dataset.ts';
import { distributor } from './expand/distributor.ts';
import { file } from './expand/file.ts';
import { frontVersion } from './expand/front-version.ts';
import { identityProvider } from './expand/identity-provider.ts';
import { payableEntry } from './expand/payable-entry.ts';
import { regionalAgent } from './expand/regional-agent.ts';
import { regionalIncome } from './expand/regional-income.ts';
import { serviceClient } from './expand/service-client.ts';
import { withdrawal } from './expand/withdrawal.ts';
import { currencyPack } from './market/currency-pack.ts';
import { powerPack } from './market/power-pack.ts';
import { redeemBatch } from './market/redeem-batch.ts';
import { redeemCode } from './market/redeem-code.ts';
import { redemption } from './market/redemption.ts';
import { signLog } from './market/sign-log.ts';
import { signRule } from './market/sign-rule.ts';
import { userMembership } from './market/user-membership.ts';
import { vipFaq } from './market/vip-faq.ts';
import { vipPlan } from './market/vip-plan.ts';
import { carousel } from './models/carousel.ts';
import { menuGroup } from './models/menu-group.ts';
import { menuItem } from './models/menu-item.ts';
import { helpDoc } from './news/help-doc.ts';
import { helpDocVersion } from './news/help-doc-version.ts';
import { notice } from './news/notice.ts';
import { order } from './orders/order.ts';
import { paymentEvent } from './orders/payment-event.ts';
import { refund } from './orders/refund.ts';
import { approval } from './risk/approval.ts';
import { ledgerEntry } from './risk/ledger-entry.ts';
import { riskEvent } from './risk/risk-event.ts';
import { riskRestriction } from './risk/risk-restriction.ts';
import { riskRule } from './risk/risk-rule.ts';
import { usageRecord } from './risk/usage-record.ts';
import { creditLot } from './user/credit-lot.ts';
import { hold } from './user/hold.ts';
import { inviteRecord } from './user/invite-record.ts';
import { user } from './user/user.ts';
import { userIdentity } from './user/user-identity.ts';
import { wallet } from './user/wallet.ts';

export * from './admins/admin.ts';
export * from './admins/admin-session.ts';
export * from './admins/audit-log.ts';
export * from './admins/login-log.ts';
export * from './ai/agent.ts';
export * from './ai/agent-category.ts';
export * from './ai/agent-version.ts';
export * from './ai/ai-background.ts';
export * from './ai/ai-icon.ts';
export * from './ai/ai-model.ts';
export * from './ai/ai-tech.ts';
export * from './ai/allow-word.ts';
export * from './ai/api-key.ts';
export * from './ai/api-key-event.ts';
export * from './ai/archive-problems.ts';
export * from './ai/banned-word.ts';
export * from './ai/chat-message.ts';
export * from './ai/chat-session.ts';
export { documentFailures } from './ai/document-failures.ts';
export * from './ai/draw-category.ts';
export * from './ai/draw-prompt.ts';
export * from './ai/draw-prompt-category.ts';
export * from './ai/draw-task.ts';
export * from './ai/golden-question.ts';
export type { KeyDayAnswer, KeyHour } from './ai/key-day.ts';
export * from './ai/key-lease.ts';
export * from './ai/know-chunk.ts';
export * from './ai/know-doc.ts';
export * from './ai/knowledge.ts';
export * from './ai/knowledge-export.ts';
export * from './ai/mind-map-task.ts';
export * from './ai/mind-map-template.ts';
export * from './ai/mini-app.ts';
export * from './ai/mini-app-category.ts';
export * from './ai/mini-app-version.ts';
export * from './ai/model-price.ts';
export { textModels } from './ai/model-types.ts';
export * from './ai/music-style.ts';
export * from './ai/music-task.ts';
export * from './ai/pdf-chunk.ts';
export * from './ai/pdf-doc.ts';
export * from './ai/pdf-message.ts';
export { fusionOptions, recallModeOptions } from './ai/recall-parts.ts';
export * from './ai/recall-record.ts';
export * from './ai/recall-run.ts';
export * from './ai/slide-task.ts';
export * from './ai/slide-template.ts';
export * from './ai/video-task.ts';
export * from './ai/violation-log.ts';
export * from './ai/word-test-answer.ts';
export * from './ai/write-rerun.ts';
export * from './ai/write-task.ts';
export * from './ai/write-template.ts';
export * from './ai/write-template-version.ts';
export * from './devcourse/course.ts';
export {
  formatMaterial,
  isMaterial,
  type MaterialFile,
  parseMaterialFile,
  parseMaterialFiles,
} from './devcourse/course-material.ts';
export * from './devcourse/course-schedule.ts';
export * from './expand/background-job.ts';
export * from './expand/backup.ts';
export * from './expand/client-app.ts';
export * from './expand/commission.ts';
export * from './expand/dataset.ts';
export * from './expand/dataset-contents.ts';
export * from './expand/distributor.ts';
export * from './expand/file.ts';
export * from './expand/front-version.ts';
export * from './expand/identity-provider.ts';
export * from './expand/job-problems.ts';
export * from './expand/payable-entry.ts';
export * from './expand/regional-agent.ts';
export * from './expand/regional-income.ts';
export * from './expand/service-client.ts';
export * from './expand/service-scopes.ts';
export * from './expand/withdrawal.ts';
export * from './market/currency-pack.ts';
export * from './market/plan-periods.ts';
export * from './market/power-pack.ts';
export * from './market/redeem-batch.ts';
export * from './market/redeem-code.ts';
export * from './market/redemption.ts';
export * from './market/reversal-outlook.ts';
export * from './market/sign-log.ts';
export * from './market/sign-rule.ts';
export * from './market/user-membership.ts';
export * from './market/vip-faq.ts';
export * from './market/vip-plan.ts';
export * from './models/carousel.ts';
export * from './models/menu-group.ts';
export * from './models/menu-item.ts';
export * from './news/help-doc.ts';
export * from './news/help-doc-version.ts';
export * from './news/notice.ts';
export { splitLanguages } from './news/two-languages.ts';
export * from './orders/order.ts';
export * from './orders/payment-event.ts';
export * from './orders/refund.ts';
export * from './orders/refund-outlook.ts';
export * from './risk/approval.ts';
export * from './risk/approved-actions.ts';
export * from './risk/ledger-entry.ts';
export * from './risk/risk-event.ts';
export * from './risk/risk-kinds.ts';
export * from './risk/risk-restriction.ts';
export * from './risk/risk-rule.ts';
export * from './risk/usage-columns.ts';
export * from './risk/usage-group.ts';
export * from './risk/usage-record.ts';
export * from './risk/usage-report.ts';
export * from './user/credit-lot.ts';
export * from './user/hold.ts';
export * from './user/invite-record.ts';
export * from './user/user.ts';
export * from './user/user-identity.ts';
export * from './user/wallet.ts';

/** The catalogue, in the order of menus and help. Adding an entity is one line here. */
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
