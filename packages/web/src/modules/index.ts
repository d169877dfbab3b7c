import type { Slots } from '../resource/slots.ts';

/** Resources that customize the generic pages, each loaded with its own page. */
const overrides: Readonly<Record<string, () => Promise<{ readonly slots: Slots }>>> = {
  apiKey: () => import('./keys/api-key.tsx'),
  aiModel: () => import('./models/ai-model.tsx'),
  aiBackground: () => import('./content/ai-background.tsx'),
  aiIcon: () => import('./content/ai-icon.tsx'),
  chatSession: () => import('./chats/chat-session.tsx'),
  bannedWord: () => import('./moderation/banned-word.tsx'),
  violationLog: () => import('./moderation/violation-log.tsx'),
  recallRecord: () => import('./knowledge/recall-record.tsx'),
  recallRun: () => import('./knowledge/recall-run.tsx'),
  goldenQuestion: () => import('./knowledge/golden-question.tsx'),
  drawTask: () => import('./creations/task.tsx'),
  slideTask: () => import('./creations/task.tsx'),
  videoTask: () => import('./creations/task.tsx'),
  musicTask: () => import('./creations/task.tsx'),
  writeRerun: () => import('./creations/write-rerun.tsx'),
  writeTask: () => import('./creations/task.tsx'),
  mindMapTask: () => import('./creations/mind-map/mind-map-task.tsx'),
  mindMapTemplate: () => import('./agents/mind-map-template.tsx'),
  knowledge: () => import('./knowledge/knowledge.tsx'),
  knowledgeExport: () => import('./knowledge/knowledge-export.tsx'),
  knowDoc: () => import('./knowledge/know-doc.tsx'),
  pdfDoc: () => import('./knowledge/pdf-doc.tsx'),
  user: () => import('./users/user.tsx'),
  inviteRecord: () => import('./rewards/invite-record.tsx'),
  approval: () => import('./risk/approval.tsx'),
  ledgerEntry: () => import('./ledger/ledger-entry.tsx'),
  usageRecord: () => import('./usage/usage-record.tsx'),
  order: () => import('./orders/order.tsx'),
  refund: () => import('./orders/refund.tsx'),
  vipPlan: () => import('./catalog/vip-plan.tsx'),
  redeemBatch: () => import('./redeem/redeem-batch.tsx'),
  redemption: () => import('./redeem/redemption.tsx'),
  course: () => import('./content/course.tsx'),
  courseSchedule: () => import('./content/course-schedule.tsx'),
  backup: () => import('./backup/backup.tsx'),
  frontVersion: () => import('./clients/front-version.tsx'),
  file: () => import('./system/file.tsx'),
  regionalAgent: () => import('./distribution/regional-agent.tsx'),
  carousel: () => import('./content/carousel.tsx'),
  helpDoc: () => import('./content/help-doc.tsx'),
  notice: () => import('./content/notice.tsx'),
  admin: () => import('./auth/admin.tsx'),
  auditLog: () => import('./auth/audit-log.tsx'),
};

/** Loads the slots of a resource; most have none. */
export async function loadSlots(name: string): Promise<Slots> {
  const load = Object.hasOwn(overrides, name) ? overrides[name] : undefined;
  return load ? (await load()).slots : {};
}
