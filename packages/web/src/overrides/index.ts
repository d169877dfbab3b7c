import type { Slots } from '../resource/slots.ts';

/** Entities that fill slots of the default pages, each loaded with its own page. */
const overrides: Readonly<Record<string, () => Promise<{ readonly slots: Slots }>>> = {
  apiKey: () => import('./ai/api-key.tsx'),
  aiModel: () => import('./ai/ai-model.tsx'),
  aiBackground: () => import('./ai/ai-background.tsx'),
  aiIcon: () => import('./ai/ai-icon.tsx'),
  chatSession: () => import('./ai/chat-session.tsx'),
  bannedWord: () => import('./ai/banned-word.tsx'),
  violationLog: () => import('./ai/violation-log.tsx'),
  recallRecord: () => import('./ai/recall-record.tsx'),
  recallRun: () => import('./ai/recall-run.tsx'),
  goldenQuestion: () => import('./ai/golden-question.tsx'),
  drawTask: () => import('./ai/task/task.tsx'),
  slideTask: () => import('./ai/task/task.tsx'),
  videoTask: () => import('./ai/task/task.tsx'),
  musicTask: () => import('./ai/task/task.tsx'),
  writeRerun: () => import('./ai/write-rerun.tsx'),
  writeTask: () => import('./ai/task/task.tsx'),
  mindMapTask: () => import('./ai/mind-map/mind-map-task.tsx'),
  mindMapTemplate: () => import('./ai/mind-map/mind-map-template.tsx'),
  knowledge: () => import('./ai/knowledge.tsx'),
  knowledgeExport: () => import('./ai/knowledge-export.tsx'),
  knowDoc: () => import('./ai/know-doc.tsx'),
  pdfDoc: () => import('./ai/pdf-doc.tsx'),
  user: () => import('./user/user.tsx'),
  inviteRecord: () => import('./user/invite-record.tsx'),
  approval: () => import('./risk/approval.tsx'),
  usageRecord: () => import('./risk/usage-record.tsx'),
  order: () => import('./orders/order.tsx'),
  refund: () => import('./orders/refund.tsx'),
  vipPlan: () => import('./market/vip-plan.tsx'),
  redeemBatch: () => import('./market/redeem-batch.tsx'),
  redemption: () => import('./market/redemption.tsx'),
  course: () => import('./devcourse/course.tsx'),
  courseSchedule: () => import('./devcourse/course-schedule.tsx'),
  backup: () => import('./expand/backup.tsx'),
  frontVersion: () => import('./expand/front-version.tsx'),
  file: () => import('./expand/file.tsx'),
  regionalAgent: () => import('./expand/regional-agent.tsx'),
  carousel: () => import('./models/carousel.tsx'),
  helpDoc: () => import('./news/help-doc.tsx'),
  notice: () => import('./news/notice.tsx'),
  admin: () => import('./admins/admin.tsx'),
  auditLog: () => import('./admins/audit-log.tsx'),
};

/** The slots of an entity; most have none. */
export async function loadSlots(name: string): Promise<Slots> {
  const load = Object.hasOwn(overrides, name) ? overrides[name] : undefined;
  return load ? (await load()).slots : {};
}
