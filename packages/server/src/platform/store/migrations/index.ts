import { createEngine } from './0001-engine.ts';
import { createCatalogue } from './0002-catalogue.ts';
import { sessionsMigration } from './0003-sessions.ts';
import { settingsMigration } from './0004-settings.ts';
import { filesMigration } from './0005-files.ts';
import { notificationsMigration } from './0006-notifications.ts';
import { chatsMigration } from './0007-chats.ts';
import { ledgerMigration } from './0008-ledger.ts';
import { serviceMigration } from './0009-service.ts';
import { redeemMigration } from './0010-redeem.ts';
import { marketMigration } from './0011-market.ts';
import { ordersMigration } from './0012-orders.ts';
import { rewardsMigration } from './0013-rewards.ts';
import { keysMigration } from './0014-keys.ts';
import { consumptionMigration } from './0015-consumption.ts';
import { savedViewsMigration } from './0016-saved-views.ts';
import { carouselMigration } from './0017-carousel.ts';
import { createContent } from './0018-content.ts';
import { createAgents } from './0019-agents.ts';
import { createMenus } from './0020-menus.ts';
import { createTasks } from './0025-tasks.ts';
import { frontMigration } from './0027-front.ts';
import { redeemPlansMigration } from './0028-redeem-plans.ts';
import { knowledgeMigration } from './0029-knowledge.ts';
import { recallMigration } from './0030-recall.ts';
import { distributionMigration } from './0031-distribution.ts';
import { dataMigration } from './0032-data.ts';
import { retentionMigration } from './0033-retention.ts';
import { approvalsMigration } from './0035-approvals.ts';
import { usageAndKeysMigration } from './0036-usage-and-keys.ts';
import { carouselCountersMigration } from './0037-carousel-counters.ts';
import { recallRunsMigration } from './0040-recall-runs.ts';
import { withdrawalAttemptsMigration } from './0041-withdrawal-attempts.ts';
import { permissionSetsMigration } from './0043-permission-sets.ts';
import { moneyAndNamesMigration } from './0044-money-and-names.ts';
import { searchMemoryMigration } from './0046-search-memory.ts';
import { riskMigration } from './0047-risk.ts';
import { newsReadsMigration } from './0048-news-reads.ts';
import { noticeRecipientsMigration } from './0049-notice-recipients.ts';
import { planBenefitsMigration } from './0050-plan-benefits.ts';
import { keyExpiryMigration } from './0051-key-expiry.ts';
import { peopleAndCodesMigration } from './0052-people-and-codes.ts';
import { verificationCodesMigration } from './0053-verification-codes.ts';
import { identitiesMigration } from './0054-identities.ts';
import { notificationClearsMigration } from './0055-notification-clears.ts';
import { pdfOcrMigration } from './0056-pdf-ocr.ts';
import { mindMapTasksMigration } from './0057-mind-map-tasks.ts';
import { riskRestrictionsMigration } from './0058-risk-restrictions.ts';
import { proxiesAndRealNamesMigration } from './0059-proxies-and-real-names.ts';
import { stockMigration } from './0060-stock.ts';
import { refundsAndPayMethodsMigration } from './0061-refunds-and-pay-methods.ts';
import { quotasAndExtrasMigration } from './0062-quotas-and-extras.ts';
import { postedNotificationsMigration } from './0064-posted-matters.ts';
import { outsideBackupsMigration } from './0065-outside-backups.ts';
import { transfersAndRenewalsMigration } from './0066-transfers-and-renewals.ts';
import { usageFiguresMigration } from './0067-usage-figures.ts';
import { helpDocVersionsMigration } from './0068-help-doc-versions.ts';
import { alertWaysMigration } from './0069-alert-ways.ts';
import { holdsAndRefundsMigration } from './0070-holds-and-refunds.ts';
import { embeddingPricesMigration } from './0071-embedding-prices.ts';
import { jobTriesMigration } from './0072-job-tries.ts';
import { agentKnowledgeMigration } from './0075-agent-knowledge.ts';
import { noticePlatformsMigration } from './0076-notice-platforms.ts';
import { redemptionReversalsMigration } from './0077-redemption-reversals.ts';
import { orderOriginsMigration } from './0078-order-origins.ts';
import { peopleAndSessionsMigration } from './0079-people-and-sessions.ts';
import { userVisitsMigration } from './0080-user-visits.ts';
import { changedSinceMigration } from './0082-changed-since.ts';
import { knowledgeExportsMigration } from './0085-knowledge-exports.ts';
import { agentContractsMigration } from './0087-agent-contracts.ts';
import { exportPiecesMigration } from './0090-export-pieces.ts';
import { slideStagesMigration } from './0091-slide-stages.ts';
import { serverInstancesMigration } from './0092-server-places.ts';
import { restoredAndForgottenMigration } from './0093-restored-and-forgotten.ts';
import { keyStatusMigration } from './0094-key-standing.ts';
import { chatActionsMigration } from './0095-chat-actions.ts';
import { deletedFilesMigration } from './0096-deleted-files.ts';
import { signedCallsMigration } from './0098-signed-calls.ts';
import { usageSourcesMigration } from './0099-usage-sources.ts';
import { signedOnlyClientsMigration } from './0100-signed-only-clients.ts';
import { nothingTakenBackMigration } from './0101-nothing-taken-back.ts';
import { removedAndReportedMigration } from './0102-removed-and-told.ts';
import { writeRerunsMigration } from './0103-write-reruns.ts';
import { taskOriginsMigration } from './0104-task-origins.ts';
import { contentLevelsMigration } from './0105-content-levels.ts';
import { jobProblemsMigration } from './0106-job-problems.ts';
import { reportedOfWorkMigration } from './0107-told-of-work.ts';
import { pdfMessageSearchMigration } from './0108-pdf-message-search.ts';
import { stalledRecordsMigration } from './0110-stuck-records.ts';
import { modelUsesMigration } from './0111-model-uses.ts';
import { slideAppearanceMigration } from './0114-slide-looks.ts';
import { featuredDrawingsMigration } from './0116-featured-drawings.ts';
import { latestTimeMigration } from './0117-latest-time.ts';
import { grantedClientsMigration } from './0118-granted-clients.ts';
import { testMoneyMigration } from './0119-test-money.ts';
import { integrityChecksMigration } from './0120-integrity-checks.ts';
import { paymentReversalsMigration } from './0126-payment-reversals.ts';
import { inviteMailboxesMigration } from './0127-invite-mailboxes.ts';
import { currenciesMigration } from './0128-currencies.ts';
import { paidQuotaPeriodsMigration } from './0130-paid-quota-periods.ts';
import { twoFactorFilterMigration } from './0180-two-factor-filter.ts';
import type { Migration } from './migration.ts';

/** Every step of the schema, in order. A new one is a line at the end. */
export const allMigrations: readonly Migration[] = [
  createEngine,
  createCatalogue,
  sessionsMigration,
  settingsMigration,
  filesMigration,
  notificationsMigration,
  chatsMigration,
  ledgerMigration,
  serviceMigration,
  redeemMigration,
  keysMigration,
  marketMigration,
  ordersMigration,
  rewardsMigration,
  carouselMigration,
  consumptionMigration,
  savedViewsMigration,
  createContent,
  createAgents,
  createMenus,
  createTasks,
  frontMigration,
  redeemPlansMigration,
  distributionMigration,
  knowledgeMigration,
  recallMigration,
  dataMigration,
  retentionMigration,
  approvalsMigration,
  usageAndKeysMigration,
  carouselCountersMigration,
  recallRunsMigration,
  withdrawalAttemptsMigration,
  permissionSetsMigration,
  moneyAndNamesMigration,
  searchMemoryMigration,
  riskMigration,
  newsReadsMigration,
  noticeRecipientsMigration,
  planBenefitsMigration,
  keyExpiryMigration,
  peopleAndCodesMigration,
  verificationCodesMigration,
  identitiesMigration,
  notificationClearsMigration,
  pdfOcrMigration,
  mindMapTasksMigration,
  riskRestrictionsMigration,
  proxiesAndRealNamesMigration,
  stockMigration,
  refundsAndPayMethodsMigration,
  postedNotificationsMigration,
  outsideBackupsMigration,
  quotasAndExtrasMigration,
  helpDocVersionsMigration,
  jobTriesMigration,
  transfersAndRenewalsMigration,
  alertWaysMigration,
  holdsAndRefundsMigration,
  embeddingPricesMigration,
  usageFiguresMigration,
  agentKnowledgeMigration,
  noticePlatformsMigration,
  userVisitsMigration,
  agentContractsMigration,
  knowledgeExportsMigration,
  redemptionReversalsMigration,
  orderOriginsMigration,
  peopleAndSessionsMigration,
  changedSinceMigration,
  exportPiecesMigration,
  slideStagesMigration,
  serverInstancesMigration,
  restoredAndForgottenMigration,
  keyStatusMigration,
  chatActionsMigration,
  signedCallsMigration,
  usageSourcesMigration,
  signedOnlyClientsMigration,
  nothingTakenBackMigration,
  removedAndReportedMigration,
  writeRerunsMigration,
  taskOriginsMigration,
  contentLevelsMigration,
  jobProblemsMigration,
  reportedOfWorkMigration,
  pdfMessageSearchMigration,
  stalledRecordsMigration,
  modelUsesMigration,
  featuredDrawingsMigration,
  slideAppearanceMigration,
  deletedFilesMigration,
  latestTimeMigration,
  grantedClientsMigration,
  testMoneyMigration,
  integrityChecksMigration,
  paymentReversalsMigration,
  inviteMailboxesMigration,
  currenciesMigration,
  paidQuotaPeriodsMigration,
  twoFactorFilterMigration,
];
